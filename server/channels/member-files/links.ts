// Members who send files in the LINE chat of an account. Like a customer, a member proves a LINE id by a word that only they were shown.
import { WORD_MINUTES } from '@ruam/contract/channels/line-link.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** Keeps a word for a member, in place of their former one. Returns when it ends; undefined if no watch takes files of the chats. */
export async function insertMemberWord(
  db: Db,
  storeId: number,
  { userId, channelId, hash }: { userId: number; channelId: number; hash: Buffer },
): Promise<string | undefined> {
  // The lock keeps the watch until the word is there: its deletion ends the words as well.
  const { rows } = await sql<{ word_until: string }>`
    insert into line_member as m (store_id, user_id, word_hash, word_channel_id, word_until)
    select store_id, ${userId}::int, ${hash}::bytea, ${channelId}::int,
      clock_timestamp() + make_interval(mins => ${WORD_MINUTES}::int)
    from watch where store_id = ${storeId} and deleted_at is null and place ->> 'kind' = 'line_chat' for share
    on conflict (store_id, user_id) do update set word_hash = excluded.word_hash,
      word_channel_id = excluded.word_channel_id, word_until = excluded.word_until
    returning word_until`.execute(db)
  return rows[0]?.word_until
}

/** A word in the chat of an account. */
interface SentWord {
  channelId: number
  hash: Buffer
  lineUserId: string
  /** By LINE's clock, in milliseconds since 1970. */
  at: number
}

/** Uses up a member's word and links the LINE id to them alone. Returns the member; undefined if the word is no member's, or has ended. */
export async function linkMember(db: Db, storeId: number, sent: SentWord): Promise<number | undefined> {
  const { channelId, hash, lineUserId, at } = sent
  const { rows } = await sql<{ user_id: number }>`
    update line_member set word_hash = null, word_channel_id = null, word_until = null
    where store_id = ${storeId} and word_hash = ${hash} and word_channel_id = ${channelId}
      and word_until >= to_timestamp(${at}::float8 / 1000)
    returning user_id`.execute(db)
  const [member] = rows
  if (!member) return undefined
  await sql`
    update line_member set channel_id = null, line_user_id = null, linked_at = null
    where store_id = ${storeId} and channel_id = ${channelId} and line_user_id = ${lineUserId}`.execute(db)
  await sql`
    update line_member set channel_id = ${channelId}, line_user_id = ${lineUserId}, linked_at = clock_timestamp()
    where store_id = ${storeId} and user_id = ${member.user_id}`.execute(db)
  return member.user_id
}

/** Returns the members to whom LINE ids of an account are linked, by id. */
export async function linkedMembers(
  db: Db,
  storeId: number,
  channelId: number,
  lineUserIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (lineUserIds.length === 0) return new Map()
  const { rows } = await sql<{ line_user_id: string; user_id: number }>`
    select line_user_id, user_id from line_member
    where store_id = ${storeId} and channel_id = ${channelId} and line_user_id = any(${lineUserIds}::text[])
    order by user_id`.execute(db)
  return new Map(rows.map(({ line_user_id, user_id }) => [line_user_id, user_id]))
}

/** Returns the link of a member, and their word until it ends. */
export async function linkOf(db: Db, storeId: number, userId: number) {
  const { rows } = await sql<{
    account_id: number | null
    account_name: string | null
    linked_at: string | null
    word_channel_id: number | null
    word_until: string | null
  }>`
    select c.id as account_id, c.name as account_name, m.linked_at,
      case when m.word_until > clock_timestamp() then m.word_channel_id end as word_channel_id, m.word_until
    from line_member m left join channel c on c.store_id = m.store_id and c.id = m.channel_id
    where m.store_id = ${storeId} and m.user_id = ${userId}`.execute(db)
  const { account_id, account_name, linked_at, word_channel_id, word_until } = rows[0] ?? {}
  return {
    link: linked_at
      ? { linked_at, account: account_id == null ? null : { id: account_id, name: account_name ?? '' } }
      : null,
    word: word_channel_id != null && word_until ? { channel_id: word_channel_id, expires_at: word_until } : null,
  }
}

/** Ends the link of a member, and their word. Returns false if there was neither. */
export async function unlinkMember(db: Db, storeId: number, userId: number): Promise<boolean> {
  const { rows } = await sql`
    delete from line_member where store_id = ${storeId} and user_id = ${userId} returning user_id`.execute(db)
  return rows.length > 0
}
