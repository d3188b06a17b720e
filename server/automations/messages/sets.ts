import { resumeSets, waitingSets } from '../../broadcasts/records/automation-sets.ts'
import { lockBroadcast } from '../../broadcasts/records/queries.ts'
import { cancel } from '../../broadcasts/sending/actions.ts'
import { wakeSender } from '../../broadcasts/sending/schedule.ts'
import type { Db } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'

/** Hours after which a message that a pause kept back is not sent any more: it was about another day. */
const STALE_HOURS = 24

/** Skips the people of an automation whose messages wait. A call under way is unknown until its answer. */
export const cancelMessages = (db: Db, storeId: number, automationId: number): Promise<void> =>
  cancelWaiting(db, storeId, automationId, null)

/** Sends on what a pause, a fault or a restore kept back, unless it waited for too long. */
export async function resumeMessages(
  core: Pick<Core, 'jobs'>,
  db: Db,
  storeId: number,
  automationId: number,
): Promise<void> {
  await cancelWaiting(db, storeId, automationId, STALE_HOURS)
  for (const channelId of await resumeSets(db, storeId, automationId)) await wakeSender(core, db, storeId, channelId)
}

async function cancelWaiting(db: Db, storeId: number, automationId: number, hours: number | null): Promise<void> {
  for (const id of await waitingSets(db, storeId, automationId, hours)) {
    const row = await lockBroadcast(db, storeId, id)
    if (row?.status === 'pending' && row.sub_status !== 'canceled') await cancel(db, storeId, row)
  }
}
