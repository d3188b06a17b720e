import { expect, test } from 'vitest'
import { genders } from '../../master-data/master-data.ts'
import { readGender } from './genders.ts'

test.each([
  ['ช', 'male'],
  [' ชาย ', 'male'],
  ['M', 'male'],
  ['1', 'male'],
  ['๒', 'female'],
  ['Female', 'female'],
  ['น.ส.', 'น.ส.'],
  ['LGBTQ+', 'other'],
  ['ไม่ระบุ', 'unspecified'],
])('%j is stored as %s', (raw, value) => {
  expect(readGender(raw)).toEqual({ value })
})

test('every stored gender reads back as itself', () => {
  for (const { value } of genders) expect(readGender(value)).toEqual({ value })
})
