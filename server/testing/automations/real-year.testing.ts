import type { Definition } from '@ruam/contract/automations/definition.ts'
import { sql } from 'kysely'
import { type Random, randomOf } from '../../../tools/random.ts'
import { rightsNow } from '../../access/roles/rights-now.ts'
import { jobHandlers } from '../../app/worker.ts'
import { dateInstants } from '../../automations/engine/flow.ts'
import { activeVersions } from '../../automations/engine/versions.ts'
import { faultsOfDefinition } from '../../automations/rules/faults.ts'
import { workStore } from '../../automations/work/work-store.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { dependenciesOf } from '../../customers/membership/dependencies.ts'
import { allSegments, markStale, saveDependencies } from '../../customers/membership/segments.ts'
import { addDays } from '../../customers/rules/days.ts'
import { sweepSegments } from '../../customers/segments/sweep.ts'
import { inStore } from '../../database/db.ts'
import { dayAt, dayBegins } from '../../formats/values/time-zones.ts'
import { workJob } from '../../jobs/work.ts'
import type { Core } from '../../servers/core.ts'
import { ruleOf } from '../customers/segments.testing.ts'
import { randomStore } from '../rules/random-store.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../store.testing.ts'
import { randomDefinition, randomRule, type Subjects } from './random-automations.testing.ts'
import { type PastAct, prepareStore, randomActs } from './random-year.testing.ts'

// A random store whose automations really run: the product's own worker, on a clock that is set from one moment to the next at which anything
// happens, is due, or turns by time alone.

interface Size {
  people: number
  automations: number
  acts: number
  days: number
}

export interface Year {
  store: TestStore
  core: Core
  subjects: Subjects
  days: { from: string; to: string }
  acts: PastAct[]
}

const signal = new AbortController().signal

/** A core whose jobs wait for the test. */
async function quietCore(store: TestStore): Promise<Core> {
  const core = await coreOf(store)
  return { ...core, jobs: { ...core.jobs, enqueue: async () => {} } }
}

/** Plays a random store for some days. Returns it at their end. */
export async function realYear(seed: number, size: Size, setClock: (at: Date) => Promise<void>): Promise<Year> {
  const random = randomOf(seed)
  const { admin } = await testServer()
  const store = await newStore()
  const core = await quietCore(store)
  const model = await randomStore(admin, store.storeId, random, size.people)
  const from = addDays(new Date(model.now).toISOString().slice(0, 10), 3)
  const subjects: Subjects = {
    store: model,
    segments: [],
    channel: model.ids.channels[0]!.id,
    // Above the ids of messages of automations.
    linked: { broadcast: 900_000, urls: ['https://example.com/a', 'https://example.com/b'] },
    webhook: 1,
    // Few instants: at each the worker looks at the whole store.
    dateTimes: ['00:00', random.pick(['09:00', '13:30', '22:15'])],
  }
  const begins = dayBegins(from, model.timeZone)
  await setClock(new Date(Date.parse(begins) - 3_600_000))
  await prepareStore(admin, random, subjects, { from: begins, count: size.days })
  for (let n = 0; n < 4; n++) subjects.segments.push(await makeSegment(core, store, random, subjects))
  await calculate(core, store)
  await setClock(new Date(begins))
  await startAutomations(core, store, await definitionsOf(core, store, random, subjects, size.automations))
  const people = model.people.filter(({ deleted, merged }) => !deleted && !merged).map(({ id }) => id)
  const acts = randomActs(random, { subjects, userId: store.userId, people }, { from, count: size.days }, size.acts)
  const year = { store, core, subjects, days: { from, to: addDays(from, size.days - 1) }, acts }
  await play(year, setClock)
  return year
}

let serial = 0

async function makeSegment(core: Core, store: TestStore, random: Random, subjects: Subjects): Promise<number> {
  const rule = ruleOf(randomRule(random, subjects))
  return inStore(core.pool, store.storeId, async (db) => {
    const { id } = await db
      .insertInto('label')
      .values({
        ...{ store_id: store.storeId, name: `เซกเมนต์ ${++serial}`, color: 'teal', type: 'advanced', created_by: null },
        ...{ auto_apply_enabled: true, segment_rule: JSON.stringify(rule) },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const fields = new Map((await fieldsOf(db, store.storeId, 'th')).map((field) => [field.id, field]))
    await saveDependencies(db, store.storeId, id, dependenciesOf(rule, fields))
    await markStale(db, store.storeId, [id])
    return id
  })
}

/** Returns random definitions that the store's owner may start. */
function definitionsOf(core: Core, { storeId, userId }: TestStore, random: Random, subjects: Subjects, count: number) {
  return inStore(core.pool, storeId, async (db) => {
    const rights = await rightsNow(db, storeId, userId)
    const found: { definition: Definition; place: number }[] = []
    while (found.length < count) {
      const definition = randomDefinition(random, subjects)
      if ((await faultsOfDefinition(db, storeId, definition, rights)).length === 0)
        found.push({ definition, place: 1 + random.below(3) })
    }
    return found
  })
}

async function startAutomations(
  core: Core,
  { storeId, userId }: TestStore,
  definitions: readonly { definition: Definition; place: number }[],
): Promise<void> {
  const { admin } = await testServer()
  for (const [n, { definition, place }] of definitions.entries()) {
    const { rows } = await admin.query<{ id: number }>(
      `insert into automation (store_id, name, definition, place, author_ids) values ($1, $2, $3, $4, $5) returning id`,
      [storeId, `อัตโนมัติ ${n}`, JSON.stringify(definition), place, [userId]],
    )
    await admin.query(
      `insert into automation_version (store_id, automation_id, version, edition, definition, reads, started_by)
       values ($1, $2, 1, 1, $3, '{}', $4)`,
      [storeId, rows[0]!.id, JSON.stringify(definition), userId],
    )
    await inStore(core.pool, storeId, (db) =>
      sql`update automation set status = 'active', version = 1 where store_id = ${storeId} and id = ${rows[0]!.id}`.execute(
        db,
      ),
    )
  }
  // No transaction is older than the stream of changes.
  await admin.query("update change_reader set begun_at = '2000-01-01' where store_id = $1", [storeId])
}

/** Calculates the segments that time or many changes have made stale. */
async function calculate(core: Core, { storeId }: TestStore): Promise<void> {
  const { admin } = await testServer()
  const now = await admin.query<{ at: string }>('select at from set_clock.present')
  await sweepSegments(core, new Date(now.rows[0]!.at))
  for (;;) {
    const { rows } = await admin.query<{ id: number }>(
      `select id from job where store_id = $1 and kind = 'segment_calculate' and status in ('pending', 'processing') order by id limit 1`,
      [storeId],
    )
    if (!rows[0]) return
    await workJob(jobHandlers, core, storeId, rows[0].id, signal)
  }
}

interface Next {
  at: string
  act?: PastAct
  turns?: boolean
}

async function play(year: Year, setClock: (at: Date) => Promise<void>): Promise<void> {
  const { store, core, subjects, days, acts } = year
  const { timeZone } = subjects.store
  const [begins, ends] = [dayBegins(days.from, timeZone), dayBegins(addDays(days.to, 1), timeZone)]
  const versions = await inStore(core.pool, store.storeId, (db) => activeVersions(db, store.storeId))
  const fixed: Next[] = acts.map((act) => ({ at: act.at, act }))
  for (const { definition } of versions)
    if (definition.trigger?.kind === 'date')
      for (const { at } of dateInstants(definition.trigger, timeZone, {
        after: new Date(Date.parse(begins) - 1),
        upTo: new Date(Date.parse(ends) - 1),
      }))
        fixed.push({ at: at.toISOString() })
  fixed.sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
  const hours = await hoursOf(year)
  let done = begins
  const act = async ({ at, act, turns }: Next) => {
    await setClock(new Date(at))
    if (turns) await calculate(core, store)
    if (act) await act.act(core)
    done = at
    const { rows } = await core.pool.query('select auth.automations_to_work() as store_id')
    if (rows.length === 0) return
    await workStore(core, store.storeId, signal)
    await acceptMessages(core, store)
  }
  await act({ at: begins })
  for (;;) {
    const next = earlier(fixed[0], await nextByTime(year, hours, done))
    if (!next || Date.parse(next.at) >= Date.parse(ends)) return
    if (next === fixed[0]) fixed.shift()
    await act(next)
  }
}

const earlier = (one: Next | undefined, other: Next | undefined) =>
  one && (!other || Date.parse(one.at) < Date.parse(other.at)) ? one : other

/** Returns the next instant at which a run is due or a segment may turn by time: at midnight, at a full hour after hours that a rule counts, or at
 * the date of an activity that was dated ahead. */
async function nextByTime(
  { core, store: { storeId }, subjects }: Year,
  hours: readonly number[],
  done: string,
): Promise<Next | undefined> {
  const { timeZone } = subjects.store
  const midnight = dayBegins(addDays(dayAt(done, timeZone), 1), timeZone)
  const { rows } = await inStore(core.pool, storeId, (db) =>
    sql<{ due: string | null; turn: string | null }>`
      select (select min(due_at) from automation_run where store_id = ${storeId} and ended_at is null
          and (waits_for is null or waits_for in ('quiet_hours', 'quota'))) as due,
        least((select min(date_trunc('hour', x.at + make_interval(hours => n) - interval '1 microsecond') + interval '1 hour')
          from unnest(${hours}::int[]) n cross join lateral (
            select activity_at as at from activity where store_id = ${storeId}
            union all select created_at from profile where store_id = ${storeId}) x
          where date_trunc('hour', x.at + make_interval(hours => n) - interval '1 microsecond') + interval '1 hour' > ${done}::timestamptz),
          (select min(date_trunc('milliseconds', activity_at) + interval '1 millisecond') from activity
           where store_id = ${storeId} and activity_at > ${done}::timestamptz)) as turn`.execute(db),
  )
  const { due, turn } = rows[0]!
  const first = turn !== null && Date.parse(turn) < Date.parse(midnight) ? turn : midnight
  return due !== null && Date.parse(due) < Date.parse(first) ? { at: due } : { at: first, turns: true }
}

/** Hours that rules of segments count. */
async function hoursOf({ core, store: { storeId } }: Year): Promise<number[]> {
  const segments = await inStore(core.pool, storeId, (db) => allSegments(db, storeId))
  const text = JSON.stringify(segments.map(({ rule }) => rule))
  return [...new Set([...text.matchAll(/"n":(\d+),"unit":"hour"/g)].map(([, n]) => Number(n)))]
}

/** Lets LINE accept what is queued. */
const acceptMessages = (core: Core, { storeId }: TestStore) =>
  inStore(core.pool, storeId, (db) =>
    sql`update broadcast_recipient set status = 'accepted', updated_at = clock_timestamp()
      where store_id = ${storeId} and status = 'queued' and broadcast_id in (
        select id from broadcast where store_id = ${storeId} and automation_id is not null)`.execute(db),
  )
