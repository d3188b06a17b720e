import { expect, test } from 'vitest'
import { randomOf } from '../../tools/random.ts'
import { playTraces, traceMoments } from './trace-crash.ts'

const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000)
const count = Number(process.env.TRACE_MOMENTS ?? 12)

test(`every received answer with a sensitive value has its trace when the API is killed (CRASH_SEED=${seed})`, {
  tags: ['verify'],
  timeout: 900_000,
}, async () => {
  const outcomes = await playTraces(traceMoments(randomOf(seed), count), (outcome) =>
    console.log(`${outcome.what}: ${outcome.before} answers before, ${outcome.cut} cut, ${outcome.after} after`),
  )
  expect(outcomes.flatMap(({ untraced }) => untraced)).toEqual([])
  const sum = (of: 'before' | 'cut' | 'after') => outcomes.reduce((total, outcome) => total + outcome[of], 0)
  expect([sum('before') > 0, sum('cut') > 0, sum('after') > 0]).toEqual([true, true, true])
})
