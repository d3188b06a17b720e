import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { dropMessages } from '../line-notices/queue.ts'

/** Pauses watches after a restore: files that came since the backup wait for a person. Their messages may have been sent since. */
export async function pauseWatches(db: Db, storeId: number): Promise<void> {
  await sql`
    update watch set status = 'paused', reason = 'watch_restored', paused_at = clock_timestamp(), next_look_at = null,
      updated_at = clock_timestamp()
    where store_id = ${storeId} and status = 'active' and deleted_at is null`.execute(db)
  await dropMessages(db, storeId)
}
