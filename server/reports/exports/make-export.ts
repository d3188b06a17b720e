import { setTimeout as sleep } from 'node:timers/promises'
import { may } from '@ruam/contract/platform/permissions.ts'
import { rightsNow } from '../../access/roles/rights-now.ts'
import { ApiError } from '../../core/api-error.ts'
import { databaseNow } from '../../core/now.ts'
import type { Db } from '../../database/db.ts'
import type { JobContext, JobWorker } from '../../jobs/define.ts'
import { type FileProgress, type MadeFile, makeFile } from './make-file.ts'
import { findExport, noteRights } from './queries.ts'
import type { ExportRequest } from './request.ts'

/** Interval between checks that the export was not cancelled and its person may still have it. */
const TICK_MS = 700
/** Maximum duration of an export, including retries. */
const LONGEST_MS = 30 * 60_000

/**
 * Makes the file of an export. Meanwhile, short separate transactions count the rows and check whether it was cancelled. A job that is taken
 * over starts again, because its snapshot is gone.
 */
export const makeExport: JobWorker<ExportRequest> = async (working): Promise<MadeFile> => {
  const { core, storeId, job, signal } = working
  const making: FileProgress = { rows: 0, total: undefined, rights: [] }
  const giveUp = new AbortController()
  const asked = { storeId, userId: job.created_by!, job: job.id, request: job.request }
  const look = watcher(working, making)
  await look()
  let over = false
  const written = makeFile(core, asked, making, AbortSignal.any([signal, giveUp.signal])).finally(() => {
    over = true
    giveUp.abort()
  })
  written.catch(() => {})
  const watched = (async () => {
    while (!over) {
      await sleep(TICK_MS, undefined, { signal: giveUp.signal }).catch(() => {})
      if (!over) await look()
    }
  })()
  try {
    await watched
  } catch (error) {
    giveUp.abort(error)
    const file = await written.catch(() => undefined)
    if (file) await core.storage.remove(file.storage_key)
    throw error
  }
  const file = await written
  try {
    await look()
  } catch (error) {
    await core.storage.remove(file.storage_key)
    throw error
  }
  return file
}

/** Counts the rows written since, in a separate transaction. Throws if the export must end. */
function watcher({ storeId, job, block }: JobContext<ExportRequest>, making: FileProgress): () => Promise<void> {
  // Counts of a previous worker refer to no row of this file.
  let counted = job.done
  let known: readonly string[] = []
  const goesOn = async (db: Db) => {
    const item = await findExport(db, storeId, job.id)
    if (!item) throw new ApiError('not_found')
    if (databaseNow() - Date.parse(job.started_at!) > LONGEST_MS) throw new ApiError('export_too_long')
    const needed = making.rights.length > 0 ? making.rights : item.rights
    if (!may(await rightsNow(db, storeId, job.created_by!), ...needed)) throw new ApiError('export_right_lost')
    if (making.rights.length > 0 && known !== making.rights) {
      known = making.rights
      await noteRights(db, storeId, job.id, making.rights)
    }
  }
  return async () => {
    const { rows, total } = making
    await block(async (db) => {
      await goesOn(db)
      return { done: rows - counted, ...(total !== undefined && { total }) }
    })
    counted = rows
  }
}
