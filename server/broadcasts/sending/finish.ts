import type { BroadcastReason } from '@ruam/contract/broadcasts/broadcast.ts'
import { broadcastEndedNotice, broadcastPausedNotice } from '@ruam/contract/broadcasts/notices.ts'
import { incidentLetterNotice } from '@ruam/contract/privacy/letters.ts'
import { sql } from 'kysely'
import { settle } from '../../channels/accounts/quota.ts'
import type { Db } from '../../database/db.ts'
import { notify } from '../../notifications/notify.ts'
import { type BroadcastRow, setState } from '../records/queries.ts'

const now = sql<string>`clock_timestamp()` as unknown as string

/** Releases what a broadcast has still reserved. */
export async function releaseQuota(db: Db, storeId: number, row: BroadcastRow): Promise<void> {
  if (row.reserved === 0 || row.quota_month === null || row.channel_id === null) return
  const month = { channelId: row.channel_id, month: row.quota_month }
  await settle(db, storeId, month, { released: row.reserved, used: 0 })
}

/** Ends a broadcast without waiting recipients: published if LINE accepted at least one. */
export async function finish(
  db: Db,
  storeId: number,
  row: BroadcastRow,
  reason: BroadcastReason | null,
): Promise<void> {
  await releaseQuota(db, storeId, row)
  const published = row.accepted > 0
  await setState(db, storeId, row.id, {
    status: published ? 'published' : 'failed',
    sub_status: row.sub_status === 'canceled' ? 'canceled' : null,
    reason,
    reserved: 0,
    wait_until: null,
    finished_at: now,
  })
  if (row.automation_id !== null) return
  if (row.incident_id !== null) return notifyOfLetter(db, storeId, row.incident_id, published ? 'completed' : 'failed')
  const { id: broadcast_id, accepted, failed, skipped, unknown } = row
  await notify(db, storeId, broadcastEndedNotice, {
    ending: row.sub_status === 'canceled' ? 'cancel' : published ? 'completed' : 'failed',
    data: { broadcast_id, accepted, failed: failed + unknown, skipped },
  })
}

/** Stops a broadcast until a person resumes it, and says so. */
export async function pause(db: Db, storeId: number, row: BroadcastRow, reason: BroadcastReason): Promise<void> {
  await setState(db, storeId, row.id, { sub_status: 'paused', reason, wait_until: null })
  // The engine pauses the automation with a notice of its own.
  if (row.automation_id !== null) return
  if (row.incident_id !== null) return notifyOfLetter(db, storeId, row.incident_id, 'failed')
  await notify(db, storeId, broadcastPausedNotice, { ending: 'failed', data: { broadcast_id: row.id } })
}

const notifyOfLetter = (db: Db, storeId: number, incident_id: number, ending: 'completed' | 'failed') =>
  notify(db, storeId, incidentLetterNotice, { ending, data: { incident_id } })

/** Makes a broadcast that was not begun a draft again, and says so. */
export async function revertToDraft(
  db: Db,
  storeId: number,
  row: BroadcastRow,
  reason: BroadcastReason,
): Promise<void> {
  await releaseQuota(db, storeId, row)
  await setState(db, storeId, row.id, {
    status: 'draft',
    sub_status: null,
    reason,
    reserved: 0,
    due_at: null,
    wait_until: null,
  })
  await notify(db, storeId, broadcastPausedNotice, { ending: 'cancel', data: { broadcast_id: row.id } })
}
