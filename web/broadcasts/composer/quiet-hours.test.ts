import { expect, test } from 'vitest'
import { isQuietAt } from './quiet-hours.ts'

test.each([
  ['2026-11-12T13:59:00Z', false],
  ['2026-11-12T14:00:00Z', true],
  ['2026-11-12T20:00:00Z', true],
  ['2026-11-13T00:59:00Z', true],
  ['2026-11-13T01:00:00Z', false],
])('quiet hours from 21:00 to 08:00 in Bangkok contain %s: %s', (instant, expected) => {
  expect(isQuietAt({ from: '21:00', to: '08:00' }, instant, 'Asia/Bangkok')).toBe(expected)
})

test('quiet hours within a day end at their end, and a store without any is never quiet', () => {
  const noon = { from: '12:00', to: '13:00' }
  expect(isQuietAt(noon, '2026-11-12T05:30:00Z', 'Asia/Bangkok')).toBe(true)
  expect(isQuietAt(noon, '2026-11-12T06:00:00Z', 'Asia/Bangkok')).toBe(false)
  expect(isQuietAt({ from: '00:00', to: '00:00' }, '2026-11-12T06:00:00Z', 'Asia/Bangkok')).toBe(false)
  expect(isQuietAt(null, '2026-11-12T15:00:00Z', 'Asia/Bangkok')).toBe(false)
})
