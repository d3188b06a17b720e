import { type RawBuilder, sql } from 'kysely'

/** Ids of customers who got a message of the automation whose broadcast this is, merged ones under their present profile. */
export const messagedPeople = (storeId: number, broadcastId: number): RawBuilder<unknown> => sql`(
  select distinct coalesce(p.merged_into, p.id) as id
  from broadcast named
  join broadcast b on b.store_id = ${storeId} and b.automation_id = named.automation_id
  join broadcast_recipient r on r.store_id = ${storeId} and r.broadcast_id = b.id and r.status in ('accepted', 'unknown')
  join profile p on p.store_id = ${storeId} and p.id = r.profile_id
  where named.store_id = ${storeId} and named.id = ${broadcastId})`
