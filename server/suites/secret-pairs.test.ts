import { expect, test } from 'vitest'
import { testServer } from '../testing/store.testing.ts'
import { anyCalls } from './secret-pairs/any-call.ts'
import { type Difference, type Outcome, playPairs } from './secret-pairs/run-pairs.ts'

const PAIRS = Number(process.env.SECRETS_PAIRS ?? 3)
// Without SEED=random the same pairs each time, so that a change is judged by itself alone. The first scene has SQL logins.
const SEED = Number(
  process.env.SECRETS_SEED ?? (process.env.SEED === 'random' ? Math.floor(Math.random() * 2 ** 20) : 4),
)
/** Differences after which it stops. */
const MOST = Number(process.env.SECRETS_MOST ?? 20)
/** Largest part of the pairs that may end by a declared dependence. */
const MAX_ENDED = 0.2
/** Largest part of the pairs whose worlds could not both be asked the same. */
const MAX_UNEVEN = 0.005

test(`${PAIRS} pairs of sequences get equal answers in two stores that differ only in closed values`, {
  timeout: PAIRS * 5000 + 300_000,
}, async () => {
  const { app } = await testServer()
  const start = performance.now()
  const cpu = process.cpuUsage()
  const report = (outcome: Outcome) => {
    const { user, system } = process.cpuUsage(cpu)
    const [seconds, worked] = [(performance.now() - start) / 1000, (user + system) / 1e6].map(Math.round)
    console.log([`${seconds} s, ${worked} s of this process`, ...linesOf(outcome)].join('\n'))
  }
  const outcome = await playPairs(app, { seed: SEED, pairs: PAIRS, most: MOST }, report)
  report(outcome)
  const { pairs, uneven, differences } = outcome
  expect(differences.map(({ step, caller }) => `${step} by ${caller}`)).toEqual([])
  // A chance that few pairs have is no proportion.
  expect(endedOf(outcome)).toBeLessThanOrEqual(Math.max(20, pairs * MAX_ENDED))
  expect(uneven.length).toBeLessThanOrEqual(Math.max(2, pairs * MAX_UNEVEN))
})

const endedOf = ({ ends }: Outcome) => Object.values(ends).reduce((sum, count) => sum + count, 0)

function linesOf(outcome: Outcome): string[] {
  const { pairs, requests, ends, uneven, calls, ways, differences } = outcome
  const succeeded = new Set([...calls].flatMap(([name, statuses]) => ([...statuses].some(isSuccess) ? name : [])))
  const missed = anyCalls.flatMap(({ name }) => (succeeded.has(name) ? [] : name))
  return [
    `SECRETS_SEED=${SEED}, ${pairs} of ${PAIRS} pairs: ${requests} requests, ${differences.length} differences`,
    `ended by a declared dependence: ${endedOf(outcome)} ${JSON.stringify(ends)}; uneven: ${uneven.length}`,
    ...uneven.map((one) => `  ${one}`),
    `${ways.size} ways; ${anyCalls.length - missed.length} of ${anyCalls.length} calls with success`,
    // Few pairs reach few calls.
    ...(pairs >= 2500 ? [`never with success: ${missed.join(', ')}`] : []),
    ...differences.map(shown),
  ]
}

const isSuccess = (status: number) => status < 300

const shown = ({ scene, pair, step, caller, before, request, parts }: Difference) =>
  [
    `DIFFERENT scene ${scene} pair ${pair}, ${step} by ${caller}`,
    ...[`after ${before.join('; ')}`, request, ...parts].map((line) => `  ${line}`),
  ].join('\n')
