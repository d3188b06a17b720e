import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { bySetsOfAnyStore } from '../../database/plans.ts'
import { storeLocks } from '../../database/postgres/locks.ts'
import type { DashboardPeriod } from './period.ts'

/** For each millisecond that a count took its figures stay so many, and at least and at most. */
const STAYS_MS_PER_MS = 1000
const STAYS_AT_LEAST_MS = 60_000
const STAYS_AT_MOST_MS = 3_600_000
/** Periods whose figures are kept, of each store. */
const KEPT = 100
/** First key of the advisory locks that serialize counts of a store. */
const LOCK = storeLocks.returning

interface Count {
  new_people: number
  returning_people: number
  counted_at: string
}

/**
 * People with an activity in a period: those with one before it too, and those without. Counts again where the last count is too old; who
 * asks meanwhile waits for that one.
 */
export async function returningIn(db: Db, storeId: number, period: DashboardPeriod, now: Date): Promise<Count> {
  const kept = await keptCount(db, storeId, period, now)
  if (kept) return kept
  await sql`select pg_advisory_xact_lock(${LOCK}, ${storeId}::int)`.execute(db)
  return (await keptCount(db, storeId, period, now)) ?? (await countNow(db, storeId, period, now))
}

const ends = ({ from, until }: DashboardPeriod) => ({
  from_at: new Date(from).toISOString(),
  until_at: new Date(until).toISOString(),
})
const columns = ['new_people', 'returning_people', 'counted_at'] as const

async function keptCount(db: Db, storeId: number, period: DashboardPeriod, now: Date): Promise<Count | undefined> {
  const { from_at, until_at } = ends(period)
  const found = await db
    .selectFrom('returning_count')
    .select([...columns, 'milliseconds'])
    .where('store_id', '=', storeId)
    .where('from_at', '=', from_at)
    .where('until_at', '=', until_at)
    .executeTakeFirst()
  if (!found) return undefined
  const { milliseconds, ...count } = found
  const stays = Math.min(Math.max(milliseconds * STAYS_MS_PER_MS, STAYS_AT_LEAST_MS), STAYS_AT_MOST_MS)
  return now.getTime() - Date.parse(count.counted_at) < stays ? count : undefined
}

/** Notes are no visits. */
async function visitTypes(db: Db, storeId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from activity_type where store_id = ${storeId} and purpose is distinct from 'note' order by id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

async function countNow(db: Db, storeId: number, period: DashboardPeriod, now: Date): Promise<Count> {
  const { from_at, until_at } = ends(period)
  const types = await visitTypes(db, storeId)
  const begun = performance.now()
  await bySetsOfAnyStore(db)
  const { rows } = await sql<{ seen: number; returning_people: number }>`
    with seen as materialized (
      select distinct profile_id from activity
      where store_id = ${storeId} and type_id = any(${types}::int[]) and activity_at >= ${from_at}::timestamptz and activity_at < ${until_at}::timestamptz)
    select count(*) as seen, count(*) filter (where exists (
      select from activity before where before.store_id = ${storeId} and before.profile_id = seen.profile_id
        and before.type_id = any(${types}::int[]) and before.activity_at < ${from_at}::timestamptz)) as returning_people
    from seen join profile p on p.store_id = ${storeId} and p.id = seen.profile_id
    where p.deleted_at is null and p.merged_into is null`.execute(db)
  const { seen, returning_people } = rows[0]!
  const figures = {
    counted_at: now.toISOString(),
    milliseconds: Math.round(performance.now() - begun),
    new_people: seen - returning_people,
    returning_people,
  }
  await sql`delete from returning_count where store_id = ${storeId} and (from_at, until_at) in (
    select from_at, until_at from returning_count where store_id = ${storeId}
    order by counted_at desc, from_at, until_at offset ${KEPT - 1})`.execute(db)
  return await db
    .insertInto('returning_count')
    .values({ store_id: storeId, from_at, until_at, ...figures })
    .onConflict((on) => on.columns(['store_id', 'from_at', 'until_at']).doUpdateSet(figures))
    // The instant as it is read later: PostgreSQL writes no zeros at its end.
    .returning(columns)
    .executeTakeFirstOrThrow()
}
