import type { Core } from './core/implement.ts'
import type { JobHandlers } from './core/jobs.ts'
import { fieldConverter } from './field-changes/convert-field.ts'
import { valueDeleter } from './field-changes/delete-values.ts'
import { loadFile } from './files/load.ts'
import { runDataSource } from './import-run/run.ts'
import { undoRun } from './import-undo/undo.ts'
import { type JobWorkers, workJob } from './jobs/work.ts'
import { bulkUndoWorker } from './profile-bulk/undo.ts'
import { bulkWorker } from './profile-bulk/work.ts'
import { scanDuplicates } from './profile-duplicates/scan.ts'
import { eraseProfile } from './profile-erasure/erase.ts'
import { makeSample } from './sample/make-sample.ts'

/** What works each kind of job. */
const jobWorkers: JobWorkers = {
  profile_bulk: bulkWorker(),
  bulk_undo: bulkUndoWorker(),
  run_undo: undoRun,
  profile_erase: eraseProfile,
  duplicate_scan: scanDuplicates,
  field_convert: fieldConverter(),
  field_delete: valueDeleter(),
}

/** What works each queue. `batchRows`: how many rows of a file an import commits at once. */
export function jobHandlers(core: Core, options: { batchRows?: number } = {}): JobHandlers {
  return {
    'file-load': (payload, signal) => loadFile(core, payload.store_id, payload.file_id, signal),
    'file-remove': async ({ keys }) => {
      for (const key of keys) await core.storage.remove(key)
    },
    'data-source-run': (payload, signal) =>
      runDataSource(core, payload.store_id, payload.run, signal, options.batchRows),
    'sample-store': (payload, signal) => makeSample(core, payload.store_id, payload.user_id, signal),
    'store-job': (payload, signal) => workJob(jobWorkers, core, payload.store_id, payload.job, signal),
  }
}
