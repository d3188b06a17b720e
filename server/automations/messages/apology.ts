import type { BroadcastTarget } from '@ruam/contract/broadcasts/broadcast.ts'
import { sql } from 'kysely'
import { newTarget } from '../../broadcasts/calls/written.ts'
import { insertBroadcast } from '../../broadcasts/records/queries.ts'
import type { Db } from '../../database/db.ts'

interface Messaged {
  channel_id: number | null
  purpose_id: number | null
  target: BroadcastTarget
}

/** Returns the target of everyone who got a message of an automation, with account and purpose of the last one; undefined before the first. */
export async function targetOfMessaged(db: Db, storeId: number, automationId: number): Promise<Messaged | undefined> {
  const { rows } = await sql<Pick<Messaged, 'channel_id' | 'purpose_id'> & { id: number }>`
    select id, channel_id, purpose_id from broadcast where store_id = ${storeId} and automation_id = ${automationId}
    order by id desc limit 1`.execute(db)
  return rows[0] && { ...rows[0], target: { ...newTarget, type: 'profiles', failed_of: rows[0].id, messaged: true } }
}

/** Writes a draft to everyone who got a message of an automation. Returns its id, or undefined if nobody got one. */
export async function draftToMessaged(
  db: Db,
  storeId: number,
  userId: number,
  { automationId, name }: { automationId: number; name: string },
): Promise<number | undefined> {
  const messaged = await targetOfMessaged(db, storeId, automationId)
  if (!messaged || !(await wasSent(db, storeId, automationId))) return undefined
  return insertBroadcast(db, storeId, userId, {
    ...{ name, channel_id: messaged.channel_id, purpose_id: messaged.purpose_id, target: messaged.target },
    ...{ messages: [], quick_replies: [], stop_reply: false, send_at: null, time_zone: null },
    ...{ notification_disabled: false, link_tracking: 'off', ab_test: null },
    ...{ holdout_share: 0, holdout_off_reason: 'notice', repeats_id: null },
  })
}

async function wasSent(db: Db, storeId: number, automationId: number): Promise<boolean> {
  const { rows } = await sql`
    select from broadcast where store_id = ${storeId} and automation_id = ${automationId} and accepted + unknown > 0 limit 1`.execute(
    db,
  )
  return rows.length > 0
}
