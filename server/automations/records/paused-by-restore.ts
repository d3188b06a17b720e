import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** Pauses automations at work after a restore: what was due since the backup waits for a person. Returns their number. */
export async function pauseAutomations(db: Db, storeId: number): Promise<number> {
  const { rows } = await sql`
    update automation set status = 'paused', reason = 'restored', paused_at = clock_timestamp(), updated_at = clock_timestamp()
    where store_id = ${storeId} and status = 'active' returning 1`.execute(db)
  return rows.length
}
