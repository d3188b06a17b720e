import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

// Friends from LINE's own list. They are looked up by their whole key: without statistics, part of it may go by an index of the account.

interface Account {
  id: number
  type: string
}

interface StoredFriend {
  external_id: string
  /** A friend of the account with a customer, or whom no customer holds. */
  settled: boolean
  /** A friend by LINE's list alone. */
  listed: boolean
  /** Missing from an earlier list. */
  missing: boolean
}

/** Condition for rows `f` that LINE's list or a question made, and no event since. */
const isListed = sql.raw(`(f.since = to_timestamp(0) and f.heard_at is null)`)

/** Returns what is known of the ids of a list. */
export async function storedFriends(
  db: Db,
  storeId: number,
  { id, type }: Account,
  ids: readonly string[],
): Promise<StoredFriend[]> {
  const { rows } = await sql<StoredFriend>`
    select f.external_id, ${isListed} and f.status = 'friend' as listed, ${isListed} and f.status = 'blocked' as missing,
      f.profile_id is not null or not exists (
        select from identity i where i.store_id = ${storeId} and i.kind = 'line' and i.value = f.external_id) as settled
    from unnest(${ids}::text[]) u (id)
    cross join lateral (select external_id, profile_id, since, heard_at, status from channel_friend
      where store_id = ${storeId} and channel_type = ${type} and channel_id = ${id} and external_id = u.id offset 0) f`.execute(
    db,
  )
  return rows
}

/** Counts the friends of an account by LINE's list alone. */
export async function countListed(db: Db, storeId: number, channelId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from channel_friend f
    where f.store_id = ${storeId} and f.channel_id = ${channelId} and f.status = 'friend' and ${isListed}`.execute(db)
  return rows[0]!.n
}

/** Returns the next friends of an account by LINE's list alone, by id. */
export async function listedFriends(
  db: Db,
  storeId: number,
  channelId: number,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ external_id: string }>`
    select f.external_id from channel_friend f
    where f.store_id = ${storeId} and f.channel_id = ${channelId} and f.status = 'friend' and ${isListed}
      and f.external_id > ${after} order by f.external_id limit ${limit}`.execute(db)
  return rows.map(({ external_id }) => external_id)
}

/** Marks friends by LINE's list alone as blocked, or as friends again. An event since counts more. Returns their customers. */
export async function changeListed(
  db: Db,
  storeId: number,
  { id, type }: Account,
  ids: readonly string[],
  status: 'friend' | 'blocked',
): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ profile_id: number | null }>`
    with listed as materialized (
      select f.place from unnest(${ids}::text[]) u (id)
      cross join lateral (select ctid as place, since, heard_at from channel_friend
        where store_id = ${storeId} and channel_type = ${type} and channel_id = ${id} and external_id = u.id
        offset 0 for no key update) f
      where ${isListed}
    )
    update channel_friend f set status = ${status}, updated_at = clock_timestamp() from listed
    where f.store_id = ${storeId} and f.ctid = listed.place and f.status <> ${status} and ${isListed}
    returning f.profile_id`.execute(db)
  return rows.flatMap(({ profile_id }) => (profile_id === null ? [] : [profile_id]))
}

/**
 * Inserts friends who are not customers, and has their names asked for. Customers who were deleted are left out, and an account that is
 * being disconnected gets none. Returns how many are new.
 */
export async function insertListed(
  db: Db,
  storeId: number,
  { id, type }: Account,
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
