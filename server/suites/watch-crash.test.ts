import { expect, test } from 'vitest'
import { randomOf } from '../../tools/random.ts'
import { playWatches, watchKills } from './watches-crash.ts'

const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000)
const count = Number(process.env.CRASH_MOMENTS ?? 21)
const files = Number(process.env.CRASH_FILES ?? 8)
const rows = Number(process.env.CRASH_ROWS ?? 3000)

test(`each file of a watched folder is imported once when processes are killed (CRASH_SEED=${seed})`, {
  tags: ['verify'],
  timeout: 3_600_000,
}, async () => {
  let told = 0
  const faults = await playWatches({
    kills: watchKills(randomOf(seed), count),
    ...{ files, rows },
    tell: ({ what, seconds }) => console.log(`${++told}. ${what}: up again after ${seconds.toFixed(1)} s`),
  })
  expect(faults).toEqual([])
  expect(told).toBe(count)
})
