import { sql } from 'kysely'
import { moveCounts } from '../../customers/changes/hourly.ts'
import type { Db } from '../../database/db.ts'
import { forgetDays } from '../../reports/dashboard/days.ts'

/**
 * Counts what the sample's imports brought of these customers in the hours in which they came and bought, as their own times say it:
 * else the dashboard shows one day on which everything happened. As many as there are in all; rows that failed stay where they are.
 */
export async function spreadCounts(
  db: Db,
  storeId: number,
  sourceIds: readonly number[],
  people: readonly number[],
): Promise<void> {
  if (people.length === 0) return
  const runs = sql`select id from run where store_id = ${storeId} and kind = 'real' and data_source_id = any(${sourceIds}::int[])`
  const { rows } = await sql<{ metric: string; hour: string; n: number }>`
    with person as materialized (select unnest(${people}::bigint[]) as id),
    bought as materialized (
      select a.run_id, a.row_no, min(a.activity_at) as at, count(*) as n from activity a join person on person.id = a.profile_id
      where a.store_id = ${storeId} and a.run_id in (${runs}) group by 1, 2
    ),
    came as (
      select 'profile' as metric, p.created_at as at, 1 as n from profile p join person using (id) where p.store_id = ${storeId}
      union all
      select 'activity', at, n from bought
      union all
      select m.metric, coalesce(bought.at, p.created_at), 1
      from run_record r join person on person.id = r.profile_id join profile p on p.store_id = ${storeId} and p.id = r.profile_id
        left join bought on bought.run_id = r.run and bought.row_no = r.record_no
        cross join lateral (values ('record'), (case r.status when 'added' then 'record_add' when 'updated' then 'record_update'
          when 'duplicated' then 'record_duplicate' end)) m (metric)
      where r.store_id = ${storeId} and r.run in (${runs}) and m.metric is not null
    )
    select metric, date_trunc('hour', at, 'UTC') as hour, sum(n)::int as n from came group by 1, 2`.execute(db)
  const span = await sql<{ from: string; until: string }>`
    select date_trunc('hour', min(started_at), 'UTC') as from, max(finished_at) as until from run
    where store_id = ${storeId} and id in (${runs})`.execute(db)
  await moveCounts(db, storeId, 'import', span.rows[0]!, rows)
  await forgetDays(db, storeId)
}
