import { valueFailures } from '@ruam/contract/formats/value-failures.ts'
import type { ValueKind } from '@ruam/contract/platform/system-fields.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noDates } from './date-facts.ts'
import { dateStyleOf } from './date-styles.ts'
import { type ColumnStyle, isEmptyCell, readCell, readTypedValue } from './values.ts'

const column: ColumnStyle = { phones: 'thai', dates: dateStyleOf(noDates(), '2026-11-27'), timeZone: null }
const kinds: ValueKind[] = ['text', 'phone', 'email', 'citizen_id', 'gender', 'number', 'date', 'boolean']
const kind = fc.constantFrom(...kinds)

test.each(['', '  ', '\t', '\u00a0', '-', ' - ', '–', 'NULL', 'null', '(null)', '\\N', 'N/A', '#N/A'])(
  '%j is an empty cell in every column',
  (raw) => {
    expect(isEmptyCell(raw)).toBe(true)
    for (const each of kinds) expect(readCell(each, raw, column)).toEqual({ value: null })
  },
)

test.each(['Null', 'None', 'ไม่มี', 'NA', '0', 'no', '--- ขายแล้ว'])('%s is text in a text column', (raw) => {
  expect(readCell('text', raw, column)).toEqual({ value: raw })
})

test.each(['ไม่มี', 'ไม่ระบุ', 'None', 'nan', 'N/a'])(
  '%s is empty where only a phone, a date or the like can stand',
  (raw) => {
    for (const each of ['phone', 'email', 'citizen_id', 'number', 'date'] as const) {
      expect(readCell(each, raw, column)).toEqual({ value: null })
    }
  },
)

test('a typed word for nothing is a text, and an error in a field that takes no text', () => {
  const words = ['-', '--', '–', 'NULL', 'null', '(null)', '\\N', 'N/A', '#N/A', 'none', 'ไม่มี', 'ไม่ระบุ', '.', 'nan']
  fc.assert(
    fc.property(fc.constantFrom(...words), fc.constantFrom('', ' ', '\u200b'), (word, around) => {
      const typed = `${around}${word}${around}`
      expect(readTypedValue('text', typed, column)).toEqual({ value: word })
      for (const each of ['phone', 'email', 'citizen_id', 'number', 'date'] as const)
        expect([each, readTypedValue(each, typed, column)]).toEqual([each, { failure: expect.any(String) }])
    }),
  )
  for (const nothing of ['', '  ', '\u200b\n']) expect(readTypedValue('text', nothing, column)).toEqual({ value: null })
})

test('a cell of 32 kB is kept and a longer one fails, counted in bytes', () => {
  expect(readCell('text', 'ก'.repeat(10_922), column)).toHaveProperty('value')
  expect(readCell('text', 'ก'.repeat(10_923), column)).toEqual({ failure: 'cell_too_long' })
  expect(readCell('text', 'a'.repeat(32_768), column)).toHaveProperty('value')
  for (const each of kinds) expect(readCell(each, 'a'.repeat(32_769), column)).toEqual({ failure: 'cell_too_long' })
})

test('a date column with times gives instants, one without gives days', () => {
  expect(readCell('date', '21/12/2568 10:47', column)).toEqual({ value: '2025-12-21' })
  expect(readCell('date', '21/12/2568 10:47', { ...column, timeZone: 'Asia/Bangkok' })).toEqual({
    value: '2025-12-21T03:47:00.000Z',
  })
})

test('every cell is a value, empty, or a failure with an error message', () => {
  fc.assert(
    fc.property(kind, fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (each, raw) => {
      const reading = readCell(each, raw, column)
      if ('failure' in reading) expect(valueFailures).toHaveProperty(reading.failure)
      else if (typeof reading.value === 'string') expect(reading.value).not.toMatch(/^$|\0/)
    }),
    { numRuns: 2000 },
  )
})

test('a stored value read again stays what it is', () => {
  const typed = fc.constantFrom(
    '0812345678',
    '21234567',
    ' A@B.co',
    '๑,๒๓๔',
    '29/02/2567',
    'ญ',
    'ใช่',
    'เเม่',
    '(5) 555-4729',
  )
  fc.assert(
    fc.property(kind, typed, (each, raw) => {
      const first = readCell(each, raw, column)
      fc.pre('value' in first && first.value !== null)
      expect(readCell(each, String(first.value), column)).toMatchObject({ value: first.value })
    }),
  )
})
