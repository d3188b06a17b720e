import { expect, test } from 'vitest'
import { readForm } from './file-form.ts'

test.each([
  ['csv utf-8 , 1', { type: 'csv', charset: 'utf-8', delimiter: ',', headerRow: '1' }],
  ['csv windows-874   3', { type: 'csv', charset: 'windows-874', delimiter: ' ', headerRow: '3' }],
  ['txt utf-16le \t 1', { type: 'txt', charset: 'utf-16le', delimiter: '\t', headerRow: '1' }],
  ['xlsx ยอดขาย รายวัน 2', { type: 'xlsx', sheet: 'ยอดขาย รายวัน', headerRow: '2' }],
])('the form %j is read', (form, read) => {
  expect(readForm(form)).toEqual(read)
})
