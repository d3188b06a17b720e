import { expect, test } from 'vitest'
import { moneyRank, sumField } from './money.ts'

const field = (display_name: string, name = 'f', data_type: 'Number' | 'String' = 'Number') => ({
  name,
  display_name,
  data_type,
})

test.each([
  ['ยอดสั่งซื้อ', 2],
  ['จำนวนเงิน', 2],
  ['ยอดรวม (บาท)', 2],
  ['ราคาต่อหน่วย', 1],
  ['จำนวน', 0],
  ['แต้มสะสม', 0],
  ['จำนวนครั้ง', 0],
  ['อายุ', 0],
] as const)('a field called %s holds money: %d', (name, rank) => {
  expect(moneyRank(field(name))).toBe(rank)
})

test('a text is no money, and of a price and a sum the sum counts', () => {
  expect(moneyRank(field('ยอดรวม', 'total', 'String'))).toBe(0)
  expect(sumField([field('ราคา'), field('ยอดสุทธิ')])?.display_name).toBe('ยอดสุทธิ')
  expect(sumField([field('จำนวน')])).toBeUndefined()
})
