import { expect, test } from 'vitest'
import { playErasures } from './erase-play.ts'

const seed = Number(process.env.ERASE_SEED ?? Date.now() % 1_000_000)

test(`people are erased completely during concurrent writes about them (ERASE_SEED=${seed})`, {
  tags: ['verify'],
  timeout: 120_000,
}, async () => {
  const { outcomes, left } = await playErasures({ seed, rounds: 2, kills: 0 })
  expect(outcomes.flatMap(({ faults }) => faults)).toEqual([])
  expect(left).toEqual([])
})
