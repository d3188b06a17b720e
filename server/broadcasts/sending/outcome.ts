import { isToAll, reservedFor } from '@ruam/contract/broadcasts/to-all.ts'
import type { LineReply } from '../../channels/accounts/post-bytes.ts'
import { lineAccountById } from '../../channels/accounts/queries.ts'
import { settle } from '../../channels/accounts/quota.ts'
import { logSent } from '../../channels/inbox/log-sent.ts'
import { shortText } from '../../core/clean-text.ts'
import { databaseNow } from '../../core/now.ts'
import { dependency } from '../../customers/membership/dependencies.ts'
import { follow } from '../../customers/membership/evaluate.ts'
import type { Db } from '../../database/db.ts'
import { noteCall } from '../records/charges.ts'
import { type BroadcastRow, count, lockBroadcast, setState } from '../records/queries.ts'
import {
  type ChunkRow,
  type Ended,
  endChunk,
  endChunks,
  hasOpenCall,
  insertChunk,
  recipientsOf,
  releaseRecipients,
  settleRecipients,
  skipRecipients,
  tryLater,
} from './chunks.ts'
import { pause } from './finish.ts'

/** LINE's answer to a chunk, or null if none came. */
export type Reply = LineReply | null

/** Backoff of a chunk in seconds: 1, 2, 4 and so on, at most ten minutes. */
const backoff = (tries: number) => Math.min(2 ** (tries - 1), 600)
/** Seconds to wait after LINE's rate limit. */
const RATE_SECONDS = 2
/** A first refusal of this many single people is the fault of the message. */
const SINGLES = 5

export interface Outcome {
  chunk: ChunkRow
  reply: Reply
  latencyMs: number
}

const isAccepted = ({ reply }: Outcome) => reply?.status === 200 || reply?.status === 409

/** Writes down the outcomes of calls that were made at once, all of one broadcast. */
export async function settleOutcomes(db: Db, outcomes: readonly Outcome[]): Promise<void> {
  const { storeId, broadcastId } = outcomes[0]!.chunk
  const row = await lockBroadcast(db, storeId, broadcastId)
  if (!row) return
  await logOutcomes(db, row, outcomes)
  const accepted = outcomes.filter(isAccepted)
  if (accepted.length > 0) await settleAs(db, row, { storeId, broadcastId }, 'accepted', accepted.map(endOf))
  // The counts and the state change with each.
  for (const { chunk, reply } of outcomes.filter((one) => !isAccepted(one)))
    await settleRefusal(db, (await lockBroadcast(db, storeId, broadcastId))!, chunk, reply)
}

const endOf = ({ chunk, reply }: Outcome): Ended => ({
  id: chunk.id,
  lineStatus: reply?.status ?? null,
  requestId: reply?.requestId ?? null,
})

/** Writes an entry of the online log for each answer that LINE gave, with the people who got it. */
async function logOutcomes(db: Db, row: BroadcastRow, outcomes: readonly Outcome[]): Promise<void> {
  for (const [status, alike] of Map.groupBy(outcomes, ({ reply }) => reply?.status ?? null)) {
    const people = alike.reduce((sum, { chunk }) => sum + chunk.recipients, 0)
    await logSent(db, alike[0]!.chunk.storeId, {
      channelId: row.channel_id!,
      eventType: 'broadcast',
      status: status === 200 || status === 409 ? 'done' : 'failed',
      summary: shortText(`${row.name} · ${people}`, 200),
      error: status === 200 ? null : status === null ? 'channel_unreachable' : `LINE ${status}`,
      latencyMs: Math.max(...alike.map(({ latencyMs }) => latencyMs)),
      requestId: alike[0]!.reply?.requestId ?? null,
    })
  }
}

async function settleRefusal(db: Db, row: BroadcastRow, chunk: ChunkRow, reply: Reply): Promise<void> {
  const { storeId } = chunk
  const status = reply?.status ?? null
  if (status === null || status >= 500)
    return tryLater(db, chunk, { seconds: backoff(chunk.tries), lineStatus: status, refused: false })
  if (row.sub_status === 'canceled') return skipRefused(db, row, chunk, reply!)
  if (status === 400) return split(db, row, chunk, reply!)
  await giveBack(db, chunk, status)
  if (status === 429 && !/month/i.test(reply!.message)) {
    const until = new Date(databaseNow() + RATE_SECONDS * 1000).toISOString()
    return setState(db, storeId, row.id, { reason: 'rate', wait_until: until })
  }
  // An account that LINE refuses was checked before: only a stopped one is blamed.
  const account = await lineAccountById(db, storeId, row.channel_id!)
  const reason = status === 429 ? 'quota' : account?.status === 'active' ? 'refused' : 'account'
  // Calls made at once are refused for one reason.
  if (row.sub_status !== 'paused' || row.reason !== reason) await pause(db, storeId, row, reason)
}

/** This call reached no recipient. If no other call can have reached one either, the recipients wait for a new key. */
async function giveBack(db: Db, chunk: ChunkRow, lineStatus: number): Promise<void> {
  if (await hasOpenCall(db, chunk)) return tryLater(db, chunk, { seconds: RATE_SECONDS, lineStatus, refused: true })
  if (await endChunk(db, chunk, 'refused', { lineStatus })) await releaseRecipients(db, chunk)
}

/** LINE refused a call that had begun before the broadcast was cancelled: its people got nothing. A 400 refuses earlier calls as well. */
async function skipRefused(
  db: Db,
  row: BroadcastRow,
  chunk: ChunkRow,
  { status, requestId }: LineReply,
): Promise<void> {
  if (status !== 400 && (await hasOpenCall(db, chunk))) return
  if (!(await endChunk(db, chunk, 'refused', { lineStatus: status, requestId }))) return
  const { unknown } = await settlePeople(db, row, chunk, [chunk.id], { status: 'skipped', reason: 'canceled' })
  await count(db, chunk.storeId, row.id, { unknown: -unknown, skipped: unknown })
  const month = { channelId: row.channel_id!, month: row.quota_month! }
  await settle(db, chunk.storeId, month, { released: 0, used: -messagesFor(row, unknown) })
}

/** Messages that are reserved for people of a broadcast. */
const messagesFor = ({ target, per_person }: BroadcastRow, people: number): number =>
  (isToAll(target) ? reservedFor(people) : people) * per_person

interface PeopleEnd {
  status: 'accepted' | 'unknown' | 'skipped'
  reason: string | null
}

/** Gives the people of chunks their outcome. Those of a call for everyone have no rows, and one state. */
const settlePeople = async (
  db: Db,
  { target, queued, unknown }: BroadcastRow,
  of: Pick<ChunkRow, 'storeId' | 'broadcastId'>,
  ids: readonly number[],
  { status, reason }: PeopleEnd,
) => (isToAll(target) ? { profileIds: [], queued, unknown } : settleRecipients(db, of, ids, status, reason))

/** Ends chunks whose people were accepted, or may have been. */
export async function settleAs(
  db: Db,
  row: BroadcastRow,
  of: Pick<ChunkRow, 'storeId' | 'broadcastId'>,
  status: 'accepted' | 'unknown',
  ended: readonly Ended[],
): Promise<void> {
  const { storeId, broadcastId } = of
  const ids = await endChunks(db, of, status, ended)
  if (ids.length === 0) return
  const { profileIds, queued, unknown } = await settlePeople(db, row, of, ids, { status, reason: null })
  const messages = messagesFor(row, queued)
  await count(db, storeId, broadcastId, {
    queued: -queued,
    [status]: queued + unknown,
    ...(status === 'accepted' && { unknown: -unknown }),
    reserved: -messages,
  })
  // The answer came after the broadcast was canceled.
  if (row.status === 'failed' && status === 'accepted')
    await setState(db, storeId, broadcastId, { status: 'published' })
  const month = { channelId: row.channel_id!, month: row.quota_month! }
  await settle(db, storeId, month, { released: messages, used: messages })
  if (isToAll(row.target)) return noteCall(db, storeId, broadcastId)
  if (status === 'accepted')
    await follow(
      db,
      storeId,
      { ids: profileIds.sort((a, b) => a - b), reads: [dependency.broadcast(broadcastId)] },
      true,
    )
}

/** LINE rejected a whole chunk with a bad id: halves it under new keys until that id is alone. */
async function split(db: Db, row: BroadcastRow, chunk: ChunkRow, reply: LineReply): Promise<void> {
  const { storeId, broadcastId } = chunk
  // A message of one person may be refused for their values alone.
  const ofMessages =
    chunk.everyone || (!chunk.personal && reply.details.some(({ property }) => property?.startsWith('messages')))
  const ended = { lineStatus: 400, requestId: reply.requestId }
  if (!(await endChunk(db, chunk, ofMessages ? 'refused' : 'split', ended))) return
  if (ofMessages) {
    await releaseRecipients(db, chunk)
    return pause(db, storeId, row, 'refused')
  }
  const all = await recipientsOf(db, chunk)
  const erased = all.filter(({ external_id }) => external_id === null)
  const left = all.filter(({ external_id }) => external_id !== null)
  await skipRecipients(
    db,
    chunk,
    erased.map(({ position }) => ({ position, reason: 'erased' })),
  )
  const lone = left.length === 1
  if (lone) await settleRecipients(db, chunk, [chunk.id], 'failed', 'line_refused')
  const gone = erased.length + (lone ? 1 : 0)
  if (gone > 0) {
    const released = gone * row.per_person
    await count(db, storeId, broadcastId, {
      queued: -gone,
      skipped: erased.length,
      failed: lone ? 1 : 0,
      reserved: -released,
    })
    await settle(db, storeId, { channelId: row.channel_id!, month: row.quota_month! }, { released, used: 0 })
  }
  if (lone && row.accepted === 0 && row.failed + 1 >= SINGLES) return pause(db, storeId, row, 'refused')
  if (left.length < 2) return
  const { to: _, ...rest } = JSON.parse(chunk.body.toString()) as { to: string[] }
  const middle = Math.ceil(left.length / 2)
  for (const half of [left.slice(0, middle), left.slice(middle)]) {
    const body = Buffer.from(JSON.stringify({ to: half.map(({ external_id }) => external_id), ...rest }))
    await insertChunk(
      db,
      chunk,
      half.map(({ position }) => position),
      body,
    )
  }
}
