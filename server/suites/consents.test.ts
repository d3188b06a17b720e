import { expect, test } from 'vitest'
import { testServer } from '../testing/store.testing.ts'
import { playConsents } from './consents.ts'

const HISTORIES = Number(process.env.CONSENT_HISTORIES ?? 3)
const SEED = Number(process.env.CONSENT_SEED ?? (process.env.SEED === 'random' ? Date.now() % 1_000_000 : 20261128))
/** At once; each has a store of its own. */
const TOGETHER = 4

test(`consents count the same in every way of reading them, over ${HISTORIES} histories (CONSENT_SEED=${SEED})`, {
  timeout: 3_600_000,
}, async () => {
  await testServer()
  let compared = 0
  for (let place = 0; place < HISTORIES; place += TOGETHER) {
    const seeds = Array.from({ length: Math.min(TOGETHER, HISTORIES - place) }, (_, more) => SEED + place + more)
    const played = await Promise.all(seeds.map(async (seed) => ({ seed, ...(await playConsents(seed)) })))
    for (const { seed, steps, pairs } of played) {
      for (const { what, is, should } of pairs)
        expect(is, `CONSENT_SEED=${seed} CONSENT_HISTORIES=1, ${what}:\n${steps.join('\n')}`).toEqual(should)
      compared += pairs.length
    }
  }
  console.log(`${HISTORIES} histories from seed ${SEED}, ${compared} comparisons: 0 differ`)
})
