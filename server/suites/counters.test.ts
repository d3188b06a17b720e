import { expect, test } from 'vitest'
import { testServer } from '../testing/store.testing.ts'
import { type Played, playHistory } from './counters.ts'

const HISTORIES = Number(process.env.COUNTERS_HISTORIES ?? 1)
const SEED = Number(process.env.COUNTERS_SEED ?? (process.env.SEED === 'random' ? Date.now() % 1_000_000 : 20261122))

test(`after ${HISTORIES} histories of every writer there is, four at once, every counter and every figure of the dashboard is what SQL counts (COUNTERS_SEED=${SEED})`, {
  timeout: 7_200_000,
}, async () => {
  const { admin } = await testServer()
  const deadlocks = async () =>
    Number(
      (await admin.query('select deadlocks from pg_stat_database where datname = current_database()')).rows[0]
        .deadlocks,
    )
  const before = await deadlocks()
  const acts: Played['acts'] = {}
  const faults: string[] = []
  for (let history = 0; history < HISTORIES; history++) {
    const seed = SEED + history
    const played = await playHistory(seed)
    faults.push(...played.faults.map((fault) => `COUNTERS_SEED=${seed} COUNTERS_HISTORIES=1: ${fault}`))
    for (const [name, { done, refused }] of Object.entries(played.acts)) {
      acts[name] ??= { done: 0, refused: 0 }
      acts[name].done += done
      acts[name].refused += refused
    }
  }
  const done = Object.entries(acts).map(([name, { done, refused }]) => `${name} ${done}/${done + refused}`)
  // The statistics of a session come in when it is idle.
  await new Promise((resolve) => setTimeout(resolve, 1000))
  console.log(
    `${done.join(', ')}; ${(await deadlocks()) - before} deadlocks, done again (COUNTERS_SEED=${SEED}, ${HISTORIES} histories)`,
  )
  expect(faults).toEqual([])
  // An act that nothing ever allows shows nothing; of few histories one may be left out by chance.
  if (HISTORIES < 20) return
  for (const [name, { done }] of Object.entries(acts)) expect([name, done > 0]).toEqual([name, true])
})
