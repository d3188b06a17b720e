import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkAccount } from '../../channels/accounts/check.ts'
import { isBusy, LineError, LineUnreachable } from '../../channels/accounts/line-client.ts'
import { type LineReply, postBytes } from '../../channels/accounts/post-bytes.ts'
import { lineAccountById } from '../../channels/accounts/queries.ts'
import { credentialsOf } from '../../channels/accounts/secrets.ts'
import { inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import type { ChunkRow } from './chunks.ts'
import { acquireLease, endLease, type Lease } from './lease.ts'
import { nextStep } from './next-step.ts'
import { type Reply, settleOutcome } from './outcome.ts'

/** Longest wait within a job; the clock starts another one after it. */
const MAX_WAIT_MS = 5000
/** A process that slept between the commit and the call looks again: another sender may have the channel. */
const ASLEEP_MS = 5000

/** Sends what is due on a channel, one call at a time. Another sender of the channel makes it return at once. */
export async function sendChannel(core: Core, storeId: number, channelId: number, signal: AbortSignal): Promise<void> {
  const lease: Lease = { storeId, channelId, holder: randomUUID() }
  if (!(await inStore(core.pool, storeId, (db) => acquireLease(db, lease)))) return
  try {
    while (!signal.aborted) {
      const step = await inStore(core.pool, storeId, (db) => nextStep(core.config, db, lease))
      if (step.kind === 'end' || (step.kind === 'wait' && step.ms > MAX_WAIT_MS)) return
      if (step.kind === 'wait') await sleep(Math.max(step.ms, 20), undefined, { signal }).catch(() => {})
      if (step.kind === 'call') await call(core, channelId, step.chunk)
    }
  } finally {
    await inStore(core.pool, storeId, (db) => endLease(db, lease)).catch(() => {})
  }
}

/** Calls LINE with the stored key and bytes, and stores the outcome. */
async function call(core: Core, channelId: number, chunk: ChunkRow): Promise<void> {
  const committed = Date.now()
  const account = await inStore(core.pool, chunk.storeId, (db) => lineAccountById(db, chunk.storeId, channelId))
  if (Math.abs(Date.now() - committed) > ASLEEP_MS) return
  const began = performance.now()
  const mayWork = account?.status === 'active'
  const reply = mayWork ? await post(core, chunk, credentialsOf(core, chunk.storeId, account)) : gone
  const latencyMs = Math.round(performance.now() - began)
  if (mayWork && (reply?.status === 401 || reply?.status === 403))
    await checkAccount(core, chunk.storeId, channelId, { kinds: ['keys', 'bot'] })
  await inStore(core.pool, chunk.storeId, (db) => settleOutcome(db, chunk, reply, latencyMs))
}

/** The account was disconnected, stopped or turned off: as if LINE had refused its token. */
const gone: LineReply = { status: 401, message: '', details: [], requestId: null }

async function post(core: Core, chunk: ChunkRow, credentials: ReturnType<typeof credentialsOf>): Promise<Reply> {
  try {
    const sent = { bytes: chunk.body, retryKey: chunk.retry_key }
    return await postBytes(core, credentials, '/v2/bot/message/multicast', sent)
  } catch (error) {
    if (error instanceof LineUnreachable) return null
    // No token was issued, so that no message was sent.
    if (error instanceof LineError) return { ...gone, status: isBusy(error) ? 503 : 401 }
    throw error
  }
}
