import { olderPipeline } from '@ruam/contract/older/pipeline.ts'
import { dataSourceOf } from '../imports/data-sources/one.ts'
import { activeRun } from '../imports/data-sources/runs.ts'
import { runCalls, startDryRun } from '../imports/run/run-calls.ts'
import { implementOlder } from './implement-older.ts'

export const olderPipelineRoutes = implementOlder(olderPipeline, {
  run: ({ body, ...context }) =>
    startDryRun(context, body.datasource_id, body.stop_on_failed ? 'unless_failed' : 'always'),

  async stop({ query: { datasource_id: id }, ...context }) {
    const { db, storeId, fail } = context
    await dataSourceOf(db, storeId, id)
    const run = await activeRun(db, storeId, id)
    if (!run) throw fail('data_source_status')
    await runCalls.cancelRun({ ...context, query: undefined, params: { id, run_id: run.run_id } })
  },
})
