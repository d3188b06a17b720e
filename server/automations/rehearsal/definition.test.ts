import * as definition from '@ruam/contract/automations/definition.ts'
import * as rehearsal from '@ruam/contract/automations/rehearsal.ts'
import { expect, test } from 'vitest'
import type * as records from '../records/tables.ts'
import type * as own from './tables.ts'

const wait = (id: number) => ({ id, kind: 'wait', length: { n: 1, unit: 'day' }, until: null })
const empty = {
  trigger: null,
  repeat: { kind: 'once' },
  channel_id: null,
  exit: null,
  group: null,
  imports: false,
  holdout: null,
}

test('a definition has at most twelve steps, those of branches among them, each with an id of its own', () => {
  const steps = (count: number) => Array.from({ length: count }, (_, index) => wait(index + 1))
  const { steps: most } = definition.automationLimits
  expect(definition.Definition.safeParse({ ...empty, steps: steps(most) }).success).toBe(true)
  expect(definition.Definition.safeParse({ ...empty, steps: steps(most + 1) }).success).toBe(false)
  expect(definition.Definition.safeParse({ ...empty, steps: [wait(1), wait(1)] }).success).toBe(false)
})

test('a rehearsal goes back twelve months unless the caller chooses fewer', () => {
  const { body } = rehearsal.automationRehearsals.start
  expect(body.parse({})).toEqual({ months: 12 })
  expect(body.safeParse({ months: 5 }).success).toBe(false)
})

test('a start is chosen without moving anyone, and acts are kept as rows of five', () => {
  const start: records.StartChoice = { inside: false, move: false }
  const act: own.RehearsedActRow = ['2026-01-01T00:00:00Z', 'entered', null, 'date', null]
  expect([start.inside, act.length]).toEqual([false, 5])
})
