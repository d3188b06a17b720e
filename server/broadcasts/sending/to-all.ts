import { reservedFor } from '@ruam/contract/broadcasts/to-all.ts'
import { sql } from 'kysely'
import { isBusy, LineError, LineUnreachable } from '../../channels/accounts/line-client.ts'
import { lineMonth } from '../../channels/accounts/line-month.ts'
import { lineAccountById } from '../../channels/accounts/queries.ts'
import { reserve, settle } from '../../channels/accounts/quota.ts'
import { credentialsOf } from '../../channels/accounts/secrets.ts'
import { ApiError } from '../../core/api-error.ts'
import { databaseNow } from '../../core/now.ts'
import { type Db, inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { type BroadcastRow, lockBroadcast, setState } from '../records/queries.ts'
import { settingsOf } from '../settings/queries.ts'
import { countRestricted, countWithdrawn, refuseRestricted } from '../to-all/friends.ts'
import { countAtLine, type LineCount } from '../to-all/line-count.ts'
import { finish, pause, revertToDraft } from './finish.ts'
import type { Lease } from './lease.ts'
import { activeAccount, assertSendable, requestApproval, reserveOrRefuse, wakeSender } from './schedule.ts'

// LINE's call for everyone. It has one chunk without recipients; its people are those whom LINE counted, all in one state.

/** Seconds until the next question for the count: LINE takes 60 such calls an hour. */
const ASK_AGAIN_SECONDS = 120

const now = sql<string>`clock_timestamp()` as unknown as string

/** Throws unless LINE has counted the friends of yesterday. */
export async function countOrRefuse(
  core: Core,
  storeId: number,
  row: Pick<BroadcastRow, 'channel_id'>,
): Promise<LineCount> {
  const account = await inStore(core.pool, storeId, (db) => activeAccount(db, storeId, row))
  try {
    const counted = await countAtLine(core, credentialsOf(core, storeId, account))
    if (counted) return counted
  } catch (error) {
    if (!(error instanceof LineError || error instanceof LineUnreachable)) throw error
    throw new ApiError('channel_unreachable', undefined, { cause: error })
  }
  throw new ApiError('line_all_count')
}

interface Confirmed {
  counted: LineCount
  /** Friends who withdrew, as a person confirmed them now or before. */
  withdrawn: number | 'before' | undefined
}

/** Keeps what a person confirmed. Throws while a friend is restricted, and for another number of friends who withdrew. */
async function confirm(db: Db, storeId: number, row: BroadcastRow, { counted, withdrawn }: Confirmed): Promise<void> {
  if (row.called_before !== null) throw new ApiError('broadcast_final')
  const channelId = row.channel_id!
  await refuseRestricted(db, storeId, channelId)
  const count = await countWithdrawn(db, storeId, { channelId, purposeId: row.purpose_id })
  if (withdrawn !== 'before' && withdrawn !== count) throw new ApiError('line_all_withdrawn', { count })
  await setState(db, storeId, row.id, { ...counted, ...(withdrawn !== 'before' && { confirmed_withdrawn: count }) })
}

/** Ends a call for everyone that LINE had before a backup was restored, without another one. */
export async function endCalledBefore(
  db: Db,
  storeId: number,
  row: BroadcastRow,
  outcome: 'accepted' | 'unknown',
): Promise<void> {
  const counts = { queued: 0, accepted: 0, unknown: 0, [outcome]: row.line_friends ?? 0 }
  const month = { channelId: row.channel_id!, month: row.quota_month! }
  await settle(db, storeId, month, { released: row.reserved, used: row.reserved })
  await setState(db, storeId, row.id, {
    ...counts,
    reserved: 0,
    frozen_at: row.frozen_at ?? now,
    started_at: row.started_at ?? now,
  })
  await finish(db, storeId, { ...row, ...counts, reserved: 0 }, 'restored')
}

/** Asks an owner to approve a call for everyone. */
export async function requestToAll(db: Db, storeId: number, row: BroadcastRow, confirmed: Confirmed): Promise<void> {
  await confirm(db, storeId, row, confirmed)
  await requestApproval(db, storeId, row)
}

/** Reserves what LINE counted, and schedules a call for everyone that the caller holds. */
export async function scheduleToAll(
  core: Pick<Core, 'jobs'>,
  db: Db,
  storeId: number,
  row: BroadcastRow,
  confirmed: Confirmed,
): Promise<void> {
  const at = await assertSendable(db, storeId, row)
  await confirm(db, storeId, row, confirmed)
  const account = await activeAccount(db, storeId, row)
  const { line_friends: friends } = confirmed.counted
  if (friends === 0) throw new ApiError('broadcast_nobody')
  const perPerson = (await settingsOf(db, storeId)).per_object ? row.messages.length : 1
  const month = { channelId: account.id, month: lineMonth(at) }
  const messages = reservedFor(friends) * perPerson
  await setState(db, storeId, row.id, {
    status: 'pending',
    sub_status: row.send_at === null ? 'queued' : 'scheduled',
    reason: null,
    reserved: await reserveOrRefuse(db, storeId, month, messages, { perPerson, trims: false }),
    per_person: perPerson,
    quota_month: month.month,
    due_at: at.toISOString(),
    wait_until: null,
    holdout_share: 0,
    estimate: { total: friends, target: friends },
  })
  if (row.send_at === null) await wakeSender(core, db, storeId, account.id)
}

/** Asks LINE for its count of yesterday before a call for everyone begins. Without one it becomes a draft again. */
export async function countAgain(core: Core, { storeId, channelId }: Lease, broadcastId: number): Promise<void> {
  const account = await inStore(core.pool, storeId, (db) => lineAccountById(db, storeId, channelId))
  const counted = account?.status === 'active' ? await countOrTrouble(core, storeId, account) : 'refused'
  await inStore(core.pool, storeId, async (db) => {
    const row = await lockBroadcast(db, storeId, broadcastId)
    if (row?.status !== 'pending' || row.frozen_at !== null) return
    if (counted === 'refused') return pause(db, storeId, row, 'account')
    if (counted === null) return revertToDraft(db, storeId, row, 'line_count')
    const until = new Date(databaseNow() + ASK_AGAIN_SECONDS * 1000).toISOString()
    await setState(db, storeId, broadcastId, counted === 'busy' ? { wait_until: until } : counted)
  })
}

async function countOrTrouble(core: Core, storeId: number, account: Parameters<typeof credentialsOf>[2]) {
  try {
    return await countAtLine(core, credentialsOf(core, storeId, account))
  } catch (error) {
    if (error instanceof LineUnreachable || (error instanceof LineError && isBusy(error))) return 'busy'
    if (error instanceof LineError) return 'refused'
    throw error
  }
}

/** Changes the reservation to LINE's count, and begins. Returns false if it stopped instead. */
export async function beginToAll(db: Db, storeId: number, row: BroadcastRow): Promise<boolean> {
  if (await pauseIfRestricted(db, storeId, row)) return false
  const friends = row.line_friends!
  const month = { channelId: row.channel_id!, month: row.quota_month! }
  const reserved = reservedFor(friends) * row.per_person
  const more = reserved - row.reserved
  if (more > 0 && !(await reserve(db, storeId, month, more))) {
    await pause(db, storeId, row, 'quota')
    return false
  }
  if (more < 0) await settle(db, storeId, month, { released: -more, used: 0 })
  const begun = { reserved, queued: friends, skipped: 0 }
  await setState(db, storeId, row.id, {
    ...begun,
    sub_status: 'sending',
    reason: null,
    wait_until: null,
    frozen_at: now,
    started_at: now,
    estimate: { total: friends, target: friends },
  })
  if (friends === 0) await finish(db, storeId, { ...row, ...begun }, 'nobody')
  return true
}

/** Pauses a call for everyone while the data of a friend is restricted. Returns false if none is. */
export async function pauseIfRestricted(db: Db, storeId: number, row: BroadcastRow): Promise<boolean> {
  if ((await countRestricted(db, storeId, row.channel_id!)) === 0) return false
  await pause(db, storeId, row, 'friend_restricted')
  return true
}
