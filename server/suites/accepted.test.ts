// Part of `npm run verify accepted`: every statement of what was acknowledged fails once for each group of SQLSTATEs.
import { beforeAll, describe, expect, test } from 'vitest'
import { randomOf } from '../../tools/random.ts'
import { testServer } from '../testing/store.testing.ts'
import { flows } from './accepted-flows.ts'
import { type Fault, failing, faultsOf, hashOf, recorded, stateGroups, watchStatements } from './failing-statements.ts'

/** Cases of each kind of work; the whole suite plays all. */
const CASES = Number(process.env.ACCEPTED_CASES ?? 2)
const SEED = Number(process.env.ACCEPTED_SEED ?? 1)
/** Kinds of work that `npm test` plays. */
const first = ['items', 'imports']
/** Cases between two lines of progress. */
const SAID = 25
/** The share of the cases that this process plays, as `1/3`. */
const [SHARE = 1, SHARES = 1] = (process.env.ACCEPTED_SHARE ?? '').split('/').filter(Boolean).map(Number)

/** Shares are drawn by the case itself: processes need not record their statements in the same order. */
const isOurs = ({ text, state }: Fault) => hashOf(state + text) % SHARES === SHARE - 1

beforeAll(async () => {
  watchStatements()
  const { admin } = await testServer({ jobsFail: true })
  // A failed job is repeated at once: its pauses have tests of their own.
  await admin.query('update pgboss.queue set retry_delay = 0')
})

describe('when any one statement fails with any state, nothing that was acknowledged is lost or doubled', () => {
  for (const [name, flow] of Object.entries(flows))
    test(name, { timeout: 7_200_000, tags: first.includes(name) ? [] : ['verify'] }, async () => {
      const newCase = await flow()
      // The first case makes what is made once.
      const clean = await newCase()
      await clean.act()
      await clean.recover()
      expect(await clean.count()).toEqual({ lost: 0, doubled: 0 })
      const second = await newCase()
      const statements = await recorded(() => second.act())
      await second.recover()
      expect(await second.count()).toEqual({ lost: 0, doubled: 0 })
      const all = faultsOf(statements)
      const faults: object[] = []
      const missed: object[] = []
      const began = performance.now()
      let done = 0
      const played = randomOf(SEED).shuffle(all.filter(isOurs)).slice(0, CASES)
      for (const fault of played) {
        const one = await newCase()
        if (!(await failing(fault, () => one.act()))) missed.push(fault)
        await one.recover()
        const { lost, doubled } = await one.count()
        if (lost + doubled > 0) faults.push({ ...fault, lost, doubled })
        if (++done % SAID === 0)
          console.log(`${name} ${SHARE}/${SHARES}: ${done} of ${played.length}, ${faults.length} bad`)
      }
      if (process.env.ACCEPTED_CASES) {
        const seconds = Math.round((performance.now() - began) / 1000)
        const of = `${statements.length} statements x ${stateGroups.length} groups of states = ${all.length} cases`
        const ended = `${played.length - missed.length} met, ${faults.length} with a lost or doubled item, ${seconds} s`
        console.log(`${name}: ${of}; share ${SHARE} of ${SHARES}: ${played.length} played, ${ended}`)
        for (const fault of missed) console.log(`${name}, not met:`, JSON.stringify(fault))
        for (const fault of faults) console.log(`${name}, LOST OR DOUBLED:`, JSON.stringify(fault))
      }
      expect(faults).toEqual([])
    })
})

test('an import that fails before its first row is started again', { tags: ['verify'] }, async () => {
  const newCase = await flows.imports!()
  const clean = await newCase()
  const statements = await recorded(() => clean.act())
  const first = statements.find((text) => text.includes("set_config('application_name'"))!
  const one = await newCase()
  expect(await failing({ text: first, state: '22P02' }, () => one.act())).toBe(true)
  await one.recover()
  expect(await one.count()).toEqual({ lost: 0, doubled: 0 })
})
