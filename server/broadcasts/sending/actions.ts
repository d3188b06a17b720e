import { isToAll } from '@ruam/contract/broadcasts/to-all.ts'
import { sql } from 'kysely'
import { lineMonth } from '../../channels/accounts/line-month.ts'
import { ApiError } from '../../core/api-error.ts'
import { databaseNow } from '../../core/now.ts'
import type { Db } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { isUnsent } from '../audience/unsent.ts'
import { isCompulsory } from '../records/kind.ts'
import { type BroadcastRow, lockBroadcast, setState } from '../records/queries.ts'
import { stateError } from '../records/state-error.ts'
import { dissolveUncalledChunks, waitingChunks } from './chunks.ts'
import { finish, releaseQuota } from './finish.ts'
import { settleAs } from './outcome.ts'
import { activeAccount, refuseQuietHours, reserveOrRefuse, wakeSender } from './schedule.ts'

const now = sql<string>`clock_timestamp()` as unknown as string

/** Pauses a broadcast: no further call begins. */
export async function pauseByUser(db: Db, storeId: number, row: BroadcastRow): Promise<void> {
  const waits = row.sub_status === 'paused' && (row.reason === 'user' || row.reason === 'choice')
  if (row.status !== 'pending' || waits) throw stateError(row)
  await setState(db, storeId, row.id, { sub_status: 'paused', reason: 'user', wait_until: null })
}

/** Goes on with a paused broadcast. One whose time is still to come waits for it. */
export async function resume(core: Pick<Core, 'jobs'>, db: Db, storeId: number, row: BroadcastRow): Promise<void> {
  // Only a choice of a text goes on with it.
  if (row.status !== 'pending' || row.sub_status !== 'paused' || row.reason === 'choice') throw stateError(row)
  const { id: channelId } = await activeAccount(db, storeId, row)
  const isLater = row.frozen_at === null && Date.parse(row.due_at!) > databaseNow()
  if (!isLater && !isCompulsory(row)) await refuseQuietHours(db, storeId, new Date(databaseNow()))
  await setState(db, storeId, row.id, {
    sub_status: isLater ? 'scheduled' : 'queued',
    reason: null,
    wait_until: null,
    ...(!isLater && { due_at: now }),
  })
  if (!isLater) await wakeSender(core, db, storeId, channelId)
}

/** Cancels a broadcast: a draft again before its audience is frozen, else those who wait are skipped. */
export async function cancel(db: Db, storeId: number, row: BroadcastRow): Promise<void> {
  const awaits = row.status === 'draft' && row.sub_status === 'awaiting_approval'
  if (row.status !== 'pending' && !awaits) throw stateError(row)
  if (row.frozen_at === null && !isCompulsory(row)) {
    await releaseQuota(db, storeId, row)
    const draft = {
      status: 'draft' as const,
      sub_status: null,
      reason: null,
      reserved: 0,
      due_at: null,
      wait_until: null,
    }
    return setState(db, storeId, row.id, draft)
  }
  const of = { storeId, broadcastId: row.id }
  await dissolveUncalledChunks(db, of)
  // LINE may have accepted these: they are not called again.
  const called = await waitingChunks(db, of, 0)
  const unread = called.map(({ id }) => ({ id, lineStatus: null }))
  if (unread.length > 0) await settleAs(db, row, of, 'unknown', unread)
  const { rows } = await sql`
    update broadcast_recipient set status = 'skipped', reason = 'canceled', chunk = null, updated_at = clock_timestamp()
    where store_id = ${storeId} and broadcast_id = ${row.id} and status = 'queued' returning 1`.execute(db)
  const held = (await lockBroadcast(db, storeId, row.id))!
  const left = isToAll(row.target) ? held.queued : rows.length
  const counts = { queued: 0, skipped: held.skipped + left }
  await setState(db, storeId, row.id, counts)
  await finish(db, storeId, { ...held, ...counts, sub_status: 'canceled' }, 'user')
}

/** Sends a failed broadcast to those whom LINE did not accept. Unknown ones are never sent again. */
export async function retry(core: Pick<Core, 'jobs'>, db: Db, storeId: number, row: BroadcastRow): Promise<void> {
  if (row.status !== 'failed' || row.frozen_at === null) throw stateError(row)
  const { id: channelId } = await activeAccount(db, storeId, row)
  await refuseQuietHours(db, storeId, new Date(databaseNow()))
  const { rows } = await sql<{ was: string }>`
    with again as materialized (
      select position, status from broadcast_recipient r
      where store_id = ${storeId} and broadcast_id = ${row.id} and ${isUnsent}
      order by position for update
    )
    update broadcast_recipient r set status = 'queued', reason = null, chunk = null, updated_at = clock_timestamp()
    from again where r.store_id = ${storeId} and r.broadcast_id = ${row.id} and r.position = again.position
    returning again.status as was`.execute(db)
  if (rows.length === 0) throw new ApiError('broadcast_nobody')
  const month = { channelId, month: lineMonth(new Date(databaseNow())) }
  const messages = rows.length * row.per_person
  await reserveOrRefuse(db, storeId, month, messages, { perPerson: row.per_person, trims: false })
  const failed = rows.filter(({ was }) => was === 'failed').length
  await setState(db, storeId, row.id, {
    status: 'pending',
    sub_status: 'queued',
    reason: null,
    reserved: messages,
    quota_month: month.month,
    due_at: now,
    finished_at: null,
    // Nobody can have it yet: purchases count from now.
    ...(row.unknown === 0 && { started_at: now }),
    // Its trial begins again.
    trial_ended_at: null,
    queued: rows.length,
    failed: row.failed - failed,
    skipped: row.skipped - (rows.length - failed),
  })
  await wakeSender(core, db, storeId, channelId)
}
