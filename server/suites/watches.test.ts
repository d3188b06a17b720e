import { expect, test } from 'vitest'
import { testServer } from '../testing/store.testing.ts'
import { shopKinds } from './watch-days.ts'
import { watchDays } from './watches.ts'

const DAYS = Number(process.env.WATCH_DAYS ?? 15)
/** Accidents of each shop. */
const ACCIDENTS = Number(process.env.WATCH_ACCIDENTS ?? 8)
const SEED = Number(process.env.WATCH_SEED ?? (process.env.SEED === 'random' ? Date.now() % 1_000_000 : 1))
const { WATCH_SHOPS = process.env.WATCH_DAYS === undefined ? 'coffee' : shopKinds.join() } = process.env
const shops = shopKinds.filter((kind) => WATCH_SHOPS.split(',').includes(kind))
/** Share of good files that may wait. */
const MOST_WAITS = 0.02

test(`of ${DAYS} days of a shop at most 2 % wait, and no planted accident runs (WATCH_SEED=${SEED})`, {
  timeout: 6 * 3_600_000,
}, async () => {
  await testServer()
  const watched = await Promise.all(shops.map((kind) => watchDays(kind, SEED, DAYS, ACCIDENTS)))
  for (const { kind, good, waits, planted, ran, alone } of watched) {
    console.log(`${kind}: ${waits.length} of ${good} wait ${JSON.stringify(waits)}, ${ran.length} of ${planted} ran`)
    if (ran.length > 0) console.log(`${kind}: ran ${JSON.stringify(ran)}`)
    console.log(`${kind}: seen by one term alone ${JSON.stringify(alone)}`)
  }
  for (const { good, waits, ran } of watched) {
    expect(ran).toEqual([])
    expect(waits.length, JSON.stringify(waits)).toBeLessThanOrEqual(good * MOST_WAITS)
  }
})
