import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { pageRows } from '../../database/page.ts'
import { whereComposed } from './kind.ts'

/** Pauses broadcasts that were due before a restore, or that sent a message since the backup. Returns their number. */
export async function pauseDueBroadcasts(db: Db, storeId: number, moment: Date): Promise<number> {
  const { rows } = await sql`
    update broadcast b set sub_status = 'paused', reason = 'restored', wait_until = null, updated_at = clock_timestamp()
    where b.store_id = ${storeId} and b.status = 'pending' and b.sub_status is distinct from 'canceled'
      and (b.sub_status is distinct from 'paused' or b.reason in ('quiet_hours', 'rate'))
      and (b.due_at <= ${moment.toISOString()}::timestamptz
        or b.called_before is not null
        or exists (select from broadcast_sent s where s.store_id = b.store_id and s.broadcast_id = b.id)
        or exists (select from broadcast_sent_user s where s.store_id = b.store_id and s.broadcast_id = b.id))
    returning 1`.execute(db)
  return rows.length
}

/** A page of the broadcasts that wait since a restore, in the order in which they were due. */
export const pausedBroadcasts = (db: Db, storeId: number, page: { offset: number; limit: number }) =>
  pageRows(held(db, storeId), page, (rows) =>
    rows.select(['id', 'name', 'due_at', 'accepted', 'queued', 'frozen_at']).orderBy('due_at').orderBy('id'),
  )

export async function countPausedBroadcasts(db: Db, storeId: number): Promise<number> {
  const { total } = await held(db, storeId).select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  return total
}

const held = (db: Db, storeId: number) =>
  db
    .selectFrom('broadcast')
    .where('store_id', '=', storeId)
    .where('status', '=', 'pending')
    .where('sub_status', '=', 'paused')
    .where('reason', '=', 'restored')
    // Others are released with their automation or incident.
    .where(whereComposed)
