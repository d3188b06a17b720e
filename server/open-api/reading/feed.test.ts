import { expect, test } from 'vitest'
import { playFeed } from '../../testing/open-api/feed-play.testing.ts'

/** Calls of the writers. */
const CALLS = Number(process.env.FEED_CALLS ?? 400)
const SEEDS = Number(process.env.FEED_SEEDS ?? 1)
const SEED = Number(process.env.FEED_SEED ?? (process.env.SEED === 'random' ? Date.now() % 1_000_000 : 20261126))

test(`a reader that follows the change feed ends with an exact copy of the store despite concurrent writers (FEED_SEED=${SEED})`, {
  timeout: (CALLS * 100 + 60_000) * SEEDS,
}, async () => {
  for (let n = 0; n < SEEDS; n++) {
    const { copy, store, changes } = await playFeed(SEED + n, CALLS)
    expect(changes).toBeGreaterThan(store.size)
    expect(store.size).toBeGreaterThan(10)
    const differing = [...new Set([...copy.keys(), ...store.keys()])].filter((id) => copy.get(id) !== store.get(id))
    expect(differing.map((id) => ({ seed: SEED + n, id, copied: copy.get(id), stored: store.get(id) }))).toEqual([])
  }
})
