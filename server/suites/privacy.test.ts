import { afterAll, expect, test } from 'vitest'
import { createApp } from '../app/app.ts'
import { startClock } from '../core/clock.ts'
import { writeRequestsSteadily } from '../http/request-log.ts'
import { testServer } from '../testing/store.testing.ts'
import { playPrivacy } from './privacy.ts'

const HISTORIES = Number(process.env.PRIVACY_HISTORIES ?? 1)
const SEED = Number(process.env.PRIVACY_SEED ?? (process.env.SEED === 'random' ? Date.now() % 1_000_000 : 20261))
/** Occurrences of each act in a history. */
const TIMES = HISTORIES > 1 ? 2 : 1
/** At once; each has a store of its own. */
const TOGETHER = 3

let end: (() => Promise<void>) | undefined
afterAll(() => end?.())

test(`an erased customer is nowhere, a restricted one in no way out, and a copy complete, over ${HISTORIES} histories (PRIVACY_SEED=${SEED})`, {
  timeout: 7_200_000,
}, async () => {
  const server = await testServer({ alone: true })
  const lines: string[] = []
  const app = await createApp(server.core, { web: false, log: { write: (line) => void lines.push(line) } })
  const stop = startClock([writeRequestsSteadily(server.core)], (error) => lines.push(String(error)))
  end = async () => {
    await stop()
    await app.close()
  }
  server.app = app
  const sum = { acts: 0, copied: 0, withheld: 0, erased: 0 }
  const faults: string[] = []
  for (let place = 0; place < HISTORIES; place += TOGETHER) {
    const seeds = Array.from({ length: Math.min(TOGETHER, HISTORIES - place) }, (_, more) => SEED + place + more)
    const played = await Promise.all(
      seeds.map(async (seed) => ({ seed, ...(await playPrivacy(seed, TIMES, () => lines)) })),
    )
    for (const { seed, ...one } of played) {
      faults.push(...one.faults.map((fault) => `PRIVACY_SEED=${seed} PRIVACY_HISTORIES=${HISTORIES}: ${fault}`))
      for (const name of ['acts', 'copied', 'withheld', 'erased'] as const) sum[name] += one[name]
    }
    if (HISTORIES > TOGETHER || faults.length > 0)
      console.log([`${place + seeds.length}: ${JSON.stringify(sum)}, ${faults.length} faults`, ...faults].join('\n'))
    if (faults.length > 20) break
  }
  console.log(`${HISTORIES} histories from seed ${SEED}: ${JSON.stringify(sum)}`)
  expect(faults).toEqual([])
})
