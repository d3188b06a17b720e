import { sql } from 'kysely'
import { newTarget } from '../../broadcasts/calls/written.ts'
import { insertBroadcast } from '../../broadcasts/records/queries.ts'
import type { Db } from '../../database/db.ts'

interface LastSent {
  id: number
  channel_id: number | null
  purpose_id: number | null
}

/** Writes a draft to everyone who got a message of an automation. Returns its id, or undefined if nobody got one. */
export async function draftToMessaged(
  db: Db,
  storeId: number,
  userId: number,
  { automationId, name }: { automationId: number; name: string },
): Promise<number | undefined> {
  const { rows } = await sql<LastSent>`
    select id, channel_id, purpose_id from broadcast
    where store_id = ${storeId} and automation_id = ${automationId} and accepted + unknown > 0
    order by id desc limit 1`.execute(db)
  const last = rows[0]
  if (!last) return undefined
  return insertBroadcast(db, storeId, userId, {
    ...{ name, channel_id: last.channel_id, purpose_id: last.purpose_id },
    target: { ...newTarget, type: 'profiles', failed_of: last.id, messaged: true },
    ...{ messages: [], quick_replies: [], stop_reply: false, send_at: null, time_zone: null },
    ...{ notification_disabled: false, link_tracking: 'off', ab_test: null },
    ...{ holdout_share: 0, holdout_off_reason: 'notice', repeats_id: null },
  })
}
