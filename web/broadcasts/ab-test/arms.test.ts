import { expect, test } from 'vitest'
import { faultsOfArm, trialSizes } from './arms.ts'

test('a trial of 2,921 customers has 292 for each text and leaves 2,337', () => {
  expect(trialSizes(2921)).toEqual({ each: 292, rest: 2337 })
  expect(trialSizes(0)).toEqual({ each: 0, rest: 0 })
  expect(trialSizes(1, 40)).toEqual({ each: 0, rest: 1 })
})

test('faults of the second text have the paths of its fields', () => {
  const faults = ['messages.0.text', 'ab_test.messages.1.text', 'quick_replies.0.label', 'ab_test.decide'].map(
    (path) => ({ path, reason: 'missing' as const }),
  )
  expect(faultsOfArm(faults, 'a').map(({ path }) => path)).toEqual([
    'messages.0.text',
    'quick_replies.0.label',
    'ab_test.decide',
  ])
  expect(faultsOfArm(faults, 'b').map(({ path }) => path)).toEqual(['messages.1.text', 'quick_replies.0.label'])
})
