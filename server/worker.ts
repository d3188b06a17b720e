import type { Core } from './core/implement.ts'
import type { JobHandlers } from './core/jobs.ts'
import { runDataSource } from './data-sources/run.ts'
import { loadFile } from './files/load.ts'
import { makeSample } from './sample/make-sample.ts'

/** What works each queue. `batchRows`: how many rows of a file an import commits at once. */
export function jobHandlers(core: Core, options: { batchRows?: number } = {}): JobHandlers {
  return {
    'file-load': (payload, signal) => loadFile(core, payload.store_id, payload.file_id, signal),
    'data-source-run': (payload, signal) =>
      runDataSource(core, payload.store_id, payload.run, signal, options.batchRows),
    'sample-store': (payload, signal) => makeSample(core, payload.store_id, payload.user_id, signal),
  }
}
