import { importUndoJobs } from '@ruam/contract/imports/undo.ts'
import { startPendingCalculation } from '../../customers/membership/start.ts'
import { defineJobs } from '../../jobs/define.ts'
import { jobNamesOf } from '../../jobs/titles.ts'
import { runSourceNames } from '../data-sources/runs.ts'
import { undoRun } from './undo.ts'

export const importUndoWorks = defineJobs(importUndoJobs, {
  run_undo: {
    work: undoRun,
    after: startPendingCalculation,
    async about(db, storeId, { request }) {
      const run = db.selectFrom('run').select('data_source_id').where('store_id', '=', storeId)
      const { data_source_id } = await run.where('id', '=', (request as { run: number }).run).executeTakeFirstOrThrow()
      return { datasource_id: data_source_id }
    },
    async titles(db, storeId, jobs, language) {
      const runs = jobs.map(({ request }) => (request as { run: number }).run)
      const names = await runSourceNames(db, storeId, runs)
      return runs.map((run) => ({ words: { names: jobNamesOf(names, [run], language) } }))
    },
  },
})
