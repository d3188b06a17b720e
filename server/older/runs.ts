import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { RunLog } from '@ruam/contract/older/data-sources.ts'
import { ApiError } from '../core/api-error.ts'
import type { Db } from '../database/db.ts'
import { findRunByNumber, type RunRow } from '../imports/data-sources/runs.ts'
import { viewRun } from '../imports/data-sources/view.ts'

/** Finds a run by its number. Throws not_found, also if its data source is deleted. */
export async function runByNumber(db: Db, storeId: number, id: number) {
  const run = await findRunByNumber(db, storeId, id)
  if (!run) throw new ApiError('not_found')
  return run
}

/** A run with its number. */
export const viewLog = (run: RunRow, version: number, language: Language): RunLog => ({
  ...viewRun(run, version, language),
  id: run.id,
  data_source_id: run.data_source_id,
})
