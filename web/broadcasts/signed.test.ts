import { expect, test } from 'vitest'
import { percentOf, roughly, signed } from './signed.ts'

test('a difference is written with its sign', () => {
  expect([18.3, -5, 0].map(signed)).toEqual(['+18.30', '−5.00', '0.00'])
})

test('a share has one decimal, also of nobody', () => {
  expect([percentOf(1629, 3879), percentOf(0, 0)]).toEqual(['42.0%', '0.0%'])
})

test('a sum is rounded to two digits', () => {
  expect([70_986, 21_334, 120_637, -994, 7, 0].map(roughly)).toEqual([71_000, 21_000, 120_000, -990, 7, 0])
})
