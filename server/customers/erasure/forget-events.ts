import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/**
 * Deletes what messaging channels know of a person: friends, payloads and waiting events. Entries of the log stay as counts, without
 * the user's id and words. Returns the tables that lost something.
 */
export async function forgetEvents(
  db: Db,
  storeId: number,
  ids: readonly number[],
): Promise<readonly (readonly [table: string, rows: bigint | undefined])[]> {
  const friends =
    await sql`delete from channel_friend where store_id = ${storeId} and profile_id = any(${ids}::bigint[])`.execute(db)
  const entries = sql`(select id from online_log where store_id = ${storeId} and profile_id = any(${ids}::bigint[]))`
  const waiting = await sql`delete from inbox where store_id = ${storeId} and log_id = any(array${entries})`.execute(db)
  const payloads =
    await sql`delete from online_log_payload where store_id = ${storeId} and log_id = any(array${entries})`.execute(db)
  const logged = await sql`
    update online_log set profile_id = null, user_id = null, summary = null
    where store_id = ${storeId} and profile_id = any(${ids}::bigint[])`.execute(db)
  return [
    ['channel_friend', friends.numAffectedRows],
    ['inbox', waiting.numAffectedRows],
    ['online_log_payload', payloads.numAffectedRows],
    ['online_log', logged.numAffectedRows],
  ]
}
