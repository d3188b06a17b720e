import { expect, test } from 'vitest'
import { playFeed } from '../../testing/open-api/feed-play.testing.ts'

const SECONDS = Number(process.env.FEED_SECONDS ?? 2)
const SEEDS = Number(process.env.FEED_SEEDS ?? 1)
const SEED = Number(process.env.FEED_SEED ?? Date.now() % 1_000_000)

test(`a reader that follows the change feed ends with an exact copy of the store despite concurrent writers (FEED_SEED=${SEED})`, {
  timeout: (SECONDS + 60) * SEEDS * 1000,
}, async () => {
  for (let n = 0; n < SEEDS; n++) {
    const { copy, store, changes } = await playFeed(SEED + n, SECONDS)
    expect(changes).toBeGreaterThan(store.size)
    expect(store.size).toBeGreaterThan(10)
    const differing = [...new Set([...copy.keys(), ...store.keys()])].filter((id) => copy.get(id) !== store.get(id))
    expect(differing.map((id) => ({ seed: SEED + n, id, copied: copy.get(id), stored: store.get(id) }))).toEqual([])
  }
})
