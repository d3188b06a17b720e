import { inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { callLine, LineError, LineUnreachable } from '../accounts/line-client.ts'
import { findAccount } from '../accounts/queries.ts'
import { credentialsOf } from '../accounts/secrets.ts'
import type { InboxEvent } from './read-inbox.ts'

/** A reply token works once, within a minute of its event (LINE, "Send reply message"). */
const TOKEN_MS = 60_000
/** Replies of one batch: a crowd that stops at once must not hold up the inbox. */
const MAX_REPLIES = 100

const CONFIRMED = [
  'ยกเลิกรับข่าวสารแล้ว ร้านจะไม่ส่งบรอดแคสต์ถึงคุณอีก',
  'You are unsubscribed and get no more broadcasts from this store.',
].join('\n')

/** Replies to users whose consents were withdrawn because they asked for it. Replies cost nothing; one that fails changes nothing. */
export async function confirmStops(core: Core, storeId: number, stops: readonly InboxEvent[]): Promise<void> {
  for (const { channel, event } of stops.slice(0, MAX_REPLIES)) {
    const { replyToken, mode, timestamp } = event
    // In standby, another system answers the chat.
    if (channel.type === 'facebook' || typeof replyToken !== 'string' || mode === 'standby') continue
    if (Date.now() - timestamp > TOKEN_MS) continue
    const account = await inStore(core.pool, storeId, (db) => findAccount(db, storeId, channel.type, channel.id))
    if (account?.status !== 'active') continue
    const json = { replyToken, messages: [{ type: 'text', text: CONFIRMED }] }
    try {
      await callLine(core, credentialsOf(core, storeId, account), '/v2/bot/message/reply', { json })
    } catch (error) {
      if (!(error instanceof LineError || error instanceof LineUnreachable)) throw error
    }
  }
}
