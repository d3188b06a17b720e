import { automationUndoJobs } from '@ruam/contract/automations/undo.ts'
import { authorOf } from '../../core/principal.ts'
import { startPendingCalculation } from '../../customers/membership/start.ts'
import { audit } from '../../http/audit.ts'
import { defineJobs } from '../../jobs/define.ts'
import { jobNamesOf } from '../../jobs/titles.ts'
import { type AutomationUndoRequest, automationUndoWorker } from './work.ts'

const automationOf = ({ request }: { request: unknown }) => (request as AutomationUndoRequest).automation

export const automationUndoWorks = defineJobs(automationUndoJobs, {
  automation_undo: {
    work: automationUndoWorker(),
    async after(core, db, storeId, ended) {
      const { status, done, changed, skipped, created_by } = ended
      await audit(db, storeId, authorOf(created_by), null, {
        action: 'automation_undone',
        subject_type: 'automation',
        subject_id: automationOf(ended),
        details: { status, done, changed, skipped },
      })
      await startPendingCalculation(core, db, storeId)
    },
    about: async (_, __, job) => ({ automation_id: automationOf(job) }),
    async titles(db, storeId, jobs, language) {
      const ids = jobs.map(automationOf)
      const rows = await db
        .selectFrom('automation')
        .select(['id', 'name'])
        .where('store_id', '=', storeId)
        .where('id', 'in', ids)
        .execute()
      const names = new Map(rows.map(({ id, name }) => [id, name]))
      return ids.map((id) => ({ words: { names: jobNamesOf(names, [id], language) } }))
    },
  },
})
