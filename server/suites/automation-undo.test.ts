import { expect, test } from 'vitest'
import { testServer } from '../testing/store.testing.ts'
import { playAutomations } from './automation-undo.ts'

const HISTORIES = Number(process.env.AUTOMATION_HISTORIES ?? 1)
const SEED = Number(process.env.UNDO_SEED ?? (process.env.SEED === 'random' ? Date.now() % 1_000_000 : 20261128))
/** At once; each has a store of its own. */
const TOGETHER = 4

test(`an automation that is taken back leaves exactly what others did, over ${HISTORIES} histories (UNDO_SEED=${SEED})`, {
  timeout: 3_600_000,
}, async () => {
  await testServer({ batchRows: 7 })
  let compared = 0
  for (let place = 0; place < HISTORIES; place += TOGETHER) {
    const seeds = Array.from({ length: Math.min(TOGETHER, HISTORIES - place) }, (_, more) => SEED + place + more)
    const played = await Promise.all(seeds.map(async (seed) => ({ seed, ...(await playAutomations(seed)) })))
    for (const { seed, steps, pairs } of played) {
      for (const { what, is, should } of pairs)
        expect(is, `UNDO_SEED=${seed} AUTOMATION_HISTORIES=1, ${what}:\n${steps.join('\n')}`).toEqual(should)
      compared += pairs.length
    }
  }
  console.log(`${HISTORIES} histories from seed ${SEED}, ${compared} comparisons: 0 differ`)
})
