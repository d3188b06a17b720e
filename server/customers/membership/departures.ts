import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** Days for which joining and leaving a segment count as recent. */
const RECENT_DAYS = 7

/** Beginning of the recent days, at the full hour as sizes are kept. */
export const recentSince = sql<string>`date_trunc('hour', now() - make_interval(days => ${RECENT_DAYS}::int), 'UTC')`

/** Records that profiles have left segments. A later departure replaces an earlier one. */
export async function noteDepartures(
  db: Db,
  storeId: number,
  left: readonly { label_id: number; profile_id: number }[],
): Promise<void> {
  if (left.length === 0) return
  await sql`insert into segment_departure as d (store_id, label_id, profile_id)
    select ${storeId}, label_id, profile_id
    from unnest(${left.map((one) => one.label_id)}::int[], ${left.map((one) => one.profile_id)}::bigint[]) as t (label_id, profile_id)
    order by label_id, profile_id
    on conflict (store_id, label_id, profile_id) do update set left_at = excluded.left_at`.execute(db)
}

/** Deletes departures that are no longer recent. */
export async function forgetDepartures(db: Db, storeId: number): Promise<void> {
  await sql`delete from segment_departure where store_id = ${storeId} and left_at < ${recentSince}`.execute(db)
}
