import { expect, test } from 'vitest'
import { fits, quotaOpensAt } from './quota.ts'

test('the quota covers as many people as it has messages for', () => {
  expect(fits(null, 2, 7)).toBe(7)
  expect(fits(5, 2, 7)).toBe(2)
  expect(fits(20, 2, 7)).toBe(7)
  expect(fits(-3, 1, 7)).toBe(0)
})

test('a message waits for the next month of LINE if that begins within three days', () => {
  expect(quotaOpensAt(new Date('2026-11-27T14:59:00Z'))).toBeNull()
  expect(quotaOpensAt(new Date('2026-11-27T15:00:00Z'))?.toISOString()).toBe('2026-11-30T15:00:00.000Z')
  expect(quotaOpensAt(new Date('2026-12-30T00:00:00Z'))?.toISOString()).toBe('2026-12-31T15:00:00.000Z')
})
