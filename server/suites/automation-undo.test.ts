import { expect, test } from 'vitest'
import { testServer } from '../testing/store.testing.ts'
import { type Counted, playAutomations } from './automation-undo.ts'

const HISTORIES = Number(process.env.AUTOMATION_HISTORIES ?? 1)
const SEED = Number(process.env.UNDO_SEED ?? (process.env.SEED === 'random' ? Date.now() % 1_000_000 : 20261128))
/** Stores at once, and histories of each. */
const TOGETHER = 4
const IN_STORE = 5
/** Each kind of step occurs so often for each history, and as many labels, values and notes go back. */
const LEAST = 0.2
/** Histories from which on that is demanded. */
const MANY = 100

test(`an automation that is taken back leaves exactly what others did, over ${HISTORIES} histories (UNDO_SEED=${SEED})`, {
  timeout: 3_600_000,
}, async () => {
  await testServer({ batchRows: 7 })
  const inStore = Math.min(IN_STORE, HISTORIES)
  const stores = Math.ceil(HISTORIES / inStore)
  const counted: Partial<Counted> = {}
  let compared = 0
  for (let place = 0; place < stores; place += TOGETHER) {
    const seeds = Array.from({ length: Math.min(TOGETHER, stores - place) }, (_, more) => SEED + place + more)
    const played = await Promise.all(seeds.map(async (seed) => ({ seed, ...(await playAutomations(seed, inStore)) })))
    for (const { seed, steps, pairs, ...one } of played) {
      for (const { what, is, should } of pairs)
        expect(is, `UNDO_SEED=${seed} AUTOMATION_HISTORIES=${inStore}, ${what}:\n${steps.join('\n')}`).toEqual(should)
      compared += pairs.length
      for (const name of Object.keys(one.counted) as (keyof Counted)[])
        counted[name] = (counted[name] ?? 0) + one.counted[name]
    }
  }
  console.log(`${stores * inStore} histories from seed ${SEED}, ${compared} comparisons: 0 differ`, counted)
  if (HISTORIES >= MANY) expect(Object.entries(counted).filter(([, count]) => count < LEAST * HISTORIES)).toEqual([])
})
