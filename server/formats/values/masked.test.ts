import { expect, test } from 'vitest'
import { isMasked } from './masked.ts'

test.each([
  ...['ม****น', 'ก****ล', '******12', '******05', '08x-xxx-1234', '081-xxx-xx34', 'XXX-XXX-1234', 'xxx-xxx-xxxx'],
  ...['a***@gmail.com', 'somchai***@gmail.com', 's***@g***.com', 'J***', 'สมศรี ใจ***', 'S*** T***', '+66****1234'],
  ...[
    '081234**56',
    '**********',
    '0•••••••12',
    'x-xxxx-xxxxx-12-3',
    '**** **** **** 1234',
    '12/3 ****** เชียงใหม่',
    'ก＊＊＊ล',
  ],
])('%s is hidden', (cell) => {
  expect(isMasked(cell)).toBe(true)
})

test.each([
  ...['สมศรี ใจดี *VIP*', 'สมศรี **VIP**', 'สมศรี**', '*****', '***', 'A*', '0812345678', '081-234-567X', 'XXL', 'xxx'],
  ...['Max Xu', 'มะลิ ใจดี', '', '-', '2*3', 'a@x.test', '*123#', 'สมศรี ***', 'Alex Knox', '10x20x30'],
])('%s is not', (cell) => {
  expect(isMasked(cell)).toBe(false)
})
