import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkAccount } from '../../channels/accounts/check.ts'
import { isBusy, LineError, LineUnreachable } from '../../channels/accounts/line-client.ts'
import { type LineReply, postBytes } from '../../channels/accounts/post-bytes.ts'
import { lineAccountById } from '../../channels/accounts/queries.ts'
import { credentialsOf } from '../../channels/accounts/secrets.ts'
import { inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { checkCoupons } from './check-coupons.ts'
import type { ChunkRow } from './chunks.ts'
import { acquireLease, endLease, type Lease, renewLease } from './lease.ts'
import { nextStep } from './next-step.ts'
import { type Outcome, type Reply, settleOutcomes } from './outcome.ts'
import { openPush } from './sealed-push.ts'
import { countAgain } from './to-all.ts'

/** Longest wait within a job; the clock starts another one after it. */
const MAX_WAIT_MS = 5000
/** A third of the lease. */
const RENEW_MS = 3000
/** A process that slept between the commit and the call looks again: another sender may have the channel. */
const ASLEEP_MS = 5000

/** Sends what is due on a channel, one chunk or one set of personal messages at a time. Returns at once if another sender has the channel. */
export async function sendChannel(core: Core, storeId: number, channelId: number, signal: AbortSignal): Promise<void> {
  const lease: Lease = { storeId, channelId, holder: randomUUID() }
  if (!(await inStore(core.pool, storeId, (db) => acquireLease(db, lease)))) return
  const asked = new Set<number>()
  try {
    while (!signal.aborted) {
      const step = await inStore(core.pool, storeId, (db) => nextStep(core.config, db, lease, asked))
      if (step.kind === 'end' || (step.kind === 'wait' && step.ms > MAX_WAIT_MS)) return
      if (step.kind === 'wait') await sleep(Math.max(step.ms, 20), undefined, { signal }).catch(() => {})
      if (step.kind === 'call') await holding(core, lease, call(core, channelId, step.chunks))
      if (step.kind === 'count') await holding(core, lease, countAgain(core, lease, step.broadcastId))
      if (step.kind !== 'coupons') continue
      const coupons = await holding(core, lease, checkCoupons(core, lease, step))
      // The clock begins another look in seconds.
      if (coupons === 'unknown') return
      if (coupons === 'open') asked.add(step.broadcastId)
    }
  } finally {
    await inStore(core.pool, storeId, (db) => endLease(db, lease)).catch(() => {})
  }
}

/** Renews the lease while LINE is called: with a new token and a check of the account, that may outlast it. */
async function holding<T>(core: Core, lease: Lease, called: Promise<T>): Promise<T> {
  const renewal = setInterval(() => {
    inStore(core.pool, lease.storeId, (db) => renewLease(db, lease)).catch(() => {})
  }, RENEW_MS)
  try {
    return await called
  } finally {
    clearInterval(renewal)
  }
}

/** Calls LINE with the stored keys and bytes, and stores the outcomes. */
async function call(core: Core, channelId: number, chunks: readonly ChunkRow[]): Promise<void> {
  const committed = Date.now()
  const { storeId } = chunks[0]!
  const account = await inStore(core.pool, storeId, (db) => lineAccountById(db, storeId, channelId))
  if (Math.abs(Date.now() - committed) > ASLEEP_MS) return
  const credentials = account?.status === 'active' ? credentialsOf(core, storeId, account) : undefined
  const outcomes = await Promise.all(chunks.map((chunk) => outcomeOf(core, chunk, credentials)))
  if (credentials && outcomes.some(({ reply }) => reply?.status === 401 || reply?.status === 403))
    await checkAccount(core, storeId, channelId, { kinds: ['keys', 'bot'] })
  await inStore(core.pool, storeId, (db) => settleOutcomes(db, outcomes))
}

type Credentials = ReturnType<typeof credentialsOf>

async function outcomeOf(core: Core, chunk: ChunkRow, credentials: Credentials | undefined): Promise<Outcome> {
  const began = performance.now()
  const reply = credentials ? await post(core, chunk, credentials) : gone
  return { chunk, reply, latencyMs: Math.round(performance.now() - began) }
}

/** The account was disconnected, stopped or turned off: as if LINE had refused its token. */
const gone: LineReply = { status: 401, message: '', details: [], requestId: null }

async function post(core: Core, chunk: ChunkRow, credentials: Credentials): Promise<Reply> {
  const { storeId, retry_key: retryKey, body, personal, everyone } = chunk
  const bytes = personal ? openPush(core.config.secretKey, storeId, retryKey, body) : body
  try {
    const kind = everyone ? 'broadcast' : personal ? 'push' : 'multicast'
    return await postBytes(core, credentials, `/v2/bot/message/${kind}`, { bytes, retryKey })
  } catch (error) {
    if (error instanceof LineUnreachable) return null
    // No token was issued, so that no message was sent.
    if (error instanceof LineError) return { ...gone, status: isBusy(error) ? 503 : 401 }
    throw error
  }
}
