import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** Recipients `r` of whom LINE certainly accepted no message: refused, cut by the quota, or left by a cancellation. Erased ones have no id. */
export const isUnsent = sql<boolean>`(r.external_id is not null
  and (r.status = 'failed' or r.status = 'skipped' and r.reason in ('canceled', 'over_quota')))`

/** Ids of the unsent recipients of a broadcast, without people whom it reached as a profile that was merged with theirs. */
export const unsentPeople = (storeId: number, broadcastId: number): RawBuilder<unknown> => sql`(
  select live.id from broadcast_recipient r
  join profile p on p.store_id = ${storeId} and p.id = r.profile_id
  cross join lateral (select coalesce(p.merged_into, p.id) as id) live
  where r.store_id = ${storeId} and r.broadcast_id = ${broadcastId}
  group by live.id having bool_or(${isUnsent}) and not bool_or(r.status in ('queued', 'accepted', 'unknown')))`

/** Counts the unsent recipients of a broadcast, by its own rows alone. */
export async function countUnsent(db: Db, storeId: number, broadcastId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from broadcast_recipient r
    where r.store_id = ${storeId} and r.broadcast_id = ${broadcastId} and r.status in ('failed', 'skipped') and ${isUnsent}`.execute(
    db,
  )
  return rows[0]!.total
}
