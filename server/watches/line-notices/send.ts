import { isBusy, LineError, LineUnreachable } from '../../channels/accounts/line-client.ts'
import { lineMonth } from '../../channels/accounts/line-month.ts'
import { type LineReply, postBytes } from '../../channels/accounts/post-bytes.ts'
import { lineAccountById } from '../../channels/accounts/queries.ts'
import { quotaOf, settle } from '../../channels/accounts/quota.ts'
import { credentialsOf } from '../../channels/accounts/secrets.ts'
import { logSent } from '../../channels/inbox/log-sent.ts'
import type { TimedWork } from '../../core/clock.ts'
import { databaseNow } from '../../core/now.ts'
import { type Db, inStore } from '../../database/db.ts'
import { viewNotices } from '../../notifications/view.ts'
import type { Core } from '../../servers/core.ts'
import { eachStore } from '../../work/each-store.ts'
import { claimMessage, type DueMessage, endMessage, noteFailure } from './queue.ts'

/** Title, text and, if the address of this server is known, the page to open. Thai unless the member chose a language. */
async function textOf({ config }: Core, db: Db, storeId: number, message: DueMessage) {
  const { notification_id: id, user_id, language, file_id, kind, ending, data, at } = message
  const reader = { id: user_id, rights: { roles: [], permissions: [] } }
  const as = { reader, language: language ?? ('th' as const), viewJobs: async () => [] }
  const [notice] = await viewNotices(db, storeId, [{ id, kind, ending, data, at, read: false }], as)
  const { title, text } = notice!
  const list = `${config.publicUrl}/${storeId}/data-source/v2/watch`
  const page = file_id === null ? list : `${list}/${data.watch_id}/file/${file_id}`
  return { title, text: [title, text, ...(config.publicUrl === undefined ? [] : [page])].join('\n') }
}

/** Claims the next message with what its call needs. `error`: it must not be sent. Undefined if none is due. */
async function prepare(core: Core, db: Db, storeId: number) {
  const message = await claimMessage(db, storeId)
  if (!message) return undefined
  const month = { channelId: message.channel_id, month: lineMonth(new Date(databaseNow())) }
  const refuse = async (error: string) => {
    await noteFailure(db, storeId, message, error, true)
    return { message, month, call: undefined }
  }
  const account = await lineAccountById(db, storeId, message.channel_id)
  if (account?.status !== 'active') return refuse('account')
  const quota = await quotaOf(db, storeId, month)
  // Messages that are reserved for broadcasts are used up as well.
  if (quota && quota.limit !== null && quota.usage + quota.schedule >= quota.limit) return refuse('quota')
  const { title, text } = await textOf(core, db, storeId, message)
  return { message, month, call: { title, text, credentials: credentialsOf(core, storeId, account) } }
}

type Prepared = NonNullable<Awaited<ReturnType<typeof prepare>>>
type Call = NonNullable<Prepared['call']>

/** Returns LINE's answer; null if it is unknown whether LINE took the message. */
async function post(core: Core, { credentials, text }: Call, { line_user_id, retry_key }: DueMessage) {
  const bytes = Buffer.from(JSON.stringify({ to: line_user_id, messages: [{ type: 'text', text }] }))
  try {
    return await postBytes(core, credentials, '/v2/bot/message/push', { bytes, retryKey: retry_key })
  } catch (error) {
    if (error instanceof LineUnreachable) return null
    // No token was issued, so that no message was sent.
    if (error instanceof LineError) return { ...noToken, status: isBusy(error) ? 503 : 401 }
    throw error
  }
}

const noToken: LineReply = { status: 401, message: '', details: [], requestId: null }

/** LINE refuses the message as it is. */
const isFinal = (reply: LineReply | null) => reply?.status === 400

/** Sends what is due in a store, one message at a time. */
export async function sendLineNotices(core: Core, storeId: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const next = await inStore(core.pool, storeId, (db) => prepare(core, db, storeId))
    if (!next) return
    const { message, month, call } = next
    if (!call) continue
    const began = performance.now()
    const reply = await post(core, call, message)
    // LINE took an earlier call with this key, whose answer was lost.
    const isSent = reply?.status === 200 || reply?.status === 409
    const error = isSent ? null : reply ? `LINE ${reply.status}` : 'channel_unreachable'
    await inStore(core.pool, storeId, async (db) => {
      if (error !== null) await noteFailure(db, storeId, message, error, isFinal(reply))
      else if (await endMessage(db, storeId, message)) await settle(db, storeId, month, { released: 0, used: 1 })
      await logSent(db, storeId, {
        ...{ channelId: month.channelId, eventType: 'notice', status: isSent ? 'done' : 'failed' },
        ...{ summary: call.title, error, latencyMs: Math.round(performance.now() - began) },
        requestId: reply?.requestId ?? null,
      })
    })
  }
}

/** Looks every twenty seconds, with one statement when no message is due. */
export const sendLineNoticesSteadily = (core: Core): TimedWork => ({
  name: 'notices by LINE',
  everyMs: 20_000,
  async work(signal) {
    const text = 'select auth.stores_with_due_line_notices() as store_id'
    const { rows } = await core.pool.query<{ store_id: number }>(text)
    await eachStore(rows, async ({ store_id }) => {
      if (!signal.aborted) await sendLineNotices(core, store_id, signal)
    })
  },
})
