import { broadcastApprovalNotice } from '@ruam/contract/broadcasts/notices.ts'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { lineMonth } from '../../channels/accounts/line-month.ts'
import { lineAccountById } from '../../channels/accounts/queries.ts'
import { quotaOf, reserve, reserveUpTo } from '../../channels/accounts/quota.ts'
import { ApiError } from '../../core/api-error.ts'
import { databaseNow } from '../../core/now.ts'
import type { Db } from '../../database/db.ts'
import { notify } from '../../notifications/notify.ts'
import type { Core } from '../../servers/core.ts'
import { textsOf } from '../ab-test/texts.ts'
import { countReached } from '../audience/reached.ts'
import { type BroadcastRow, setState } from '../records/queries.ts'
import { settingsOf } from '../settings/queries.ts'
import { quietUntil } from '../settings/quiet-hours.ts'

type Jobs = Pick<Core, 'jobs'>
type Scheduling = Pick<Core, 'jobs' | 'config'>

/** Asks a second person to approve a draft that the caller holds. */
export async function requestApproval(db: Db, storeId: number, row: BroadcastRow): Promise<void> {
  await assertSendable(db, storeId, row)
  await setState(db, storeId, row.id, { sub_status: 'awaiting_approval', reason: null })
  await notify(db, storeId, broadcastApprovalNotice, { ending: 'completed', data: { broadcast_id: row.id } })
}

/** Throws if a broadcast may not be sent at its time: the time has passed, or lies in quiet hours. */
export async function assertSendable(
  db: Db,
  storeId: number,
  { send_at }: Pick<BroadcastRow, 'send_at'>,
): Promise<Date> {
  const at = send_at === null ? new Date(databaseNow()) : new Date(send_at)
  if (send_at !== null && at.getTime() < databaseNow()) throw new ApiError('broadcast_past')
  await refuseQuietHours(db, storeId, at)
  return at
}

/** Throws broadcast_quiet if nothing may be sent at an instant. */
export async function refuseQuietHours(db: Db, storeId: number, at: Date): Promise<void> {
  const settings = await settingsOf(db, storeId)
  if (quietUntil(settings, at, await timeZoneOf(db, storeId)))
    throw new ApiError('broadcast_quiet', { from: settings.quiet_from!, to: settings.quiet_to! })
}

/** Reserves the quota of a draft that the caller holds, and schedules it. */
export async function scheduleBroadcast(core: Scheduling, db: Db, storeId: number, row: BroadcastRow): Promise<void> {
  const at = await assertSendable(db, storeId, row)
  const settings = await settingsOf(db, storeId)
  const account = await activeAccount(db, storeId, row)
  const reached = await countReached(core.config, db, storeId, row, {
    account: { type: account.type as 'lineOA' | 'lineModule', channel_id: account.id },
    settings,
  })
  if (!reached) throw new ApiError('broadcast_invalid', { fields: ['body.target'] })
  if (reached.target === 0) throw new ApiError('broadcast_nobody')
  const perPerson = settings.per_object ? Math.max(...textsOf(row).map(({ messages }) => messages.length)) : 1
  const month = { channelId: account.id, month: lineMonth(at) }
  const reserved = await reserveOrRefuse(db, storeId, month, reached.people * perPerson, {
    perPerson,
    trims: row.target.limit.up_to_remaining_quota,
  })
  await setState(db, storeId, row.id, {
    status: 'pending',
    sub_status: row.send_at === null ? 'queued' : 'scheduled',
    reason: null,
    reserved,
    per_person: perPerson,
    quota_month: month.month,
    due_at: at.toISOString(),
    wait_until: null,
    holdout_share: reached.holdout_share,
    estimate: { total: reached.total, target: reserved / perPerson },
  })
  if (row.send_at === null) await wakeSender(core, db, storeId, account.id)
}

interface Trimmed {
  perPerson: number
  trims: boolean
}

/** Reserves messages, or as many as are left if the author wants that. Throws broadcast_quota. */
export async function reserveOrRefuse(
  db: Db,
  storeId: number,
  month: { channelId: number; month: string },
  messages: number,
  { perPerson, trims }: Trimmed,
): Promise<number> {
  if (!trims && (await reserve(db, storeId, month, messages))) return messages
  const got = trims ? await reserveUpTo(db, storeId, month, messages, perPerson) : 0
  if (got > 0) return got
  const quota = await quotaOf(db, storeId, month)
  const left = Math.max((quota?.limit ?? 0) - (quota?.usage ?? 0) - (quota?.schedule ?? 0), 0)
  throw new ApiError('broadcast_quota', { left, short: Math.max(messages - left, 0) })
}

/** Returns the account of a broadcast. Throws broadcast_account if it cannot send. */
export async function activeAccount(db: Db, storeId: number, { channel_id }: Pick<BroadcastRow, 'channel_id'>) {
  const account = channel_id === null ? undefined : await lineAccountById(db, storeId, channel_id)
  if (account?.status !== 'active') throw new ApiError('broadcast_account')
  return account
}

/** Starts the sender of a channel with the caller's transaction. */
export const wakeSender = ({ jobs }: Jobs, db: Db, storeId: number, channelId: number) =>
  jobs.enqueue(db, 'broadcast', { store_id: storeId, channel_id: channelId }, { once: true })
