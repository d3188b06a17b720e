import { webhooks } from '@ruam/contract/channels/webhooks.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { atFinder } from '../../platform/core/core-servers.ts'
import { inStore } from '../../platform/core/db.ts'
import { implement } from '../../platform/core/implement.ts'
import { unseal } from '../../platform/core/sealing.ts'
import { oncePerMinute } from '../../platform/core/throttle.ts'
import { hashOf } from '../../platform/core/tokens.ts'
import { FacebookRequest } from '../facebook/events.ts'
import { LineRequest } from '../inbox/events.ts'
import { logRefused, receiveEvents } from '../inbox/receive.ts'
import { wakeIngester } from '../inbox/wake.ts'
import { isVerifyToken, receiveFacebook } from './facebook-events.ts'
import { isHubSigned, isSigned } from './signature.ts'

interface Receiver {
  store_id: number
  channel_id: number
  external_id: string
  bot_user_id: string | null
  secret: Buffer
}

/** Finds the account of a webhook address, outside of any store. */
async function receiverOf(pool: pg.Pool, key: string): Promise<Receiver | undefined> {
  const { rows } = await pool.query<Receiver>('select * from auth.webhook($1)', [hashOf(key)])
  return rows[0]
}

const logsRefused = oncePerMinute()

export const webhookRoutes = implement(webhooks, {
  async line({ core: home, params, bytes, request, fail }) {
    const received = await atFinder(home, 'webhook', hashOf(params.key), async (core) => {
      const receiver = await receiverOf(core.pool, params.key)
      if (!receiver) return undefined
      const { store_id: storeId, channel_id: channelId, external_id, secret } = receiver
      const body = bytes ?? Buffer.alloc(0)
      const opened = unseal(core.config.secretKey, { storeId, subject: `line:${external_id}` }, secret)
      if (!isSigned(opened, body, request.headers['x-line-signature'])) {
        if (logsRefused(`${storeId}:${channelId}`))
          await inStore(core.pool, storeId, (db) => logRefused(db, storeId, channelId, request.id))
        throw fail('webhook_signature')
      }
      const parsed = LineRequest.safeParse(jsonOf(body))
      if (!parsed.success || parsed.data.destination !== receiver.bot_user_id)
        throw fail('invalid_input', { fields: ['body'] })
      const { events } = parsed.data
      if (events.length > 0) {
        const isWaiting = await inStore(core.pool, storeId, async (db) => {
          const { rows } = await sql<{ keep_chat_text: boolean }>`
          select keep_chat_text from channel where store_id = ${storeId} and id = ${channelId}`.execute(db)
          // Disconnected since the address was looked up.
          if (!rows[0]) throw fail('not_found')
          const keepText = rows[0].keep_chat_text
          return receiveEvents(db, { source: 'line', storeId, channelId, keepText }, events, request.id)
        })
        if (isWaiting) wakeIngester(core, storeId)
      }
      return {}
    })
    if (!received) throw fail('not_found')
    return received
  },

  async facebook({ core, params, bytes, request, fail }) {
    const app = core.config.facebook
    if (app?.appId !== params.app) throw fail('not_found')
    const body = bytes ?? Buffer.alloc(0)
    if (!isHubSigned(app.appSecret, body, request.headers['x-hub-signature-256'])) throw fail('webhook_signature')
    const parsed = FacebookRequest.safeParse(jsonOf(body))
    if (!parsed.success) throw fail('invalid_input', { fields: ['body'] })
    await receiveFacebook(core, parsed.data, request.id)
    return {}
  },

  async facebookChallenge({ core, params, query, fail }) {
    const app = core.config.facebook
    if (app?.appId !== params.app) throw fail('not_found')
    if (!isVerifyToken(app.verifyToken, query['hub.verify_token'])) throw fail('webhook_challenge')
    return { file_name: 'challenge.txt', content_type: 'text/plain', content: only(query['hub.challenge']) }
  },
})

async function* only(text: string) {
  yield text
}

/** Returns the parsed body, or undefined if it is no JSON text that PostgreSQL can keep. */
function jsonOf(body: Buffer): unknown {
  try {
    const text = body.toString('utf8')
    return text.includes('\\u0000') ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
