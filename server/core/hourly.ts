import { sql } from 'kysely'
import type { Db } from './db.ts'

/** Adds to the counters of this hour, which the dashboard sums; `channel` says whether by hand or by an import. */
export async function addToHour(
  db: Db,
  storeId: number,
  channel: 'user' | 'import',
  counts: Readonly<Record<string, number>>,
): Promise<void> {
  const metrics = Object.entries(counts).filter(([, value]) => value > 0)
  if (metrics.length === 0) return
  await sql`
    insert into hourly_count as h (store_id, hour, metric, channel, value)
    select ${storeId}::int, date_trunc('hour', clock_timestamp(), 'UTC'), metric, ${channel}::text, value
    from unnest(${metrics.map(([metric]) => metric)}::text[], ${metrics.map(([, value]) => value)}::bigint[]) as t (metric, value)
    on conflict (store_id, hour, metric, channel) do update set value = h.value + excluded.value`.execute(db)
}
