// `npm run verify accepted`: every statement of what was acknowledged fails once with each SQLSTATE of the table, 40 items each.
import { beforeAll, describe, expect, test } from 'vitest'
import { randomOf } from '../../tools/random.ts'
import { testServer } from '../platform/core/store.testing.ts'
import { flows } from './accepted-flows.ts'
import { failing, recorded, states, watchStatements } from './failing-statements.ts'

/** Cases of each kind of work; all of them in the whole suite, as long as the minutes last. */
const CASES = Number(process.env.ACCEPTED_CASES ?? 2)
/** Minutes of each kind of work. Cases are drawn in random order, so that those left out are no particular ones. */
const MINUTES = Number(process.env.ACCEPTED_MINUTES ?? 60)
const SEED = Number(process.env.ACCEPTED_SEED ?? 1)

beforeAll(async () => {
  watchStatements()
  await testServer({ jobsFail: true })
})

describe('when any one statement fails with any state, nothing that was acknowledged is lost or doubled', () => {
  test.each(Object.entries(flows))('%s', { timeout: 3_600_000 }, async (name, flow) => {
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
    const all = statements.flatMap((text) => states.map((state) => ({ text, state })))
    const faults: object[] = []
    let [played, met] = [0, 0]
    const until = performance.now() + MINUTES * 60_000
    for (const fault of randomOf(SEED).shuffle(all).slice(0, CASES)) {
      if (performance.now() > until) break
      const one = await newCase()
      if (await failing(fault, () => one.act())) met++
      await one.recover()
      const { lost, doubled } = await one.count()
      if (lost + doubled > 0) faults.push({ ...fault, lost, doubled })
      played++
    }
    if (process.env.ACCEPTED_CASES)
      console.log(
        `${name}: ${statements.length} statements x ${states.length} states = ${all.length} cases, ${played} played, the fault met in ${met}, ${faults.length} with a lost or doubled item`,
      )
    expect(faults).toEqual([])
  })
})

test('an import that fails before its first row is started again', async () => {
  const newCase = await flows.imports!()
  const clean = await newCase()
  const statements = await recorded(() => clean.act())
  const first = statements.find((text) => text.includes("set_config('application_name'"))!
  const one = await newCase()
  expect(await failing({ text: first, state: '22P02' }, () => one.act())).toBe(true)
  await one.recover()
  expect(await one.count()).toEqual({ lost: 0, doubled: 0 })
})
