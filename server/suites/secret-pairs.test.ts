import { expect, test } from 'vitest'
import { testServer } from '../platform/core/store.testing.ts'
import { anyCalls } from './secret-pairs/any-call.ts'
import { type Difference, playPairs } from './secret-pairs/run-pairs.ts'

const PAIRS = Number(process.env.SECRETS_PAIRS ?? 100)
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
  tags: ['verify'],
  timeout: PAIRS * 5000 + 300_000,
}, async () => {
  const { app } = await testServer()
  const start = performance.now()
  const cpu = process.cpuUsage()
  const { pairs, requests, ends, uneven, calls, ways, differences } = await playPairs(app, SEED, PAIRS, MOST)
  const ended = Object.values(ends).reduce((sum, count) => sum + count, 0)
  const succeeded = [...calls].filter(([, statuses]) => [...statuses].some((status) => status < 300))
  const missed = anyCalls.filter(({ name }) => !succeeded.some(([reached]) => reached === name))
  const { user, system } = process.cpuUsage(cpu)
  const lines = [
    `SECRETS_SEED=${SEED} SECRETS_PAIRS=${pairs}: ${requests} requests in ${Math.round((performance.now() - start) / 1000)} s, ${Math.round((user + system) / 1e6)} s of this process`,
    `ended by a declared dependence: ${ended} ${JSON.stringify(ends)}; uneven: ${uneven.length}`,
    ...uneven.map((one) => `  ${one}`),
    `${ways.size} ways; ${succeeded.length} of ${anyCalls.length} calls with success`,
    // Few pairs reach few calls.
    ...(PAIRS >= 5000 ? [`never with success: ${missed.map(({ name }) => name).join(', ')}`] : []),
  ]
  console.log([...lines, ...differences.map(shown)].join('\n'))
  expect(differences.map(({ step, caller }) => `${step} by ${caller}`)).toEqual([])
  // A chance that few pairs have is no proportion.
  expect(ended).toBeLessThanOrEqual(Math.max(20, pairs * MAX_ENDED))
  expect(uneven.length).toBeLessThanOrEqual(Math.max(2, pairs * MAX_UNEVEN))
})

const shown = ({ scene, pair, step, caller, before, request, parts }: Difference) =>
  [
    `DIFFERENT scene ${scene} pair ${pair}, ${step} by ${caller}`,
    ...[`after ${before.join('; ')}`, request, ...parts].map((line) => `  ${line}`),
  ].join('\n')
