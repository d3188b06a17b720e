import type { Permission } from '@ruam/contract/platform/permissions.ts'
import { may } from '@ruam/contract/platform/permissions.ts'
import { sql } from 'kysely'
import { rightsNow } from '../../access/roles/rights-now.ts'
import type { Db } from '../../database/db.ts'

const needed: Permission = 'cdp-core.datasource.execute'
/** Days that taken files, and those that no watch took, are remembered: LINE delivers an event again for some hours. */
const KEPT_DAYS = 7

/** May send files, or may not any more. `gone`: no member of the store. */
export async function senderState(db: Db, storeId: number, userId: number): Promise<'may' | 'may_not' | 'gone'> {
  const rights = await rightsNow(db, storeId, userId)
  if (!rights) return 'gone'
  return may(rights, needed) ? 'may' : 'may_not'
}

/** True if a watch takes files of the LINE chats. */
export async function isChatWatched(db: Db, storeId: number): Promise<boolean> {
  const { rows } = await sql`
    select from watch where store_id = ${storeId} and deleted_at is null and place ->> 'kind' = 'line_chat'`.execute(db)
  return rows.length > 0
}

interface SentFile {
  userId: number
  channelId: number
  eventId: string
  messageId: string
  name: string
  /** Bytes, as LINE announced them. */
  size: number
  /** By LINE's clock, in milliseconds since 1970. */
  at: number
}

/** Keeps a file that a member sent. A redelivery changes nothing. Returns false for one. */
export async function insertSentFile(db: Db, storeId: number, file: SentFile): Promise<boolean> {
  await sql`delete from line_member_file
    where store_id = ${storeId} and sent_at < clock_timestamp() - make_interval(days => ${KEPT_DAYS})`.execute(db)
  const { rows } = await sql`
    insert into line_member_file (store_id, user_id, channel_id, event_id, message_id, name, size, sent_at)
    values (${storeId}, ${file.userId}, ${file.channelId}, ${file.eventId}, ${file.messageId}, ${file.name}, ${file.size},
      to_timestamp(${file.at}::float8 / 1000))
    on conflict (store_id, channel_id, event_id) do nothing returning id`.execute(db)
  return rows.length > 0
}

export interface WaitingFile {
  user_id: number
  channel_id: number
  message_id: string
  name: string
  size: number
  /** Milliseconds since 1970. */
  sent: number
}

/** Returns the oldest file of each name that no watch has taken: a place has a name once. */
export async function waitingFiles(db: Db, storeId: number, limit: number): Promise<WaitingFile[]> {
  const { rows } = await sql<WaitingFile>`
    select distinct on (name) user_id, channel_id, message_id, name, size::float8 as size,
      (extract(epoch from sent_at) * 1000)::float8 as sent
    from line_member_file where store_id = ${storeId} and taken_at is null
      and sent_at >= clock_timestamp() - make_interval(days => ${KEPT_DAYS})
    order by name, id limit ${limit}`.execute(db)
  return rows
}

/** Marks a file as taken. Returns false if it was already. */
export async function markTaken(db: Db, storeId: number, messageId: string): Promise<boolean> {
  const { rows } = await sql`
    update line_member_file set taken_at = clock_timestamp()
    where store_id = ${storeId} and message_id = ${messageId} and taken_at is null returning id`.execute(db)
  return rows.length > 0
}
