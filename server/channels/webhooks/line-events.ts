import type pg from 'pg'
import { ApiError } from '../../core/api-error.ts'
import type { OutsideBody } from '../../core/outside-body.ts'
import { unseal } from '../../core/sealing.ts'
import { tokenHash } from '../../core/tokens.ts'
import { inStore } from '../../database/db.ts'
import { oncePerMinute } from '../../http/throttle.ts'
import { wakeIngester } from '../../ingest/ingester/wake.ts'
import type { Core } from '../../servers/core.ts'
import { hearEvents } from '../accounts/account-events.ts'
import { noteAnswer } from '../accounts/answer-times.ts'
import { checkSoon } from '../accounts/check-queries.ts'
import { LineRequest, readEvent, UnreadableEvent } from '../inbox/events.ts'
import { Grouping, Groupings } from '../inbox/grouping.ts'
import { logRefused, receiveDelivery } from '../inbox/receive.ts'
import { isSigned } from './signature.ts'

interface Receiver {
  store_id: number
  channel_id: number
  external_id: string
  bot_user_id: string | null
  secret: Buffer
  status: string
}

/** Look-ups of this process. */
const seeking = new WeakMap<pg.Pool, Groupings<string, Receiver | undefined>>()

/** Finds the account of a webhook address, outside of any store: one look-up for requests that came while others were looked up. */
function receiverOf(pool: pg.Pool, key: string): Promise<Receiver | undefined> {
  const groups = seeking.get(pool) ?? new Groupings()
  seeking.set(pool, groups)
  const work = async (same: readonly string[]) => {
    const { rows } = await pool.query<Receiver>('select * from auth.webhook($1)', [tokenHash(key)])
    return same.map(() => rows[0])
  }
  return groups.add(key, key, () => new Grouping(work))
}

const logsRefused = oncePerMinute()

interface Delivery {
  /** Secret part of the webhook's address. */
  key: string
  body: OutsideBody
  signature: string | string[] | undefined
  requestId: string
  /** When the request came in, by `performance.now()`. */
  arrived: number
}

/**
 * Stores the events of a LINE account. Returns undefined if no account of this server has the address. Throws webhook_signature, and
 * invalid_input for a body that is not LINE's or for another account.
 */
export async function receiveLine(
  core: Core,
  { key, body, signature, requestId, arrived }: Delivery,
): Promise<true | undefined> {
  const found = await receiverOf(core.pool, key)
  if (!found) return undefined
  const { store_id: storeId, channel_id: channelId, external_id, bot_user_id, secret } = found
  const opened = unseal(core.config.secretKey, { storeId, subject: `line:${external_id}` }, secret)
  if (!isSigned(opened, body, signature)) {
    if (logsRefused(`${storeId}:${channelId}`))
      await inStore(core.pool, storeId, async (db) => {
        await logRefused(db, storeId, channelId, requestId)
        // Perhaps the secret was issued again.
        await checkSoon(db, storeId, channelId)
      })
    throw new ApiError('webhook_signature')
  }
  const received = body.read(LineRequest)
  if (received?.destination !== bot_user_id) throw new ApiError('invalid_input', { fields: ['body'] })
  const receiver = { source: 'line', storeId, channelId } as const
  const events = received.events.map((event) => readEvent(event))
  const outcome = await receiveDelivery(core, receiver, events, requestId)
  // Disconnected since the address was looked up.
  if (outcome === 'disconnected') throw new ApiError('not_found')
  const readable = events.flatMap((event) => (event instanceof UnreadableEvent ? [] : event))
  await hearEvents(core.pool, { storeId, channelId, isStopped: found.status === 'error' }, readable)
  noteAnswer(core.pool, storeId, channelId, performance.now() - arrived)
  if (outcome === 'waiting') wakeIngester(core, storeId)
  return true
}
