import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { testServer } from '../../testing/store.testing.ts'
import { type KeyPattern, keyPattern } from './key-pattern.ts'

const phone: KeyPattern = { column: 'phone', value: '+66812345678' }
const finds = (key: KeyPattern, text: string) => new RegExp(keyPattern([key])!, 'i').test(text)

const cases: [KeyPattern, string, boolean][] = [
  [phone, 'ชื่อ,081-234-5678,x', true],
  [phone, '+66 (0)81 234 5678'.replace('(0)', ''), true],
  [phone, '66812345678', true],
  [phone, '812345678', true],
  [phone, 'โทร ๐๘๑-๒๓๔-๕๖๗๘ ค่ะ', true],
  [phone, '0812345679', false],
  [phone, '90812345678', false],
  [phone, '08123456780', false],
  [{ column: 'phone', value: '+4915112345678' }, '0049 151 12345678', true],
  [{ column: 'email', value: 'a.b@shop.co' }, 'A.B@SHOP.CO', true],
  [{ column: 'email', value: 'a.b@shop.co' }, 'aa.b@shop.co', false],
  [{ column: 'email', value: 'a.b@shop.co' }, 'a.b@shop.co.th', false],
  [{ column: 'email', value: 'a.b@shop.co' }, 'เขียนถึง a.b@shop.co.', true],
  [{ column: 'email', value: 'a.b@shop.co' }, 'axb@shop.co', false],
  [{ column: 'citizen_id', value: '1101700230708' }, '1-1017-00230-70-8', true],
  [{ column: 'citizen_id', value: '1101700230708' }, '11017002307081', false],
]

test.each(cases)('%o in “%s”: %s', (key, text, found) => {
  expect(finds(key, text)).toBe(found)
})

test('PostgreSQL finds what JavaScript finds', async () => {
  const { admin } = await testServer()
  for (const [key, text, found] of cases) {
    const { rows } = await admin.query('select $1::text ~* $2::text as found', [text, keyPattern([key])])
    expect([text, rows[0].found]).toEqual([text, found])
  }
})

test('a number that many a price could be is no key to look for', () => {
  expect(keyPattern([{ column: 'phone', value: '12345' }])).toBeUndefined()
})

property.prop([fc.stringMatching(/^[a-z0-9.+_-]{1,12}@[a-z0-9-]{1,8}\.[a-z]{2,4}$/)])(
  'any e-mail is found as it is',
  (value) => {
    expect(finds({ column: 'email', value }, `x,${value},y`)).toBe(true)
  },
)
