import { WORD_MINUTES } from '@ruam/contract/channels/line-link.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** Days that used and expired words are kept: a personal link stays known as used as long as it is good. */
const KEPT_DAYS = 32

/** Deletes old words of the store and keeps a new one. Returns when it ends. */
export async function insertWord(
  db: Db,
  storeId: number,
  word: { profileId: number; channelId: number; hash: Buffer; userId: number },
): Promise<string> {
  await sql`delete from line_link
    where store_id = ${storeId} and expires_at < clock_timestamp() - make_interval(days => ${KEPT_DAYS})`.execute(db)
  const { expires_at } = await db
    .insertInto('line_link')
    .values({
      store_id: storeId,
      profile_id: word.profileId,
      channel_id: word.channelId,
      word_hash: word.hash,
      created_by: word.userId,
      expires_at: sql<string>`clock_timestamp() + make_interval(mins => ${WORD_MINUTES})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return expires_at
}

/** Uses up a word that was sent to an account at a time. Returns its row, or undefined if it is not good, or not there. */
export async function consumeWord(db: Db, storeId: number, channelId: number, hash: Buffer, sentAt: number) {
  const { rows } = await sql<{ id: number; profile_id: number }>`
    update line_link set used_at = clock_timestamp()
    where store_id = ${storeId} and word_hash = ${hash} and channel_id = ${channelId} and status = 'open' and used_at is null
      and expires_at >= to_timestamp(${sentAt}::float8 / 1000) returning id, profile_id`.execute(db)
  return rows[0]
}

/** Keeps that a personal link was used. Returns undefined if it was before, or if the profile is gone. */
export async function consumePersonal(
  db: Db,
  storeId: number,
  { profileId, channelId, hash, expires }: { profileId: number; channelId: number; hash: Buffer; expires: number },
) {
  const { rows } = await sql<{ id: number; profile_id: number }>`
    insert into line_link (store_id, profile_id, channel_id, word_hash, expires_at, used_at)
    select ${storeId}, p.id, ${channelId}, ${hash}, to_timestamp(${expires}::float8 / 1000), clock_timestamp()
    from (select id from profile where store_id = ${storeId} and id = ${profileId} for key share) p
    on conflict (store_id, word_hash) do nothing returning id, profile_id`.execute(db)
  return rows[0]
}

/** Ends a word, and closes the other open words of its profile: two screens may show one each. */
export async function endWord(
  db: Db,
  storeId: number,
  id: number,
  { status, byErased }: { status: 'linked' | 'pair'; byErased: boolean },
): Promise<void> {
  await sql`
    update line_link l set by_erased = case when l.id = ${id} then ${byErased} else l.by_erased end, status = case when l.id = ${id} then ${status} else 'closed' end,
      used_at = coalesce(l.used_at, clock_timestamp())
    from line_link used
    where used.store_id = ${storeId} and used.id = ${id} and l.store_id = ${storeId} and l.profile_id = used.profile_id
      and l.status = 'open'`.execute(db)
}

/** Returns the last word of a profile; a closed one ended as the one that was used. */
export async function lastWord(db: Db, storeId: number, profileId: number) {
  const { rows } = await sql<{
    id: number
    status: 'open' | 'linked' | 'pair' | 'expired'
    expires_at: string
    used_at: string | null
    by_erased: boolean
  }>`
    select l.id, l.expires_at, l.used_at, l.by_erased, case
      when l.status = 'closed' then coalesce((select u.status from line_link u where u.store_id = ${storeId}
        and u.profile_id = ${profileId} and u.status in ('linked', 'pair') order by u.used_at desc limit 1), 'expired')
      when l.status = 'open' and l.expires_at < clock_timestamp() then 'expired' else l.status end as status
    from line_link l where l.store_id = ${storeId} and l.profile_id = ${profileId} order by l.id desc limit 1`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Returns the live profile that a profile is, or went into; undefined if it was deleted or erased. */
export async function linkedProfile(db: Db, storeId: number, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    with recursive up as (
      select id, merged_into, deleted_at from profile where store_id = ${storeId} and id = ${id}
      union select p.id, p.merged_into, p.deleted_at from up
        join profile p on p.store_id = ${storeId} and p.id = up.merged_into
    ) select id from up where merged_into is null and deleted_at is null`.execute(db)
  return rows[0]?.id
}

/** Returns how a profile can be reached on LINE accounts. */
export async function reachOf(
  db: Db,
  storeId: number,
  profileId: number,
): Promise<'friend' | 'blocked' | 'not_linked'> {
  const { rows } = await sql<{ status: 'friend' | 'blocked' }>`
    select status from channel_friend where store_id = ${storeId} and profile_id = ${profileId}
      and channel_type in ('lineOA', 'lineModule') order by status desc limit 1`.execute(db)
  return rows[0]?.status ?? 'not_linked'
}

/** Returns how profiles can be reached on LINE, of those that an account has met. */
export async function reachesOf(db: Db, storeId: number, ids: readonly number[]) {
  const { rows } = await sql<{ profile_id: number; reach: 'friend' | 'blocked' }>`
    select profile_id, max(status) as reach from channel_friend
    where store_id = ${storeId} and profile_id = any(${ids}::bigint[]) and channel_type in ('lineOA', 'lineModule')
    group by profile_id order by profile_id`.execute(db)
  return rows
}

/** Wrong words that a user sent in the last hour. */
export async function wrongWords(db: Db, storeId: number, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from online_log where store_id = ${storeId} and user_id = ${userId}
      and error = 'link_word_invalid' and at > clock_timestamp() - interval '1 hour'`.execute(db)
  return rows[0]!.n
}

/** Returns true if a profile has another LINE id of this provider, or one whose provider is not known yet. */
export async function hasOtherLine(
  db: Db,
  storeId: number,
  profileId: number,
  { scope, userId }: { scope: string; userId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from identity where store_id = ${storeId} and profile_id = ${profileId} and kind = 'line'
      and scope in (${scope}, '') and value <> ${userId} limit 1`.execute(db)
  return rows.length > 0
}

/** Returns true if all data of a profile comes from LINE: its values, events and answers. */
export async function isBornOnLine(db: Db, storeId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from profile p where p.store_id = ${storeId} and p.id = ${id} and p.origin_run is null and p.created_by is null
      and p.custom = '{}' and not exists (select from jsonb_each(p.sources) s where s.value ->> 0 <> 'line')
      and not exists (select from activity a join activity_type t on t.store_id = ${storeId} and t.id = a.type_id
        where a.store_id = ${storeId} and a.profile_id = p.id and coalesce(t.purpose, '') not like 'line\\_%')
      and not exists (select from consent_entry c where c.store_id = ${storeId} and c.profile_id = p.id and c.source <> 'line')
      and not exists (select from profile_contact c where c.store_id = ${storeId} and c.profile_id = p.id)
      and not exists (select from profile_label l
        where l.store_id = ${storeId} and l.profile_id = p.id and l.source <> 'rule')`.execute(db)
  return rows.length > 0
}

/** Returns the LINE accounts in use whose chat can be opened by an address. */
export async function wordAccounts(db: Db, storeId: number) {
  const rows = await db
    .selectFrom('channel')
    .select(['id', 'name', 'basic_id'])
    .where('store_id', '=', storeId)
    .where('type', 'in', ['lineOA', 'lineModule'])
    .where('status', '=', 'active')
    .where('basic_id', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, basic_id: row.basic_id! }))
}
