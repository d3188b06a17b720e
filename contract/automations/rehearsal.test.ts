import { expect, test } from 'vitest'
import { automationRehearsals } from './rehearsal.ts'

test('a rehearsal covers twelve months unless the caller chooses fewer', () => {
  const { body } = automationRehearsals.start
  expect(body.parse({})).toEqual({ months: 12 })
  expect(body.safeParse({ months: 5 }).success).toBe(false)
})
