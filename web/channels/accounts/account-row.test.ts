import { expect, test } from 'vitest'
import { initialsOf, nextQuotaDay, strangersOf } from './account-row.ts'

test('a quota starts over on the first of the next month in Japan', () => {
  expect(nextQuotaDay(new Date('2026-11-30T14:59:59Z'))).toBe('2026-12-01')
  expect(nextQuotaDay(new Date('2026-11-30T15:00:00Z'))).toBe('2027-01-01')
})

test('initials skip leading vowels and marks, and are empty without letters', () => {
  expect(initialsOf('ผ้าฝ้ายเชียงใหม่')).toBe('ผ')
  expect(initialsOf('ผ้าฝ้าย เชียงใหม่')).toBe('ผช')
  expect(initialsOf('cotton shop downtown')).toBe('CS')
  expect(initialsOf('★ ')).toBe('')
})

test('friends without a profile are those that wrote, or as many more as LINE counts', () => {
  expect(strangersOf({ known: 3, unknown: 2, blocked: 1, atLine: null })).toBe(2)
  expect(strangersOf({ known: 3, unknown: 2, blocked: 1, atLine: 10 })).toBe(7)
  expect(strangersOf({ known: 3, unknown: 2, blocked: 1, atLine: 4 })).toBe(2)
})
