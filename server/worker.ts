import type { Core } from './core/implement.ts'
import type { JobHandlers } from './core/jobs.ts'
import { loadDataSource } from './data-sources/load.ts'
import { runDataSource } from './data-sources/run.ts'

/** What works each queue. */
export function jobHandlers(core: Core): JobHandlers {
  return {
    'data-source-load': (payload, signal) => loadDataSource(core, payload.store_id, payload.data_source_id, signal),
    'data-source-run': (payload, signal) => runDataSource(core, payload.store_id, payload.run, signal),
  }
}
