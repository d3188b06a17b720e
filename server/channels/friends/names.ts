import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** Pauses before the next try, by the number of tries before it; then a day. */
const PAUSES = ['30 s', '2 min', '10 min', '1 h', '6 h']
/** About a month of tries, after which only the next follow asks again. */
const MAX_TRIES = 36

/** A friend of an account, customer or not yet. */
export interface AccountFriend {
  channel_id: number
  external_id: string
}

/** Condition for profiles `p` of friends `f` without a name of the channel. */
const isNameless = sql.raw(
  `case when f.channel_type = 'facebook' then p.first_name is null and p.last_name is null else p.line_display_name is null end`,
)

/**
 * Asks for the names of friends whose customers have none, unless they were asked for before. A user who follows again is asked about
 * again. Returns true if a name is due.
 */
export async function requestNames(
  db: Db,
  storeId: number,
  friends: readonly (AccountFriend & { follows: boolean })[],
): Promise<boolean> {
  if (friends.length === 0) return false
  const { rows } = await sql`
    with met as materialized (
      select channel_id, external_id, bool_or(follows) as follows
      from jsonb_to_recordset(${JSON.stringify(friends)}::jsonb) as m (channel_id int, external_id text, follows boolean)
      group by 1, 2
    ),
    nameless as materialized (
      select f.channel_type, f.channel_id, f.external_id from met
      cross join lateral (select * from channel_friend
        where store_id = ${storeId} and external_id = met.external_id offset 0) f
      cross join lateral (select first_name, last_name, line_display_name from profile
        where store_id = ${storeId} and id = f.profile_id offset 0) p
      where f.channel_id = met.channel_id and f.status = 'friend' and f.name_at is null
        and (f.name_tries = 0 or met.follows) and ${isNameless}
    )
    update channel_friend f set name_at = clock_timestamp(), name_tries = 0 from nameless n
    where f.store_id = ${storeId} and f.channel_type = n.channel_type and f.channel_id = n.channel_id
      and f.external_id = n.external_id
    returning 1`.execute(db)
  return rows.length > 0
}

/** A friend whose name is due. `display_name`: known already, of a friend who became a customer since. */
export interface NamelessFriend extends AccountFriend {
  display_name: string | null
}

/**
 * Returns friends whose name is due, customers first, and books their next try: a crash asks later rather than twice.
 */
export async function claimNameless(db: Db, storeId: number, limit: number): Promise<NamelessFriend[]> {
  const customers = await claim(db, storeId, sql`f.profile_id is not null`, limit)
  if (customers.length === limit) return customers
  return [...customers, ...(await claim(db, storeId, sql`f.profile_id is null`, limit - customers.length))]
}

async function claim(db: Db, storeId: number, which: RawBuilder<unknown>, limit: number): Promise<NamelessFriend[]> {
  const { rows } = await sql<NamelessFriend>`
    with due as materialized (
      select f.ctid as place from channel_friend f
      where f.store_id = ${storeId} and f.name_at <= clock_timestamp() and ${which} and exists (
        select from channel c where c.store_id = ${storeId} and c.id = f.channel_id and c.status = 'active')
      order by f.name_at, f.external_id limit ${limit}::int for update skip locked
    )
    update channel_friend f set name_tries = f.name_tries + 1,
      name_at = case when f.name_tries < ${MAX_TRIES} and f.status = 'friend' then clock_timestamp()
        + coalesce((${PAUSES}::text[])[f.name_tries + 1]::interval, interval '1 day') end
    where f.store_id = ${storeId} and f.ctid = any(array(select place from due))
    returning f.channel_id, f.external_id, f.display_name`.execute(db)
  return rows
}

/** Ends the tries of friends whose name is known: customers hold it themselves. */
export async function endNameless(db: Db, storeId: number, friends: readonly AccountFriend[]): Promise<void> {
  if (friends.length === 0) return
  await sql`
    update channel_friend f set name_at = null, display_name = null
    from jsonb_to_recordset(${JSON.stringify(friends)}::jsonb) as n (channel_id int, external_id text)
    where f.store_id = ${storeId} and f.channel_id = n.channel_id and f.external_id = n.external_id
      and f.profile_id is not null`.execute(db)
}

interface FriendName extends AccountFriend {
  name: string
}

/** Writes names into the rows of friends who are not customers. One who became a customer meanwhile stays for the caller. */
export async function nameFriends(db: Db, storeId: number, friends: readonly FriendName[]): Promise<void> {
  if (friends.length === 0) return
  await sql`
    with named as materialized (
      select f.ctid as place, n.name from jsonb_to_recordset(${JSON.stringify(friends)}::jsonb) as n (channel_id int, external_id text, name text)
      cross join lateral (select ctid, channel_id, profile_id from channel_friend
        where store_id = ${storeId} and external_id = n.external_id offset 0 for no key update) f
      where f.channel_id = n.channel_id and f.profile_id is null
    )
    update channel_friend f set name_at = null, display_name = named.name from named
    where f.store_id = ${storeId} and f.ctid = named.place and f.profile_id is null`.execute(db)
}

/** Takes the name of a LINE user who becomes a customer out of the rows of friends. Returns null if none is known. */
export async function takeFriendName(db: Db, storeId: number, userId: string): Promise<string | null> {
  const { rows } = await sql<{ display_name: string }>`
    with known as materialized (
      select channel_type, channel_id, display_name from channel_friend
      where store_id = ${storeId} and external_id = ${userId} and display_name is not null order by channel_type, channel_id for no key update
    )
    update channel_friend f set display_name = null, name_at = null from known k
    where f.store_id = ${storeId} and f.external_id = ${userId} and f.channel_type = k.channel_type and f.channel_id = k.channel_id
    returning k.display_name`.execute(db)
  return rows[0]?.display_name ?? null
}
