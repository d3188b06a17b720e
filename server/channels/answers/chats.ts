import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** State of a chat. Times are in milliseconds since 1970, days in the time zone of the store. */
export interface ChatState {
  fallbackOn: string | null
  outsideOn: string | null
  pausedUntil: number
  /** Minute in which answers are counted. */
  minute: number
  given: number
}

const fresh: ChatState = { fallbackOn: null, outsideOn: null, pausedUntil: 0, minute: 0, given: 0 }

interface ChatId {
  channelId: number
  userId: string
}

export const chatKey = ({ channelId, userId }: ChatId) => `${channelId} ${userId}`

interface ChatRow {
  channel_id: number
  external_id: string
  fallback_on: string | null
  outside_on: string | null
  paused_until: number | null
  minute: number | null
  given: number
}

/** Returns the states of chats by `chatKey`; those without a row are fresh. */
export async function chatStates(db: Db, storeId: number, chats: readonly ChatId[]): Promise<Map<string, ChatState>> {
  const states = new Map(chats.map((chat) => [chatKey(chat), { ...fresh }]))
  const { rows } = await sql<ChatRow>`
    select c.channel_id, c.external_id, c.fallback_on::text, c.outside_on::text, c.given,
      (extract(epoch from c.paused_until) * 1000)::float8 as paused_until, (extract(epoch from c.minute) * 1000)::float8 as minute
    from unnest(${chats.map(({ channelId }) => channelId)}::int[], ${chats.map(({ userId }) => userId)}::text[]) w (channel_id, external_id)
    join answer_chat c on c.store_id = ${storeId} and c.channel_id = w.channel_id and c.external_id = w.external_id`.execute(
    db,
  )
  for (const row of rows)
    states.set(chatKey({ channelId: row.channel_id, userId: row.external_id }), {
      fallbackOn: row.fallback_on,
      outsideOn: row.outside_on,
      pausedUntil: row.paused_until ?? 0,
      minute: row.minute ?? 0,
      given: row.given,
    })
  return states
}

/** Saves states of chats. The ingester alone writes them, one batch after another. */
export async function saveChats(
  db: Db,
  storeId: number,
  chats: readonly (ChatId & { state: ChatState })[],
): Promise<void> {
  if (chats.length === 0) return
  const rows = chats
    .map(({ channelId, userId, state }) => ({
      channel_id: channelId,
      external_id: userId,
      fallback_on: state.fallbackOn,
      outside_on: state.outsideOn,
      paused_until: state.pausedUntil,
      minute: state.minute,
      given: state.given,
    }))
    .sort((one, other) => one.channel_id - other.channel_id || (one.external_id < other.external_id ? -1 : 1))
  await sql`
    insert into answer_chat (store_id, channel_id, external_id, fallback_on, outside_on, paused_until, minute, given)
    select ${storeId}, channel_id, external_id, fallback_on, outside_on, to_timestamp(paused_until / 1000.0), to_timestamp(minute / 1000.0), given
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as c (channel_id int, external_id text, fallback_on date, outside_on date, paused_until float8, minute float8, given int)
    on conflict (store_id, channel_id, external_id) do update set (fallback_on, outside_on, paused_until, minute, given, updated_at)
      = (excluded.fallback_on, excluded.outside_on, excluded.paused_until, excluded.minute, excluded.given, clock_timestamp())`.execute(
    db,
  )
}

/** Returns those of LINE users who stopped, and agreed to nothing since. */
export async function stoppedUsers(db: Db, storeId: number, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from line_stop
    where store_id = ${storeId} and user_id = any(${[...userIds]}::text[]) and lifted = '{}'`.execute(db)
  return new Set(rows.map(({ user_id }) => user_id))
}
