import { fc, test as property } from '@fast-check/vitest'
import { FIELD_NAME } from '@ruam/contract/platform/names.ts'
import { expect, test } from 'vitest'
import { madeFieldName } from './made-name.ts'

test.each([
  ['ระดับสมาชิก', 'radabsmachik'],
  ['ชื่อเล่น', 'chuelen'],
  ['วันเกิดลูก', 'wankeidluk'],
  ['เบอร์โทร 2', 'beothro2'],
  ['อายุ', 'ayu'],
  ['ยอดซื้อ LINE', 'yodsueLINE'],
  ['แต้ม ๒๕๖๙', 'taem2569'],
  ['Member level', 'memberLevel'],
  ['customer_id', 'customerId'],
  ['customerID', 'customerID'],
  ['POS', 'pos'],
  ['Café no.', 'cafeNo'],
  ['2nd phone', 'field2ndPhone'],
  ['★ ⭐', 'field'],
])('a field that is called %s gets the name %s', (shown, name) => {
  expect(madeFieldName(shown)).toBe(name)
})

const thai = fc.string({ unit: fc.integer({ min: 0x0e01, max: 0x0e5b }).map((code) => String.fromCharCode(code)) })

property.prop([fc.oneof(fc.string({ unit: 'grapheme' }), thai)])(
  'whatever a field is called, its name is a good one',
  (shown) => {
    const name = madeFieldName(shown)
    expect(name).toMatch(FIELD_NAME)
    expect(FIELD_NAME.test(`${name}99999`)).toBe(true)
  },
)
