import { expect, test } from 'vitest'
import { calls } from './calls.ts'
import { gapsOf } from './ids.ts'

test('every id that a call takes has a factory', () => {
  expect(calls.flatMap(gapsOf)).toEqual([])
})
