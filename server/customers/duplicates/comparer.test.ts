import { expect, test } from 'vitest'
import { StoreInMemory } from '../../testing/duplicates/compared-in-memory.testing.ts'

test.each([1, 2, 3])(
  'comparing what has changed finds the pairs of comparing everybody after 200 random changes, seed %i',
  (seed) => {
    const store = new StoreInMemory(seed, 300)
    store.scan()
    for (let changes = 1; changes <= 200; changes++) {
      store.change()
      if (changes % 5 !== 0) continue
      // A worker that dies leaves the rest to the next one.
      if (changes % 20 === 0) store.scan(changes % 3)
      store.scan()
      if (changes % 20 === 0) expect(store.shown()).toEqual(store.shownFromScratch())
    }
    expect(store.shown().length).toBeGreaterThan(20)
    expect(store.shown().some((pair) => pair.endsWith('linked'))).toBe(true)
  },
)
