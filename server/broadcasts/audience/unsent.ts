import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** Recipients `r` of whom LINE certainly accepted no message: refused, cut by the quota, or left by a cancellation. Erased ones have no id. */
export const isUnsent = sql<boolean>`(r.external_id is not null
  and (r.status = 'failed' or r.status = 'skipped' and r.reason in ('canceled', 'over_quota')))`

/** Held-out recipients `r`. Erased ones have no id. */
const isHeldOut = sql<boolean>`(r.held_out and r.external_id is not null)`

/**
 * Ids of the unsent recipients of a broadcast, of the held-out ones as well if asked. Left out are people whom it reached as a profile that
 * was merged with theirs.
 */
export const unsentPeople = (storeId: number, broadcastId: number, withHeldOut: boolean): RawBuilder<unknown> => sql`(
  select live.id from broadcast_recipient r
  join profile p on p.store_id = ${storeId} and p.id = r.profile_id
  cross join lateral (select coalesce(p.merged_into, p.id) as id) live
  where r.store_id = ${storeId} and r.broadcast_id = ${broadcastId}
  group by live.id having bool_or(${withHeldOut ? sql`(${isUnsent} or ${isHeldOut})` : isUnsent}) and not bool_or(r.status in ('queued', 'accepted', 'unknown')))`

/** LINE ids of the unsent recipients of a broadcast who are not customers. They are never held out. */
export const unsentFriends = (storeId: number, broadcastId: number): RawBuilder<unknown> => sql`(
  select r.external_id from broadcast_recipient r
  where r.store_id = ${storeId} and r.broadcast_id = ${broadcastId} and r.profile_id is null and ${isUnsent})`

/** Counts the unsent and the held-out recipients of a broadcast, by its own rows alone. */
export async function countUnsent(db: Db, storeId: number, broadcastId: number) {
  const { rows } = await sql<{ unsent: number; held_out: number }>`
    select (count(*) filter (where ${isUnsent}))::int as unsent, (count(*) filter (where ${isHeldOut}))::int as held_out
    from broadcast_recipient r
    where r.store_id = ${storeId} and r.broadcast_id = ${broadcastId} and r.status in ('failed', 'skipped')`.execute(db)
  return rows[0]!
}
