import { describe, expect, test } from 'vitest'
import { explanationsIn, pageRowsBelow } from './page-rows.ts'

const kindOf = pageRowsBelow([
  ['รายงานลูกค้า', '', ''],
  ['หน้า 1/3', '', '12/05/2568 10:00'],
])

describe('a row of a report', () => {
  test.each([
    [['หน้า 2/3'], 'page'],
    [['', 'Page 2 of 3', ''], 'page'],
    [['พิมพ์เมื่อ 12/05/2568 10:00', '', ''], 'page'],
    [['รายงานลูกค้า', '', ''], 'page'],
    [['หน้า 2/3', '', '12/05/2568 10:01'], 'page'],
    [['รวม', '', '1,234.00'], 'total'],
    [['', 'Subtotal', '3'], 'total'],
    [['รวม 12 รายการ', '', '฿300'], 'total'],
  ])('%j is no data', (cells, kind) => expect(kindOf(cells)).toBe(kind))

  test.each([
    [['รวม', 'ใจดี', '0815550001']],
    [['รวม', '', '0815550001']],
    [['รวมพร ใจดี', '', '12']],
    [['หน้าใส คลินิก', '', '12']],
    [['Page', 'Jimmy', '0815550001']],
    [['Total', '', '']],
    [['', '', '']],
  ])('%j is data', (cells) => expect(kindOf(cells)).toBeNull())
})

test('rows of words over dates, numbers and phones explain the columns', () => {
  const data = [
    ['5781', 'Shipped', '2025-11-02 10:05', '250.00', 'glass'],
    ['5782', 'Shipped', '2025-11-03 11:05', '350.00', 'cup'],
  ]
  const about = [
    'Platform unique order ID.',
    'Current order status.',
    'Order created time.',
    'It equals price.',
    'Name',
  ]
  expect([explanationsIn([about, ...data]), explanationsIn(data)]).toEqual([1, 0])
  expect(
    explanationsIn([
      ['กมล', 'ไม่มี', 'ไม่ระบุ'],
      ['ขวัญ', '0815550001', '12/05/2530'],
    ]),
  ).toBe(0)
})
