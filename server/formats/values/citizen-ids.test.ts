import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasCheckDigit, readCitizenId } from './citizen-ids.ts'

const valid = fc
  .integer({ min: 100_000_000_000, max: 899_999_999_998 })
  .map((number) => {
    const first = String(number)
    const sum = [...first].reduce((total, digit, place) => total + Number(digit) * (13 - place), 0)
    return first + String((11 - (sum % 11)) % 10)
  })
  .filter((digits) => new Set(digits.slice(0, 12)).size > 1 && digits !== '1234567890121')

const forms: ((digits: string) => string)[] = [
  (d) => d,
  (d) => `${d.slice(0, 1)}-${d.slice(1, 5)}-${d.slice(5, 10)}-${d.slice(10, 12)}-${d.slice(12)}`,
  (d) => `${d.slice(0, 1)} ${d.slice(1, 5)} ${d.slice(5, 10)} ${d.slice(10, 12)} ${d.slice(12)}`,
  (d) => d.replace(/\d/g, (digit) => '๐๑๒๓๔๕๖๗๘๙'.charAt(Number(digit))),
  (d) => ` '${d}`.trim(),
  (d) => `${d}.0`,
]

test('a citizen id reads the same however it is typed', () => {
  fc.assert(
    fc.property(valid, fc.constantFrom(...forms), (digits, form) => {
      expect(readCitizenId(form(digits))).toEqual({ value: digits })
    }),
  )
})

test('a mistyped last digit never passes', () => {
  fc.assert(
    fc.property(valid, fc.integer({ min: 1, max: 9 }), (digits, step) => {
      const wrong = digits.slice(0, 12) + ((Number(digits[12]) + step) % 10)
      expect(readCitizenId(wrong)).toEqual({ failure: 'citizen_id_check_digit' })
    }),
  )
})

test.each([
  ['1112034563561', 'citizen_id_check_digit'],
  ['1234567890123', 'citizen_id_check_digit'],
  ['0000000000001', 'citizen_id_placeholder'],
  ['1111111111119', 'citizen_id_placeholder'],
  ['1234567890121', 'citizen_id_placeholder'],
  ['11120345635', 'citizen_id_length'],
  ['AA1234567', 'citizen_id_length'],
  ['1.1E+12', 'digits_lost'],
])('%s is refused: %s', (raw, failure) => {
  expect(readCitizenId(raw)).toEqual({ failure })
})

test('a lost leading zero comes back only when the check digit then fits', () => {
  expect(hasCheckDigit('0994000158378')).toBe(true)
  expect(readCitizenId('994000158378')).toEqual({ value: '0994000158378', note: 'citizen_id_repaired' })
  expect(readCitizenId('994000158379')).toEqual({ failure: 'citizen_id_length' })
})

test('only zeros mean that there is none', () => {
  expect(readCitizenId('0-0000-00000-00-0')).toEqual({ value: null })
})
