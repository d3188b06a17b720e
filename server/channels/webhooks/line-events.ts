import { sql } from 'kysely'
import type pg from 'pg'
import { ApiError } from '../../core/api-error.ts'
import { unseal } from '../../core/sealing.ts'
import { tokenHash } from '../../core/tokens.ts'
import { inStore } from '../../database/db.ts'
import { oncePerMinute } from '../../http/throttle.ts'
import { wakeIngester } from '../../ingest/ingester/wake.ts'
import type { Core } from '../../servers/core.ts'
import { LineRequest } from '../inbox/events.ts'
import { logRefused, receiveEvents } from '../inbox/receive.ts'
import { bodyJsonOf } from './json-of.ts'
import { isSigned } from './signature.ts'

interface Receiver {
  store_id: number
  channel_id: number
  external_id: string
  bot_user_id: string | null
  secret: Buffer
}

/** Finds the account of a webhook address, outside of any store. */
async function receiverOf(pool: pg.Pool, key: string): Promise<Receiver | undefined> {
  const { rows } = await pool.query<Receiver>('select * from auth.webhook($1)', [tokenHash(key)])
  return rows[0]
}

const logsRefused = oncePerMinute()

interface Delivery {
  /** Secret part of the webhook's address. */
  key: string
  body: Buffer
  signature: string | string[] | undefined
  requestId: string
}

/**
 * Stores the events of a LINE account. Returns undefined if no account of this server has the address. Throws webhook_signature, and
 * invalid_input for a body that is not LINE's or for another account.
 */
export async function receiveLine(
  core: Core,
  { key, body, signature, requestId }: Delivery,
): Promise<true | undefined> {
  const receiver = await receiverOf(core.pool, key)
  if (!receiver) return undefined
  const { store_id: storeId, channel_id: channelId, external_id, bot_user_id, secret } = receiver
  const opened = unseal(core.config.secretKey, { storeId, subject: `line:${external_id}` }, secret)
  if (!isSigned(opened, body, signature)) {
    if (logsRefused(`${storeId}:${channelId}`))
      await inStore(core.pool, storeId, (db) => logRefused(db, storeId, channelId, requestId))
    throw new ApiError('webhook_signature')
  }
  const parsed = LineRequest.safeParse(bodyJsonOf(body))
  if (!parsed.success || parsed.data.destination !== bot_user_id)
    throw new ApiError('invalid_input', { fields: ['body'] })
  const { events } = parsed.data
  if (events.length === 0) return true
  const isWaiting = await inStore(core.pool, storeId, async (db) => {
    const { rows } = await sql<{ keep_chat_text: boolean }>`
      select keep_chat_text from channel where store_id = ${storeId} and id = ${channelId}`.execute(db)
    // Disconnected since the address was looked up.
    if (!rows[0]) throw new ApiError('not_found')
    const keepText = rows[0].keep_chat_text
    return receiveEvents(db, { source: 'line', storeId, channelId, keepText }, events, requestId)
  })
  if (isWaiting) wakeIngester(core, storeId)
  return true
}
