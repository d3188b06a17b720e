import { sql } from 'kysely'
import type { TimedWork } from '../../core/clock.ts'
import { databaseNow } from '../../core/now.ts'
import { type Db, inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { eachStore } from '../../work/each-store.ts'

const DAY_MS = 86_400_000
/** Transactions write hours in which they began: a day later, none is still running. */
const OVER_FOR_GOOD_MS = DAY_MS

/** Sums up the UTC days that are final, once per store. Idempotent when run concurrently. */
export async function sumUpDays(core: Pick<Core, 'pool'>, now: Date): Promise<void> {
  const until = new Date(now.getTime() - OVER_FOR_GOOD_MS).toISOString().slice(0, 10)
  const due = 'select auth.stores_to_sum_up($1) as store_id'
  const { rows } = await core.pool.query<{ store_id: number }>(due, [until])
  await eachStore(rows, ({ store_id }) => inStore(core.pool, store_id, (db) => sumUp(db, store_id, until)))
}

async function sumUp(db: Db, storeId: number, until: string): Promise<void> {
  await sql`
    insert into daily_count (store_id, day, metric, channel, value)
    select store_id, (hour at time zone 'UTC')::date, metric, channel, sum(value)::bigint from hourly_count
    where store_id = ${storeId} and hour < ${until}::date::timestamp at time zone 'UTC'
      and hour >= coalesce((select until from counted_days where store_id = ${storeId}), '-infinity')::timestamp at time zone 'UTC'
    group by 1, 2, 3, 4
    on conflict do nothing`.execute(db)
  await sql`
    insert into counted_days as c (store_id, until) values (${storeId}, ${until})
    on conflict (store_id) do update set until = excluded.until where c.until < excluded.until`.execute(db)
}

/** Marks the days of a store to be summed up again after a writer changed past hours. */
export async function forgetDays(db: Db, storeId: number): Promise<void> {
  await sql`delete from counted_days where store_id = ${storeId}`.execute(db)
  await sql`delete from daily_count where store_id = ${storeId}`.execute(db)
}

/** When the first day begins whose hours are not summed up; the beginning of time where none is. */
export async function summedUpUntil(db: Db, storeId: number): Promise<number> {
  const found = await db.selectFrom('counted_days').select('until').where('store_id', '=', storeId).executeTakeFirst()
  return found ? Date.parse(found.until) : Number.NEGATIVE_INFINITY
}

/** Runs every hour. */
export const sumUpDaysHourly = (core: Pick<Core, 'pool'>): TimedWork => ({
  name: 'daily-counts',
  everyMs: 3_600_000,
  work: () => sumUpDays(core, new Date(databaseNow())),
})
