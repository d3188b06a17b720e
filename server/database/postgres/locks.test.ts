import { expect, test } from 'vitest'
import { sessionLocks, storeLocks } from './locks.ts'

test('no two advisory locks share a number', () => {
  const numbers = [...Object.values(sessionLocks), ...Object.values(storeLocks)]
  expect(new Set(numbers).size).toBe(numbers.length)
})
