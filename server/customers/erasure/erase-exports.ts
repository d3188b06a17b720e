import { exportEvent } from '@ruam/contract/reports/exports.ts'
import type { Db } from '../../database/db.ts'
import { clearJob, stopJobs } from '../../jobs/queries.ts'
import { publish } from '../../push/publish.ts'
import type { Core } from '../../servers/core.ts'

/**
 * Takes away every file that was exported from the store until now, for the person may be in it; one that is being made has read them already
 * and ends as failed. Nothing in a file says whom it is about, and looking through all of them would take as long as making them again.
 */
export async function eraseExports(core: Pick<Core, 'jobs'>, db: Db, storeId: number): Promise<void> {
  const made = await db
    .deleteFrom('export')
    .where('store_id', '=', storeId)
    .where('storage_key', 'is not', null)
    .returning('storage_key')
    .execute()
  const keys = made.flatMap(({ storage_key }) => storage_key ?? [])
  if (keys.length > 0) await core.jobs.enqueue(db, 'file-remove', { keys })
  const others = await db.selectFrom('export').select('id').where('store_id', '=', storeId).orderBy('id').execute()
  const ids = others.map(({ id }) => id)
  for (const { id, created_by: userId } of await stopJobs(db, storeId, ids, 'failed', { name: 'export_erasure' })) {
    await clearJob(db, storeId, id, [['filter']])
    const data = { export_id: id, progress: 0, status: 'failed' as const, url: '' }
    await publish(db, exportEvent, { storeId, userId, data })
  }
}
