import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readNumber } from './numbers.ts'

test.each([
  ['0', 0],
  ['-0', 0],
  ['007', 7],
  ['1234.5', 1234.5],
  ['1,234.50', 1234.5],
  ['1,234,567', 1234567],
  ['1 234 567.5', 1234567.5],
  ['๑,๒๓๔.๕๐', 1234.5],
  ['฿1,200', 1200],
  ['1,200 บาท', 1200],
  ['THB 1200', 1200],
  ['1,200.-', 1200],
  ['1.234,50', 1234.5],
  ['-12.345.678,9', -12345678.9],
  ['(1,234.50)', -1234.5],
  ['-฿50', -50],
  ['−5', -5],
  ['+5', 5],
  [' 12 ', 12],
  ['1.5E+3', 1500],
  ['40000.0000', 40000],
  ['.5', 0.5],
])('%j is %d', (raw, value) => {
  expect(readNumber(raw)).toEqual({ value })
})

test.each([
  '12%',
  'NaN',
  'Infinity',
  '1,23',
  '1.234,567',
  '1.23,50',
  '12,34,567',
  '1-2',
  '$5',
  '0x10',
  'สิบ',
  '1..2',
  '-',
  '.',
  '--5',
  '-.',
])('%s is no number', (raw) => expect(readNumber(raw)).toEqual({ failure: 'number_invalid' }))

test.each(['1000000000000001', '1e300', '1e999', '(9,999,999,999,999,999)'])(
  '%s is too large to keep every digit',
  (raw) => {
    expect(readNumber(raw)).toEqual({ failure: 'number_too_large' })
  },
)

test('a number reads back however it is grouped', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e14, max: 1e14 }), fc.integer({ min: 0, max: 99 }), (whole, cents) => {
      const value = Number(`${whole}.${String(cents).padStart(2, '0')}`)
      expect(readNumber(value.toFixed(2))).toEqual({ value: value === 0 ? 0 : value })
      const grouped = value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
      expect(readNumber(grouped)).toEqual({ value: value === 0 ? 0 : value })
    }),
  )
})
