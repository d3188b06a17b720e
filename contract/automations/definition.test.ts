import { expect, test } from 'vitest'
import * as contract from './definition.ts'

const { automationLimits, Definition, stepKinds, stepsOf } = contract

const label = (id: number) => ({ id, kind: 'label', label_id: 7, value: true }) as const
const fork = (id: number, yes: readonly number[], no: readonly number[]) =>
  ({
    ...{ id, kind: 'condition', condition: { kind: 'activity_since', activity_type_id: 3 } },
    ...{ yes: yes.map(label), no: no.map(label) },
  }) as const
const base = {
  ...{
    trigger: null,
    repeat: { kind: 'once' },
    channel_id: null,
    exit: null,
    group: null,
    imports: false,
    holdout: null,
  },
} as const
const read = (steps: readonly object[]) => Definition.safeParse({ ...base, steps })

test('an automation has at most twelve steps, those of branches among them', () => {
  const eight = [1, 2, 3, 4, 5, 6, 7, 8].map(label)
  expect(read([...eight, fork(9, [10, 11], [12])]).success).toBe(true)
  expect(read([...eight, fork(9, [10, 11], [12, 13])]).success).toBe(false)
  expect(read(Array.from({ length: automationLimits.steps + 1 }, (_, at) => label(at + 1))).success).toBe(false)
})

test('a branch has at most three steps and no condition', () => {
  expect(read([fork(1, [2, 3, 4], [])]).success).toBe(true)
  expect(read([fork(1, [2, 3, 4, 5], [])]).success).toBe(false)
  expect(read([{ ...fork(1, [], []), yes: [fork(2, [], [])] }]).success).toBe(false)
})

test('each step has a number of its own', () => {
  expect(read([label(1), fork(2, [3], [1])]).success).toBe(false)
})

test('steps are listed with those of branches behind their condition', () => {
  const { data } = read([label(5), fork(2, [9], [4]), label(1)])
  expect(stepsOf(data!.steps).map(({ id }) => id)).toEqual([5, 2, 9, 4, 1])
  expect(stepKinds).toContain('condition')
})
