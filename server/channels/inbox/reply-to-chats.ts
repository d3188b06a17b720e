import { sql } from 'kysely'
import { databaseNow } from '../../core/now.ts'
import { inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { callLine, LineError, LineUnreachable } from '../accounts/line-client.ts'
import { type AccountRow, findAccount } from '../accounts/queries.ts'
import { credentialsOf } from '../accounts/secrets.ts'
import type { LineEvent } from './events.ts'
import { STOP_POSTBACK } from './stop-words.ts'

/** A reply token works once, within a minute of its event (LINE, "Send reply message"). */
export const TOKEN_MS = 60_000
/** Replies at a time: a crowd that stops at once is answered while its tokens last. */
const AT_ONCE = 10

const CONFIRMED = {
  type: 'text',
  text: [
    'ยกเลิกรับข่าวสารแล้ว ร้านจะไม่ส่งข่าวสารถึงคุณอีก',
    'You are unsubscribed. This store will not send you any more news.',
  ].join('\n'),
}

/** Words of the button that withdraws consents; at most 20 characters. */
const STOP_LABEL = 'ยกเลิกรับข่าวสาร'
/** The button that withdraws consents, as an action of LINE. */
export const stopAction = { type: 'postback', label: STOP_LABEL, data: STOP_POSTBACK, displayText: STOP_LABEL }

const QUESTION = [
  'หากไม่ต้องการรับข่าวสารจากร้าน กรุณากดปุ่มด้านล่าง',
  'To stop receiving news from this store, press the button below.',
].join('\n')
const OFFERED = {
  type: 'template',
  altText: QUESTION,
  template: { type: 'buttons', text: QUESTION, actions: [stopAction] },
}

interface Chats {
  /** Log entries of messages that withdrew consents. */
  stopped: readonly number[]
  /** Log entries of messages that may have meant it. */
  unclear: readonly number[]
}

export interface Chat {
  account: AccountRow
  event: LineEvent
}

/** Returns the messages of log entries that active accounts received. */
export async function chatsOf(core: Core, storeId: number, logIds: readonly number[]): Promise<Map<number, Chat>> {
  return inStore(core.pool, storeId, async (db) => {
    const { rows } = await sql<{ log_id: number; channel_id: number; event: LineEvent }>`
      select l.id as log_id, l.channel_id, y.payload as event from unnest(${logIds}::bigint[]) w (id)
      join online_log l on l.store_id = ${storeId} and l.id = w.id and l.source = 'line'
      join online_log_payload y on y.store_id = ${storeId} and y.log_id = w.id order by l.id`.execute(db)
    const found = new Map<number, Chat>()
    for (const { log_id, channel_id, event } of rows) {
      const account =
        (await findAccount(db, storeId, 'lineOA', channel_id)) ??
        (await findAccount(db, storeId, 'lineModule', channel_id))
      if (account?.status === 'active') found.set(log_id, { account, event })
    }
    return found
  })
}

/** Replies to users who asked to get nothing more, or may have. Replies cost nothing; one that fails changes nothing. */
export async function replyToChats(
  core: Core,
  storeId: number,
  { stopped, unclear }: Chats,
  signal: AbortSignal,
): Promise<void> {
  const chats = await chatsOf(core, storeId, [...stopped, ...unclear])
  await replyEach([...chats], signal, async ([id, chat]) => {
    await reply(core, storeId, chat, [stopped.includes(id) ? CONFIRMED : OFFERED])
  })
}

/** Replies to some chats at a time, until the server stops. */
export async function replyEach<C>(
  chats: readonly C[],
  signal: AbortSignal,
  replyTo: (chat: C) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < chats.length && !signal.aborted; from += AT_ONCE)
    await Promise.all(chats.slice(from, from + AT_ONCE).map(replyTo))
}

/** Outcome of a reply. `busy`: LINE takes it later. `unclear`: LINE may have taken it. `spent`: the token was used, or has ended. */
type ReplyOutcome = 'given' | 'late' | 'spent' | 'refused' | 'busy' | 'unclear'

/** Replies to an event by its token, and never without one. The only way in which the product replies. */
export async function reply(
  core: Core,
  storeId: number,
  { account, event }: Chat,
  messages: readonly object[],
): Promise<ReplyOutcome> {
  const { replyToken, mode, timestamp } = event
  // In standby, another system answers the chat.
  if (typeof replyToken !== 'string' || mode === 'standby') return 'refused'
  if (databaseNow() - timestamp > TOKEN_MS) return 'late'
  try {
    await callLine(core, credentialsOf(core, storeId, account), '/v2/bot/message/reply', {
      json: { replyToken, messages },
    })
    return 'given'
  } catch (error) {
    if (error instanceof LineUnreachable) return 'unclear'
    if (!(error instanceof LineError)) throw error
    if (error.status === 429) return 'busy'
    if (error.status >= 500) return 'unclear'
    return error.status === 400 && SPENT.test(error.message) ? 'spent' : 'refused'
  }
}

/** LINE's words for a token that works no more. */
const SPENT = /invalid reply token/i
