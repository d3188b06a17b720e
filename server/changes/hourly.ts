import { sql } from 'kysely'
import type { Db } from '../core/db.ts'

/** Whether people act, or an import and its undo. */
export type Channel = 'user' | 'import'

/** How profiles become live, and the counter of the hour that counts them. */
export const cameMetrics = {
  made: 'profile',
  restored: 'profile_restored',
  unmerged: 'profile_unmerged',
} as const

/** How live profiles go, each counted in the hour it goes in. What came less what went are those who are there. */
export const wentMetrics = {
  deleted: 'profile_deleted',
  merged: 'profile_merged',
  erased: 'profile_erased',
  undone: 'profile_undone',
} as const

/** Adds to the counters of this UTC hour, which the dashboard sums. */
export async function addToHour(
  db: Db,
  storeId: number,
  channel: Channel,
  counts: Readonly<Record<string, number>>,
): Promise<void> {
  // In one order, for the rows stay held until the caller's transaction ends.
  const metrics = Object.keys(counts)
    .filter((metric) => counts[metric]! > 0)
    .sort()
  if (metrics.length === 0) return
  await sql`
    insert into hourly_count as h (store_id, hour, metric, channel, value)
    select ${storeId}::int, date_trunc('hour', clock_timestamp(), 'UTC'), metric, ${channel}::text, value
    from unnest(${metrics}::text[], ${metrics.map((metric) => counts[metric]!)}::bigint[]) as t (metric, value)
    on conflict (store_id, hour, metric, channel) do update set value = h.value + excluded.value`.execute(db)
}
