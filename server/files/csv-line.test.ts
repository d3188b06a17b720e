import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { dateStyleOf, noDates } from '../values/date-styles.ts'
import { readCell } from '../values/values.ts'
import { csvLine } from './csv-line.ts'
import { rowScanner } from './csv-rows.ts'

test('a text that a spreadsheet would take for a formula is guarded; a number and a phone are not', () => {
  expect(csvLine(['=1+1', '@SUM(A1)', '-5', '+66812345678', '+66 81 234 5678', '-cmd'])).toBe(
    "'=1+1,'@SUM(A1),-5,+66812345678,+66 81 234 5678,'-cmd\r\n",
  )
})

// A cell that begins with a line end is guarded.
const cell = fc
  .string({ unit: fc.constantFrom('ก', 'a', '"', ',', '\n', '\r', ' ', '1'), maxLength: 8 })
  .filter((text) => !text.startsWith('\r'))
property.prop([fc.array(cell, { minLength: 2, maxLength: 5 })])('a line is read back as it was written', (cells) => {
  const read: string[] = []
  rowScanner({ delimiter: ',', quotes: 'double' }).read(csvLine(cells), 0, true, read)
  expect(read).toEqual(cells)
})

test('what was guarded is imported as it was', () => {
  const style = { phones: 'thai' as const, dates: dateStyleOf(noDates(), 2026), timeZone: null }
  const read: string[] = []
  rowScanner({ delimiter: ',', quotes: 'double' }).read(csvLine(['=1+1', '@home']), 0, true, read)
  expect(read.map((raw) => readCell('text', raw, style))).toEqual([{ value: '=1+1' }, { value: '@home' }])
})
