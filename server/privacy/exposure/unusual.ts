import { unusualReadingNotice } from '@ruam/contract/privacy/exposure.ts'
import { sql } from 'kysely'
import type { TimedWork } from '../../core/clock.ts'
import { type Db, inStore } from '../../database/db.ts'
import { notify } from '../../notifications/notify.ts'
import type { Core } from '../../servers/core.ts'
import { eachStore } from '../../work/each-store.ts'

const HOUR_MS = 3_600_000
/** Hours that are looked at: a run may come late. */
const HOURS = 2
/** Values within an hour that are unusual for anyone. */
const MANY = 1000
/** Multiple of a person's own habit. */
const TIMES = 10
/** Values below which no multiple counts. */
const FEW = 50
/** Active hours of the last 30 days without which a person has no habit. */
const ACTIVE_HOURS = 5

interface Unusual {
  user_id: number
  shown: number
  habit: number | null
}

/** Notifies a store of each member and hour with unusually many sensitive values, once. */
export async function noticeUnusual(db: Db, storeId: number): Promise<void> {
  const { rows } = await sql<Unusual>`
    with span as (
      select date_trunc('hour', now(), 'UTC') - make_interval(hours => ${HOURS - 1}::int) as since
    ), value as (
      select r.viewer, date_trunc('hour', r.at, 'UTC') as hour, people.id as profile_id, fields.id as field_id
      from span, sensitive_read r cross join lateral unnest(r.profile_ids) people (id) cross join lateral unnest(r.field_ids) fields (id)
      where r.store_id = ${storeId} and r.at >= since and r.viewer like 'person:%'
      union
      select h.viewer, h.hour, h.profile_id, fields.id
      from span, sensitive_read_hour h cross join lateral unnest(h.field_ids) fields (id)
      where h.store_id = ${storeId} and h.hour >= since and h.profile_id > 0 and h.viewer like 'person:%'
    ), busy as (
      select viewer, hour, count(*)::int as shown from value group by 1, 2 having count(*) >= ${FEW}
    ), active as (
      select h.viewer, h.hour, sum(cardinality(h.field_ids)) as shown
      from span, sensitive_read_hour h
      where h.store_id = ${storeId} and h.viewer in (select viewer from busy) and h.hour >= since - interval '30 days' and h.hour < since
      group by 1, 2
    ), habit as (
      select viewer, greatest(1, round(avg(shown)))::int as shown from active group by 1 having count(*) >= ${ACTIVE_HOURS}
    )
    insert into unusual_reading (store_id, user_id, hour, shown, habit)
    select ${storeId}, split_part(busy.viewer, ':', 2)::int, busy.hour, busy.shown, habit.shown
    from busy left join habit on habit.viewer = busy.viewer
    where busy.shown >= ${MANY} or busy.shown >= ${TIMES} * habit.shown
    on conflict do nothing
    returning user_id, shown, habit`.execute(db)
  for (const { user_id, shown, habit } of rows)
    await notify(db, storeId, unusualReadingNotice, {
      // Without a habit the sentence does not name one.
      ending: habit === null ? 'completed' : 'failed',
      data: { user_id, shown, habit: habit ?? 0 },
    })
}

/** Looks every hour. */
export const noticeUnusualReadingsHourly = (core: Pick<Core, 'pool'>): TimedWork => ({
  name: 'unusual readings',
  everyMs: HOUR_MS,
  async work(signal) {
    const text = 'select auth.stores_with_reads(now() - make_interval(hours => $1)) as store_id'
    const { rows } = await core.pool.query<{ store_id: number }>(text, [HOURS])
    await eachStore(rows, async ({ store_id }) => {
      if (!signal.aborted) await inStore(core.pool, store_id, (db) => noticeUnusual(db, store_id))
    })
  },
})
