import { stepKinds } from '@ruam/contract/automations/definition.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { rehearse } from '../automations/rehearsal/rehearse.ts'
import { addDays } from '../customers/rules/days.ts'
import { type Db, inStore } from '../database/db.ts'
import { dayBegins } from '../formats/values/time-zones.ts'
import type { Year } from '../testing/automations/play-year.testing.ts'
import { realYear } from '../testing/automations/real-year.testing.ts'
import { clockSettings, takeClock } from '../testing/automations/set-clock.testing.ts'
import { firstCases } from '../testing/first-cases.testing.ts'
import { testServer } from '../testing/store.testing.ts'

// Random automations by the real engine on a set clock, against their rehearsal over the same days: customers enter, are served and leave at the
// same moments for the same reasons.

const STORES = Number(process.env.EQUAL_STORES ?? 1)
const SEED = Number(process.env.EQUAL_SEED ?? 1)
const size = {
  people: Number(process.env.EQUAL_PEOPLE ?? 6),
  automations: Number(process.env.EQUAL_AUTOMATIONS ?? 16),
  acts: Number(process.env.EQUAL_ACTS ?? 30),
  days: Number(process.env.EQUAL_DAYS ?? 8),
}

let setClock: (at: Date) => Promise<void>

beforeAll(async () => {
  const { admin } = await testServer({ settings: clockSettings })
  setClock = await takeClock(admin)
})

/** Customers whose past a rehearsal can know: neither gone, nor the one into whom another was merged. */
async function comparable(db: Db, storeId: number): Promise<Set<string>> {
  const { rows } = await sql<{
    id: number
  }>`select id from profile where store_id = ${storeId} and deleted_at is null and merged_into is null
    and id not in (select kept_id from profile_merge where store_id = ${storeId})`.execute(db)
  return new Set(rows.map(({ id }) => String(id)))
}

/** Acts until an instant, a line each. Causes differ: the stream of a rehearsal has other numbers. */
async function linesOf(db: Db, storeId: number, until: string): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', r.automation_id, r.profile_id, r.entered_at, a.at, a.kind, a.step, case when a.kind <> 'entered' then a.outcome end,
      a.reason, a.change) as line
    from automation_run r join automation_act a on a.store_id = r.store_id and a.run_id = r.id
    where r.store_id = ${storeId} and a.at < ${until}::timestamptz order by r.automation_id, r.profile_id, r.entered_at, a.nth`.execute(
    db,
  )
  return rows.map(({ line }) => line)
}

function rehearsed({ core, store: { storeId }, days, edited }: Year, until: string): Promise<string[]> {
  const draft = { ...edited, name: 'ลอง' }
  return rehearse(core, storeId, draft, days, {
    holdout: edited.holdout,
    read: ({ past }) => linesOf(past.world.db, storeId, until),
  })
}

/** How often triggers, steps, guards and pairs of automations occurred, by name. */
const covered = new Map<string, number>()

async function countCovered(db: Db, storeId: number, until: string, known: ReadonlySet<string>): Promise<void> {
  const { rows } = await sql<{ name: string; count: number }>`
    with act as (
      select a.*, v.definition -> 'trigger' ->> 'kind' as trigger, v.definition -> 'repeat' ->> 'kind' as repeat
      from automation_act a
        join automation_version v on v.store_id = a.store_id and v.automation_id = a.automation_id and v.version = 1
      where a.store_id = ${storeId} and a.at < ${until}::timestamptz and a.profile_id = any(${[...known]}::bigint[])
    )
    select 'trigger ' || trigger as name, count(*)::int from act where kind = 'entered' group by 1
    union all select 'repeat ' || repeat, count(*)::int from act where kind = 'entered' group by 1
    union all select 'step ' || kind, count(*)::int from act where step is not null and kind not in ('put_off', 'moved') group by 1
    union all select 'condition ' || outcome, count(*)::int from act where kind = 'condition' group by 1
    union all select 'guard ' || reason, count(*)::int from act where kind in ('message', 'put_off') and reason is not null group by 1
    union all select 'end ' || outcome, count(*)::int from act where kind = 'ended' group by 1
    union all select concat_ws(' ', 'pair', one.trigger, other.trigger), count(*)::int
      from act one join act other on other.profile_id = one.profile_id and other.kind = 'entered'
        and (other.trigger > one.trigger or other.trigger = one.trigger and other.automation_id > one.automation_id)
      where one.kind = 'entered' group by 1`.execute(db)
  for (const { name, count } of rows) covered.set(name, (covered.get(name) ?? 0) + count)
}

const triggers = ['activity', 'date', 'friend', 'link', 'segment_entered', 'segment_left']

/** Names that occur at least LEAST times in a complete run. */
const expected = [
  ...triggers.map((kind) => `trigger ${kind}`),
  ...stepKinds.map((kind) => `step ${kind}`),
  ...['not_linked', 'blocked', 'withdrawn', 'unknown_consent', 'capped', 'quiet_hours', 'held_out'].map(
    (reason) => `guard ${reason}`,
  ),
  ...['done', 'exit'].map((reason) => `end ${reason}`),
  ...triggers.flatMap((one) => triggers.filter((other) => other >= one).map((other) => `pair ${one} ${other}`)),
]
const LEAST = 50
/** Stores from which on a run is complete. */
const COMPLETE = 20

let compared = 0
const cases = Array.from({ length: STORES }, (_, index) => SEED + index)

firstCases(1)(cases)('store %i: a rehearsal does what the real engine did', { timeout: 3_600_000 }, async (seed) => {
  const year = await realYear(Number(seed), size, setClock)
  const { core, store } = year
  const until = dayBegins(addDays(year.days.to, 1), year.subjects.store.timeZone)
  const known = await inStore(core.pool, store.storeId, (db) => comparable(db, store.storeId))
  const ofKnown = (lines: readonly string[]) => lines.filter((line) => known.has(line.split(' ')[1]!))
  const real = ofKnown(await inStore(core.pool, store.storeId, (db) => linesOf(db, store.storeId, until)))
  await inStore(core.pool, store.storeId, (db) => countCovered(db, store.storeId, until, known))
  const rehearsal = ofKnown(await rehearsed(year, until))
  const missing = real.filter((line) => !rehearsal.includes(line))
  const added = rehearsal.filter((line) => !real.includes(line))
  compared += real.length
  console.log(`store ${seed}: ${real.length} acts, ${missing.length + added.length} differences`)
  expect({ missing, added }).toEqual({ missing: [], added: [] })
  expect(rehearsal.length).toBe(real.length)
})

test.runIf(STORES >= COMPLETE)('each trigger, step, guard and pair of automations occurred often', () => {
  console.log(compared, Object.fromEntries([...covered].sort()))
  expect(expected.filter((name) => (covered.get(name) ?? 0) < LEAST)).toEqual([])
})
