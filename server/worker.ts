import type { Core } from './core/implement.ts'
import type { JobHandlers } from './core/jobs.ts'
import { loadDataSource } from './data-sources/load.ts'
import { runDataSource } from './data-sources/run.ts'

/** What works each queue. `batchRows`: how many rows of a file an import commits at once. */
export function jobHandlers(core: Core, options: { batchRows?: number } = {}): JobHandlers {
  return {
    'data-source-load': (payload, signal) => loadDataSource(core, payload.store_id, payload.data_source_id, signal),
    'data-source-run': (payload, signal) =>
      runDataSource(core, payload.store_id, payload.run, signal, options.batchRows),
  }
}
