import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** The way in which profiles change: by people, by an import and its undo, by messages of LINE and Facebook, or by programs. */
export type HourlyChannel = 'user' | 'import' | 'line' | 'facebook' | 'openapi'

/** Ways in which profiles become live, with the metric of each. */
export const additionMetrics = {
  made: 'profile',
  restored: 'profile_restored',
  unmerged: 'profile_unmerged',
} as const

/** Ways in which live profiles go, counted in their own hour. Additions minus removals are the live profiles. */
export const removalMetrics = {
  deleted: 'profile_deleted',
  merged: 'profile_merged',
  erased: 'profile_erased',
  undone: 'profile_undone',
} as const

/** Adds to the counters of this UTC hour, which the dashboard sums. */
export async function addToHour(
  db: Db,
  storeId: number,
  channel: HourlyChannel,
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

/** Count of a metric in an hour. */
interface Counted {
  metric: string
  hour: string
  n: number
}

/**
 * Counts in other hours what was counted in those of a span, where as many were; a metric that has fewer there stays as it is. The caller
 * has sums of days made again.
 */
export async function moveCounts(
  db: Db,
  storeId: number,
  channel: HourlyChannel,
  { from, until }: { from: string; until: string },
  counts: readonly Counted[],
): Promise<void> {
  const { rows } = await sql<{ metric: string }>`
    with wanted as (select metric, sum(n)::bigint as n from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as c (metric text, n int)
      group by 1),
    held as (
      select h.hour, h.metric, h.value, w.n, sum(h.value) over (partition by h.metric order by h.hour) as reached,
        sum(h.value) over (partition by h.metric) as there
      from hourly_count h join wanted w using (metric)
      where h.store_id = ${storeId} and h.channel = ${channel} and h.hour between ${from}::timestamptz and ${until}::timestamptz
    )
    update hourly_count h set value = h.value - least(held.value, greatest(0, held.n - (held.reached - held.value)))
    from held
    where h.store_id = ${storeId} and h.channel = ${channel} and h.hour = held.hour and h.metric = held.metric and held.there >= held.n
    returning h.metric`.execute(db)
  const taken = new Set(rows.map(({ metric }) => metric))
  const moved = counts.filter(({ metric }) => taken.has(metric))
  await sql`
    insert into hourly_count as h (store_id, hour, metric, channel, value)
    select ${storeId}::int, hour, metric, ${channel}::text, n
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as c (metric text, hour timestamptz, n int) order by metric, hour
    on conflict (store_id, hour, metric, channel) do update set value = h.value + excluded.value`.execute(db)
}
