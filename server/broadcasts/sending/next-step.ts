import type { Message } from '@ruam/contract/broadcasts/messages.ts'
import { isToAll } from '@ruam/contract/broadcasts/to-all.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { messagesOf } from '../ab-test/texts.ts'
import { hasCoupons } from '../coupons/closed-coupons.ts'
import { hasFiles } from '../messages/line-objects.ts'
import { readableWords } from '../messages/word-fields.ts'
import { type BroadcastRow, lockBroadcast, setState } from '../records/queries.ts'
import { yesterday } from '../to-all/line-count.ts'
import { begin, isMissed, waitForQuietHours } from './begin.ts'
import { type BuildSettings, buildChunks, PUSHES } from './build.ts'
import { beginTries, type ChunkRow, waitingChunks } from './chunks.ts'
import { finish, pause } from './finish.ts'
import { type Lease, renewLease } from './lease.ts'
import { settleAs } from './outcome.ts'
import { endCalledBefore, pauseIfRestricted } from './to-all.ts'
import { awaitsChoice, endTrialOfAll, trialStep } from './trial-step.ts'

/** LINE forgets a retry key after 24 hours; an hour is left for clocks that differ. */
const KEY_SECONDS = 23 * 3600
/** Chunks that may wait for their outcome while others are sent; of messages of their own, as many for each call. */
const MAX_WAITING = 3

/** Next step of a sender: call LINE, ask it for coupons or for its count of friends, check again at once or later, or stop. */
type Step =
  | { kind: 'call'; chunks: ChunkRow[] }
  | { kind: 'coupons'; broadcastId: number; messages: readonly Message[] }
  | { kind: 'count'; broadcastId: number }
  | { kind: 'again' }
  | { kind: 'wait'; ms: number }
  | { kind: 'end' }

/** Takes the next step of a channel, in one transaction. `asked`: broadcasts whose coupons LINE was asked for. */
export async function nextStep(
  config: BuildSettings,
  db: Db,
  lease: Lease,
  asked: ReadonlySet<number> = new Set(),
): Promise<Step> {
  if (!(await renewLease(db, lease))) return { kind: 'end' }
  const { storeId, channelId } = lease
  const { rows } = await sql<{ id: number; waits: number }>`
    select id, coalesce(extract(epoch from wait_until - clock_timestamp()) * 1000, 0)::int as waits
    from broadcast where store_id = ${storeId} and channel_id = ${channelId} and status = 'pending'
      and (due_at <= clock_timestamp() or automation_id is not null) and (sub_status in ('scheduled', 'queued', 'sending')
        or sub_status = 'paused' and reason in ('quiet_hours', 'rate'))
    order by due_at, id`.execute(db)
  let soonest: number | undefined
  for (const { id, waits } of rows) {
    const step = waits > 0 ? ({ kind: 'wait', ms: waits } as const) : await stepOf(config, db, storeId, id, asked)
    if (step.kind === 'wait') soonest = Math.min(soonest ?? step.ms, step.ms)
    else if (step.kind !== 'end') return step
  }
  return soonest === undefined ? { kind: 'end' } : { kind: 'wait', ms: soonest }
}

async function stepOf(
  config: BuildSettings,
  db: Db,
  storeId: number,
  id: number,
  asked: ReadonlySet<number>,
): Promise<Step> {
  const row = await lockBroadcast(db, storeId, id)
  // Paused or canceled since it was listed.
  if (row?.status !== 'pending' || row.sub_status === 'canceled') return { kind: 'end' }
  if (row.sub_status === 'paused' && row.reason !== 'quiet_hours' && row.reason !== 'rate') return { kind: 'end' }
  if (row.called_before !== null) {
    await endCalledBefore(db, storeId, row, row.called_before)
    return { kind: 'again' }
  }
  if (!config.mediaUrl && hasFiles(messagesOf(row))) {
    await pause(db, storeId, row, 'picture')
    return { kind: 'again' }
  }
  if (!(await readableWords(db, storeId, messagesOf(row)))) {
    await pause(db, storeId, row, 'word')
    return { kind: 'again' }
  }
  if (row.frozen_at === null && hasCoupons(messagesOf(row)) && !asked.has(id))
    return { kind: 'coupons', broadcastId: id, messages: messagesOf(row) }
  if (row.frozen_at === null && isToAll(row.target) && row.line_counted_on !== yesterday() && !isMissed(row))
    return { kind: 'count', broadcastId: id }
  if (row.frozen_at === null) {
    await begin(config, db, storeId, row)
    return { kind: 'again' }
  }
  if (await waitForQuietHours(db, storeId, row)) return { kind: 'again' }
  if (row.sub_status !== 'sending' || row.reason !== null)
    await setState(db, storeId, id, { sub_status: 'sending', reason: null, wait_until: null })
  return chunkStep(config, db, storeId, row)
}

async function chunkStep(config: BuildSettings, db: Db, storeId: number, row: BroadcastRow): Promise<Step> {
  const of = { storeId, broadcastId: row.id }
  const waiting = await waitingChunks(db, of, KEY_SECONDS)
  const over = waiting.filter((chunk) => chunk.over).map(({ id }) => ({ id, lineStatus: null }))
  if (over.length > 0) {
    await settleAs(db, row, of, 'unknown', over)
    return { kind: 'again' }
  }
  const due = waiting.filter(({ waits }) => waits <= 0)
  const atOnce = due.filter(({ personal }) => personal === due[0]!.personal).slice(0, due[0]?.personal ? PUSHES : 1)
  const ids = atOnce.map(({ id }) => id)
  const toAll = isToAll(row.target)
  // Right before each call, in the transaction that stores it: LINE itself excludes no friend.
  const calls = ids.length > 0 || (waiting.length === 0 && row.queued > 0)
  if (toAll && calls && (await pauseIfRestricted(db, storeId, row))) return { kind: 'again' }
  if (ids.length > 0) return call(await beginTries(db, of, ids))
  if (waiting.length < (toAll ? 1 : MAX_WAITING * (waiting[0]?.personal ? PUSHES : 1))) {
    const built = await buildChunks(config, db, storeId, row)
    if (built === null) return { kind: 'again' }
    if (built !== undefined) return call(await beginTries(db, of, built))
  }
  if (waiting.length > 0) return { kind: 'wait', ms: Math.min(...waiting.map(({ waits }) => waits)) }
  const now = (await lockBroadcast(db, storeId, row.id))!
  if (awaitsChoice(now)) await trialStep(db, storeId, now)
  else {
    await endTrialOfAll(db, storeId, now)
    await finish(db, storeId, now, null)
  }
  return { kind: 'again' }
}

const call = (chunks: ChunkRow[]): Step => (chunks.length > 0 ? { kind: 'call', chunks } : { kind: 'again' })
