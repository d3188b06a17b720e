import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

// Friends from LINE's own list.

/** Returns the ids that need nothing: friends of the account with a customer, or whom no customer holds. */
export async function settledFriends(
  db: Db,
  storeId: number,
  channelId: number,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ external_id: string }>`
    select f.external_id from unnest(${ids}::text[]) u (id)
    cross join lateral (select channel_id, external_id, profile_id from channel_friend
      where store_id = ${storeId} and external_id = u.id offset 0) f
    where f.channel_id = ${channelId} and (f.profile_id is not null or not exists (
      select from identity i where i.store_id = ${storeId} and i.kind = 'line' and i.value = f.external_id))`.execute(
    db,
  )
  return new Set(rows.map(({ external_id }) => external_id))
}

/**
 * Inserts friends who are not customers, and has their names asked for. Customers who were deleted are left out, and an account that is
 * being disconnected gets none. Returns how many are new.
 */
export async function insertListed(
  db: Db,
  storeId: number,
  { id, type }: { id: number; type: string },
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0
  const { numAffectedRows } = await sql`
    with connected as materialized (select id from channel where store_id = ${storeId} and id = ${id} for key share)
    insert into channel_friend (store_id, channel_type, channel_id, external_id, status, since, name_at)
    select ${storeId}, ${type}, c.id, u.id, 'friend', to_timestamp(0), clock_timestamp()
    from connected c cross join unnest(${ids}::text[]) u (id)
    where not exists (select from identity i where i.store_id = ${storeId} and i.kind = 'line' and i.value = u.id)
    order by u.id
    on conflict (store_id, channel_type, channel_id, external_id) do nothing`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Rows of one look for friends whose customers came since. */
const UNTIED = 1000

/** Returns friends without a customer whose ids customers hold, by id. */
export async function untiedFriends(db: Db, storeId: number, channelId: number, after: string): Promise<string[]> {
  const { rows } = await sql<{ external_id: string }>`
    select f.external_id from channel_friend f
    where f.store_id = ${storeId} and f.channel_id = ${channelId} and f.profile_id is null and f.external_id > ${after}
      and exists (select from identity i where i.store_id = ${storeId} and i.kind = 'line' and i.value = f.external_id)
    order by f.external_id limit ${UNTIED}`.execute(db)
  return rows.map(({ external_id }) => external_id)
}
