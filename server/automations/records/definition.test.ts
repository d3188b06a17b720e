import {
  automationLimits,
  ClockTime,
  Condition,
  Definition,
  type ForkStep,
  type LeavingReason,
  leavingReasons,
  type PlainStep,
  Repeat,
  Step,
  stepsOf,
  Trigger,
} from '@ruam/contract/automations/definition.ts'
import { expect, test } from 'vitest'

const note = (id: number): PlainStep => ({ id, kind: 'note', text: 'โทรถาม', follow_up_days: 3 })
const fork: ForkStep = {
  ...{ id: 1, kind: 'condition' },
  condition: { kind: 'activity_since', activity_type_id: 1 },
  yes: [note(2), note(3)],
  no: [note(4)],
}
const definition = (steps: Step[]): Definition => ({
  ...{ trigger: null, repeat: { kind: 'once' }, channel_id: null, steps, exit: null, group: null },
  ...{ imports: false, holdout: null },
})

test('the steps of branches come after their condition', () => {
  expect(stepsOf([fork, note(5)]).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
})

test('a definition is rejected if a step occurs twice, a branch holds a condition or there are too many steps', () => {
  const accepts = (steps: unknown[]) => Definition.safeParse({ ...definition([]), steps }).success
  expect(accepts([fork, note(5)])).toBe(true)
  expect(accepts([fork, note(4)])).toBe(false)
  expect(accepts([{ ...fork, yes: [{ ...fork, id: 9 }] }])).toBe(false)
  expect(accepts(Array.from({ length: automationLimits.steps + 1 }, (_, index) => note(index + 1)))).toBe(false)
  expect(Step.safeParse({ ...note(1), kind: 'call' }).success).toBe(false)
})

test('times of day, pauses between entries, offsets of dates and reasons have limits', () => {
  const date = { kind: 'date', field_id: 1, offset_days: -7, time: '09:00', yearly: true }
  const left = (reasons: LeavingReason[]) => ({ kind: 'segment_left', segment_id: 1, reasons })
  expect(Trigger.safeParse(date).success).toBe(true)
  expect(Trigger.safeParse({ ...date, offset_days: automationLimits.offsetDays + 1 }).success).toBe(false)
  expect(Trigger.safeParse(left([...leavingReasons])).success).toBe(true)
  expect(Trigger.safeParse(left([])).success).toBe(false)
  expect(ClockTime.safeParse('24:00').success).toBe(false)
  expect(Repeat.safeParse({ kind: 'every', days: automationLimits.days + 1 }).success).toBe(false)
  expect(Condition.safeParse({ kind: 'activity_since', activity_type_id: 0 }).success).toBe(false)
})
