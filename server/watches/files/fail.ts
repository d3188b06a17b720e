import { watchFileFailedNotice } from '@ruam/contract/watches/notices.ts'
import { type InsertObject, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { Tables } from '../../database/tables.ts'
import { notifyOfWatch } from '../line-notices/notify-watch.ts'
import type { WatchFileRow } from './queries.ts'
import type { StoredError } from './tables.ts'

const failedWith = (error: StoredError) => ({
  status: 'failed' as const,
  error: JSON.stringify(error),
  ended_at: sql<string>`clock_timestamp()`,
})

/** Ends a file that is in this state as failed. Its watch is locked. Returns false if another worker or a person was first. */
export async function failFile(
  db: Db,
  storeId: number,
  file: Pick<WatchFileRow, 'id' | 'status' | 'watch_id' | 'data_source_id'>,
  error: StoredError,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('watch_file')
    .set(failedWith(error))
    .where('store_id', '=', storeId)
    .where('id', '=', file.id)
    .where('status', '=', file.status)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await notifyFailed(db, storeId, file)
  return true
}

/** Adds a file that could not be taken. Its watch is locked. */
export async function insertFailed(
  db: Db,
  file: Omit<InsertObject<Tables, 'watch_file'>, 'status'> & {
    store_id: number
    watch_id: number
    data_source_id: number
  },
  error: StoredError,
): Promise<void> {
  await db
    .insertInto('watch_file')
    .values({ ...file, ...failedWith(error) })
    .execute()
  await notifyFailed(db, file.store_id, file)
}

/** Notifies members, once an hour for each watch: its folder may hold thousands of such files. */
async function notifyFailed(
  db: Db,
  storeId: number,
  { watch_id, data_source_id }: Pick<WatchFileRow, 'watch_id' | 'data_source_id'>,
): Promise<void> {
  const { rows } = await sql`select from notification
    where store_id = ${storeId} and kind = ${watchFileFailedNotice.kind} and data @> ${JSON.stringify({ watch_id })}::jsonb
      and at between clock_timestamp() - interval '1 hour' and clock_timestamp()`.execute(db)
  if (rows.length > 0) return
  await notifyOfWatch(db, storeId, watchFileFailedNotice, { id: watch_id, data_source_id }, { ending: 'failed' })
}
