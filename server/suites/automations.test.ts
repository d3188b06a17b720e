import { expect, test } from 'vitest'
import { randomOf } from '../../tools/random.ts'
import { shortAutomation } from './automation-moments.ts'
import { playAutomations } from './automations-crash.ts'

const seed = Number(process.env.AUTOMATION_SEED ?? Date.now() % 1_000_000)

test(`each customer takes every step of an automation once when server and database are killed (AUTOMATION_SEED=${seed})`, {
  tags: ['verify'],
  timeout: 360_000,
}, async () => {
  const outcomes = await playAutomations({ moments: [shortAutomation(randomOf(seed))], people: 300, workers: 0 })
  expect(outcomes.map(({ what, faults }) => [what, faults])).toEqual(outcomes.map(({ what }) => [what, []]))
})
