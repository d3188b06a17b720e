import { expect, test } from 'vitest'
import { isHouseNumberDate } from './house-numbers.ts'

test.each(['12-May', '5-Dec', '12-พ.ค.', 'May-25', 'ธ.ค.-99', '2026-05-12', '12/05/2026', '2026-05-12 00:00:00'])(
  'a spreadsheet made %s of a house number',
  (cell) => expect(isHouseNumberDate(cell)).toBe(true),
)

test.each([
  '12/5',
  '99/1',
  '25/5',
  '12-5',
  '12 หมู่ 3',
  '12-A',
  'May',
  '12/5/69',
  '2026/5',
  '12 ถนนมกราคม',
  '1-2 ซอย May',
])('an address stays an address: %s', (cell) => expect(isHouseNumberDate(cell)).toBe(false))
