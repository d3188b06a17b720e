import { sql } from 'kysely'
import { jobHandlers } from '../../app/worker.ts'
import { dateInstants } from '../../automations/engine/flow.ts'
import { activeVersions } from '../../automations/engine/versions.ts'
import type { Version } from '../../automations/records/world.ts'
import { openChecks } from '../../automations/work/checks.ts'
import type { Work } from '../../automations/work/work.ts'
import { workOnce } from '../../automations/work/work-store.ts'
import { productWorld } from '../../automations/work/world.ts'
import { allSegments } from '../../customers/membership/segments.ts'
import { addDays } from '../../customers/rules/days.ts'
import { sweepSegments } from '../../customers/segments/sweep.ts'
import { type Db, inStore } from '../../database/db.ts'
import { dayAt, dayBegins } from '../../formats/values/time-zones.ts'
import { workJob } from '../../jobs/work.ts'
import { followChanges } from '../../open-api/changes/follow.ts'
import type { Core } from '../../servers/core.ts'
import { type TestStore, testServer } from '../store.testing.ts'
import type { Subjects } from './random-automations.testing.ts'
import type { PastAct } from './random-year.testing.ts'

// Time passes in a store: from one moment to the next at which anything happens, is due, or turns by time alone.

export interface Year {
  store: TestStore
  core: Core
  subjects: Subjects
  days: { from: string; to: string }
  acts: PastAct[]
  /** The version before it was edited, after the days. */
  edited: Version
}

/** Days after those that are compared: an automation gets another version, and one is paused. No rehearsal can know what they did before. */
export const TAIL_DAYS = 6

const signal = new AbortController().signal

/** Calculates the segments that time or many changes have made stale. */
export async function calculate(core: Core, { storeId }: TestStore): Promise<void> {
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

export async function play(year: Year, setClock: (at: Date) => Promise<void>): Promise<void> {
  const { store, core, subjects, days, acts } = year
  const { timeZone } = subjects.store
  const [begins, ends] = [dayBegins(days.from, timeZone), dayBegins(addDays(days.to, 1 + TAIL_DAYS), timeZone)]
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
  const work = workerOf(year)
  let done = begins
  const act = async ({ at, act, turns }: Next) => {
    await setClock(new Date(at))
    if (turns) await calculate(core, store)
    if (act) await act.act(core)
    done = at
    await work(at)
  }
  await act({ at: begins })
  for (;;) {
    const next = earlier(fixed[0], await nextByTime(year, hours, done))
    if (!next || Date.parse(next.at) >= Date.parse(ends)) return
    if (Date.parse(next.at) < Date.parse(done)) throw new Error(`A step of ${next.at} is still due at ${done}`)
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

/**
 * Returns the worker of a store: all that its automations have to do at an instant, in one transaction instead of one for each part. A lease for
 * each of a year's instants would take most of the time.
 */
function workerOf({ core, store: { storeId } }: Year): (now: string) => Promise<void> {
  let followed = ''
  return async (now) => {
    if (followed !== now.slice(0, 10)) await followChanges(core.pool, storeId)
    followed = now.slice(0, 10)
    await inStore(core.pool, storeId, async (db) => {
      const world = await productWorld(core, db, storeId)
      const work: Work = { storeId, checks: openChecks(), transaction: (act) => act(world, now) }
      while (await workOnce(work, true));
      await acceptMessages(db, storeId)
    })
  }
}

/** Lets LINE accept what is queued. */
const acceptMessages = (db: Db, storeId: number) =>
  sql`update broadcast_recipient set status = 'accepted', updated_at = clock_timestamp()
    where store_id = ${storeId} and status = 'queued' and broadcast_id in (
      select id from broadcast where store_id = ${storeId} and automation_id is not null)`.execute(db)
