import { expect, test } from 'vitest'
import { asMany } from './as-many.ts'

test.each([
  ['has any of ', 'have any of '],
  ['is a friend on ', 'are friends on '],
  [' and was sent ', ' and were sent '],
  [' or (does not have ', ' or (do not have '],
  // The subject is a field, not the customers.
  [' has a value', ' has a value'],
  [' is more than ', ' is more than '],
])('“%s” of one customer is “%s” of several', (one, several) => {
  expect(asMany(one)).toBe(several)
})
