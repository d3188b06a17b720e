import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { phoneVote, readPhone } from './phones.ts'

const thaiDigits = (text: string) => text.replace(/\d/g, (digit) => '๐๑๒๓๔๕๖๗๘๙'.charAt(Number(digit)))
const mobile = fc
  .tuple(fc.constantFrom('6', '8', '9'), fc.integer({ min: 0, max: 99_999_999 }))
  .map(([first, rest]) => `0${first}${String(rest).padStart(8, '0')}`)
const landline = fc
  .tuple(fc.constantFrom('2', '3', '4', '5', '7'), fc.integer({ min: 0, max: 9_999_999 }))
  .map(([first, rest]) => `0${first}${String(rest).padStart(7, '0')}`)

/** Ways in which the same national number is typed. */
const forms: ((national: string) => string)[] = [
  (n) => n,
  (n) => `${n.slice(0, 3)}-${n.slice(3, 6)}-${n.slice(6)}`,
  (n) => `${n.slice(0, 2)} ${n.slice(2, 6)} ${n.slice(6)}`,
  (n) => `(${n.slice(0, 3)}) ${n.slice(3)}`,
  (n) => `${n.slice(0, 3)}.${n.slice(3)}`,
  thaiDigits,
  (n) => `+66${n.slice(1)}`,
  (n) => `+66 (0) ${n.slice(1)}`,
  (n) => `+66${n}`,
  (n) => `(+66)${n.slice(1)}`,
  (n) => `66${n.slice(1)}`,
  (n) => `660${n.slice(1)}`,
  (n) => `0066${n.slice(1)}`,
  (n) => `\u202a${n}\u202c`,
  (n) => `'${n}`,
  (n) => `โทร. ${n}`,
  (n) => `Tel: ${n}`,
  (n) => `${n} ต่อ 12`,
  (n) => `${n} ext. 12`,
  (n) => `${n} (คุณแม่)`,
  (n) => `${n.slice(0, 3)}/${n.slice(3)}`,
]

describe('a Thai number', () => {
  test('reads the same however it is typed', () => {
    fc.assert(
      fc.property(fc.oneof(mobile, landline), fc.constantFrom(...forms), (national, form) => {
        expect(readPhone(form(national))).toMatchObject({ value: `+66${national.slice(1)}` })
      }),
    )
  })

  test('that lost its leading zero is repaired and noted', () => {
    expect(readPhone('812345678')).toEqual({ value: '+66812345678', note: 'phone_repaired' })
    expect(readPhone('81-234-5678')).toEqual({ value: '+66812345678', note: 'phone_repaired' })
    expect(readPhone('21234567')).toEqual({ value: '+6621234567', note: 'phone_repaired' })
    expect(readPhone('812345678.0')).toEqual({ value: '+66812345678', note: 'phone_repaired' })
  })

  test.each(['09683873', '081234567', '08123456789', '0212345678', '+6681234567', '0512', '021234567890'])(
    'with a wrong number of digits fails: %s',
    (raw) => expect(readPhone(raw)).toEqual({ failure: 'phone_invalid' }),
  )

  test('in scientific notation is expanded when no digit is lost', () => {
    expect(readPhone('8.12345678E8')).toEqual({ value: '+66812345678', note: 'phone_expanded' })
    expect(readPhone('8.1234567E+08')).toEqual({ value: '+66812345670', note: 'phone_expanded' })
    expect(readPhone('8.12E+08')).toEqual({ failure: 'digits_lost' })
  })
})

describe('a cell with more than one number', () => {
  test.each([
    '02-222-2222, 081-111-1111',
    '081-111-1111/02-222-2222',
    '02 222 2222 หรือ 081 111 1111',
    '081-111-1111\n082-222-2222',
    '081-111-1111 082-222-2222',
    'บ้าน, 0811111111',
  ])('gives the first mobile: %j', (raw) => {
    expect(readPhone(raw)).toEqual({ value: '+66811111111', note: 'phone_first_of_several' })
  })

  test('that is one number with thousands signs is one number', () => {
    expect(readPhone('812,345,678')).toEqual({ value: '+66812345678', note: 'phone_repaired' })
  })

  test('that names a range of lines gives the first line', () => {
    expect(readPhone('02-123-4567-9')).toEqual({ value: '+6621234567', note: 'phone_extension_dropped' })
    expect(readPhone('02-123-4567 ถึง 70')).toEqual({ value: '+6621234567', note: 'phone_extension_dropped' })
  })
})

describe('a number of another country', () => {
  test('stays as it is behind + or 00', () => {
    expect(readPhone('+44 (0)20 7946 0958')).toEqual({ value: '+442079460958' })
    expect(readPhone('0044 20 7946 0958')).toEqual({ value: '+442079460958' })
    expect(readPhone('+1234567')).toEqual({ failure: 'phone_invalid' })
    expect(readPhone('+1234567890123456')).toEqual({ failure: 'phone_invalid' })
  })

  test.each([
    ['(5) 555-4729', '55554729'],
    ['1 (11) 500 555-0143', '1115005550143'],
    ['011-4988260', '0114988260'],
  ])('without a country keeps its digits and is noted: %s', (raw, digits) => {
    expect(readPhone(raw)).toEqual({ value: digits, note: 'phone_country_unknown' })
  })

  test('is not taken for a Thai one in a column of other numbers', () => {
    expect(readPhone('030-0074321', 'unknown')).toEqual({ value: '0300074321', note: 'phone_country_unknown' })
    expect(readPhone('089-0877310', 'unknown')).toEqual({ value: '0890877310', note: 'phone_country_unknown' })
    expect(readPhone('981-443655', 'unknown')).toEqual({ value: '981443655', note: 'phone_country_unknown' })
    expect(readPhone('+66 81 234 5678', 'unknown')).toEqual({ value: '+66812345678' })
  })
})

test.each(['1669', '191', 'สมชาย', '081-234-567X', '1111111111', '1234567890', '0123456789', 'x'.repeat(500)])(
  'what is no number of a person fails: %.20s',
  (raw) => expect(readPhone(raw)).toEqual({ failure: 'phone_invalid' }),
)

test.each(['0', '000-000-0000', '0000000000', '', ' '])('only zeros mean that there is no number: %j', (raw) => {
  expect(readPhone(raw)).toEqual({ value: null })
})

test.each([
  ['0812345678', 'thai'],
  ['812345678', 'thai'],
  ['(5) 555-4729', 'foreign'],
  ['030-0074321', 'foreign'],
  ['09683873', null],
  ['0', null],
])('%s votes %s on the numbering of its column', (raw, vote) => {
  expect(phoneVote(raw)).toBe(vote)
})
