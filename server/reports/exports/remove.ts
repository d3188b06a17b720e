import type { Db } from '../../database/db.ts'
import type { AuditOfCall } from '../../http/audit.ts'
import type { Caller } from '../../http/authorize.ts'
import { clearJob, stopJobs } from '../../jobs/queries.ts'
import type { Core } from '../../servers/core.ts'
import { exportWorks } from './jobs.ts'
import { deleteOwn } from './queries.ts'
import { publishExport } from './view.ts'

/** Stops those of these exports that wait or run. Returns their number. */
export async function stopExports(db: Db, storeId: number, ids: number[]): Promise<number> {
  const stopped = await stopJobs(db, storeId, ids)
  for (const job of stopped) {
    await clearJob(db, storeId, job.id, exportWorks.export.forget)
    await publishExport(db, storeId, job)
  }
  return stopped.length
}

/** Deletes a person's exports and their files, or these of them; stops those that run. */
export async function removeExports(
  core: Core,
  db: Db,
  storeId: number,
  user: Caller,
  audit: AuditOfCall,
  ids?: readonly number[],
): Promise<void> {
  const gone = await deleteOwn(db, storeId, user.id, ids)
  if (gone.length === 0) return
  await stopExports(
    db,
    storeId,
    gone.map(({ id }) => id),
  )
  const keys = gone.flatMap(({ storage_key }) => storage_key ?? [])
  if (keys.length > 0) await core.jobs.enqueue(db, 'file-remove', { keys })
  await audit('export', user.id, { files: gone.length })
}
