import type { Message } from '@ruam/contract/broadcasts/messages.ts'
import { isBusy, LineError, LineUnreachable } from '../../channels/accounts/line-client.ts'
import { lineAccountById } from '../../channels/accounts/queries.ts'
import { credentialsOf } from '../../channels/accounts/secrets.ts'
import { inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { findClosedCoupon } from '../coupons/closed-coupons.ts'
import { lockBroadcast } from '../records/queries.ts'
import { revertToDraft } from './finish.ts'
import type { Lease } from './lease.ts'

interface Asking {
  broadcastId: number
  messages: readonly Message[]
}

type Coupons = 'open' | 'closed' | 'unknown'

/**
 * Asks LINE for the coupons of a broadcast that begins, and makes it a draft again if one was closed meanwhile. Unknown if LINE did not
 * answer. An account that LINE refuses is left to the call that sends.
 */
export async function checkCoupons(
  core: Core,
  { storeId, channelId }: Lease,
  { broadcastId, messages }: Asking,
): Promise<Coupons> {
  const account = await inStore(core.pool, storeId, (db) => lineAccountById(db, storeId, channelId))
  if (account?.status !== 'active') return 'open'
  try {
    const closed = await findClosedCoupon(core, credentialsOf(core, storeId, account), messages, null)
    if (!closed) return 'open'
  } catch (error) {
    if (error instanceof LineUnreachable || (error instanceof LineError && isBusy(error))) return 'unknown'
    if (error instanceof LineError) return 'open'
    throw error
  }
  await inStore(core.pool, storeId, async (db) => {
    const row = await lockBroadcast(db, storeId, broadcastId)
    // The question comes again when a person resumes a broadcast that was paused meanwhile.
    const begins = row?.sub_status !== 'paused' || row.reason === 'quiet_hours' || row.reason === 'rate'
    if (row?.status === 'pending' && row.frozen_at === null && begins) await revertToDraft(db, storeId, row, 'coupon')
  })
  return 'closed'
}
