import type { ErrorName } from '@ruam/contract/errors/catalog.ts'
import { watchPausedNotice } from '@ruam/contract/watches/notices.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { notifyOfWatch } from '../line-notices/notify-watch.ts'
import { dropMessages } from '../line-notices/queue.ts'
import { setWatch, type WatchRow } from './queries.ts'
import { clearSightings } from './write.ts'

/**
 * Pauses a watch that the caller has locked. Its file goes back to the begin of its way, unless its import runs already: that ends as
 * every import.
 */
export async function pauseWatch(
  db: Db,
  storeId: number,
  watch: Pick<WatchRow, 'id' | 'data_source_id'>,
  by: { reason: ErrorName } | { user: number },
): Promise<void> {
  const { id } = watch
  await db
    .updateTable('watch_file')
    .set({ status: 'arrived' })
    .where('store_id', '=', storeId)
    .where('watch_id', '=', id)
    .where('status', 'in', ['reading', 'trying'])
    .execute()
  await clearSightings(db, storeId, id)
  await setWatch(db, storeId, id, {
    status: 'paused',
    reason: 'reason' in by ? by.reason : null,
    paused_by: 'user' in by ? by.user : null,
    paused_at: sql<string>`clock_timestamp()`,
    // Only an import that runs still has to be followed to its end.
    next_look_at: sql<string | null>`case when exists (select from watch_file f where f.store_id = watch.store_id
      and f.watch_id = watch.id and f.status = 'importing') then clock_timestamp() end`,
  })
  if ('reason' in by) await notifyOfWatch(db, storeId, watchPausedNotice, watch, { ending: 'failed' })
}

/** Pauses watches after a restore: files that came since the backup wait for a person. Their messages may have been sent since. */
export async function pauseWatches(db: Db, storeId: number): Promise<void> {
  await sql`
    update watch set status = 'paused', reason = 'watch_restored', paused_at = clock_timestamp(), next_look_at = null,
      updated_at = clock_timestamp()
    where store_id = ${storeId} and status = 'active' and deleted_at is null`.execute(db)
  await dropMessages(db, storeId)
}
