import { expect, test } from 'vitest'
import { initialsOf, nextQuotaDay } from './account-row.ts'

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
