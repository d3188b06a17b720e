import { expect, test } from 'vitest'
import { usualItem } from './usual-item.ts'

test('the regular item is the one of at least three purchases, without its number', () => {
  const latte = ['ลาเต้ร้อน 1 · ครัวซองต์ 1', 'ลาเต้ร้อน', 'ลาเต้ร้อน x2, บราวนี่ 1', 'มอคค่า 1']
  expect(usualItem(latte)).toEqual({ text: 'ลาเต้ร้อน', times: 3, of: 4 })
  expect(usualItem(latte.slice(1))).toBeNull()
  expect(usualItem([])).toBeNull()
})
