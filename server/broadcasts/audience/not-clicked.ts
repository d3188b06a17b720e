import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { BroadcastRow } from '../records/queries.ts'

/** True of a broadcast `b` with links whose clicks the store still counts by customer. */
const countsByCustomer = (storeId: number, broadcastId: number) => sql<boolean>`exists (
  select from broadcast b
  join broadcast_setting s on s.store_id = ${storeId} and b.purpose_id = any(s.click_purpose_ids)
  where b.store_id = ${storeId} and b.id = ${broadcastId} and b.link_tracking = 'people'
    and exists (select from broadcast_link l where l.store_id = ${storeId} and l.broadcast_id = ${broadcastId}))`

/** Customers who clicked, merged ones under their present profile. */
const clickedPeople = (storeId: number, broadcastId: number) => sql`
  select coalesce(p.merged_into, p.id) as id from (
    select profile_id from broadcast_person_click where store_id = ${storeId} and broadcast_id = ${broadcastId}
    -- Clicked before they became customers.
    union all
    select profile_id from broadcast_recipient
    where store_id = ${storeId} and broadcast_id = ${broadcastId} and clicks > 0 and profile_id is not null) c
  join profile p on p.store_id = ${storeId} and p.id = c.profile_id`

/**
 * Ids of the customers who got a broadcast and clicked nothing; none once the store stopped counting by customer. A merge with a
 * held-out customer is left out.
 */
export const notClickedPeople = (storeId: number, broadcastId: number): RawBuilder<unknown> => sql`(
  select live.id from broadcast_recipient r
  join profile p on p.store_id = ${storeId} and p.id = r.profile_id
  cross join lateral (select coalesce(p.merged_into, p.id) as id) live
  where r.store_id = ${storeId} and r.broadcast_id = ${broadcastId} and ${countsByCustomer(storeId, broadcastId)}
  group by live.id having bool_or(r.status = 'accepted') and bool_or(r.held_out) is not true
  except ${clickedPeople(storeId, broadcastId)})`

/** LINE ids of the recipients who are not customers, got a broadcast and clicked nothing. */
export const friendsNotClicked = (storeId: number, broadcastId: number): RawBuilder<unknown> => sql`(
  select r.external_id from broadcast_recipient r
  where r.store_id = ${storeId} and r.broadcast_id = ${broadcastId} and r.profile_id is null and r.external_id is not null
    and r.status = 'accepted' and r.clicks is null and ${countsByCustomer(storeId, broadcastId)})`

/** Counts who clicked a broadcast and who got it and did not; null if clicks are not counted by customer. */
export async function countClicked(
  db: Db,
  storeId: number,
  { id, link_tracking }: Pick<BroadcastRow, 'id' | 'link_tracking'>,
): Promise<{ people: number; others: number } | null> {
  if (link_tracking !== 'people') return null
  const { rows } = await sql<{ counts: boolean; people: number; others: number }>`
    select ${countsByCustomer(storeId, id)} as counts,
      (select count(distinct id)::int from (${clickedPeople(storeId, id)}) c)
        + (select count(*)::int from broadcast_recipient r where r.store_id = ${storeId} and r.broadcast_id = ${id}
          and r.profile_id is null and r.external_id is not null and r.clicks > 0) as people,
      (select count(*)::int from ${notClickedPeople(storeId, id)} n)
        + (select count(*)::int from ${friendsNotClicked(storeId, id)} n) as others`.execute(db)
  const { counts, people, others } = rows[0]!
  return counts ? { people, others } : null
}
