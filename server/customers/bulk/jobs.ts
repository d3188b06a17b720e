import { profileBulkJobs } from '@ruam/contract/customers/bulk.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import { authorOf } from '../../core/principal.ts'
import type { Db } from '../../database/db.ts'
import { audit } from '../../http/audit.ts'
import { defineJobs } from '../../jobs/define.ts'
import type { JobRow } from '../../jobs/queries.ts'
import { jobNamesOf, jobTitleOf, type TitleFill } from '../../jobs/titles.ts'
import type { Core } from '../../servers/core.ts'
import { fieldsOf } from '../fields/fields.ts'
import { labelNamesById } from '../labels/queries.ts'
import { startPendingCalculation } from '../membership/start.ts'
import { closedFields, fieldClosed } from '../profiles/closed.ts'
import { lockForPipeline } from '../profiles/lock.ts'
import { type Action, type BulkRequest, type BulkUndoRequest, bulkPermission } from './request.ts'
import { bulkUndoWorker } from './undo.ts'
import { bulkWorker } from './work.ts'

const actionOf = ({ request }: JobRow): Action => (request as BulkRequest | BulkUndoRequest).action

/** Fills titles with the labels or the field of the change. */
async function titles(db: Db, storeId: number, jobs: JobRow[], language: Language): Promise<TitleFill[]> {
  const actions = jobs.map(actionOf)
  const labels = await labelNamesById(db, storeId, [
    ...new Set(actions.flatMap((action) => ('label_ids' in action ? action.label_ids : []))),
  ])
  const known = actions.some(({ type }) => type === 'set_field') ? await fieldsOf(db, storeId, language) : []
  const fields = new Map(known.map(({ id, display_name }) => [id, display_name]))
  return actions.map((action) => ({ sentence: action.type, words: { names: namesIn(action) } }))

  function namesIn(action: Action): string {
    if (action.type === 'delete') return ''
    if (action.type !== 'set_field') return jobNamesOf(labels, action.label_ids, language)
    const name = jobNamesOf(fields, [action.field_id], language)
    return language === 'th' ? ` ${name} ` : name
  }
}

/** Writes the counts of an ended bulk job into the audit log, and recalculates the segments that became stale. */
const afterBulk =
  (action: string) =>
  async (core: Pick<Core, 'jobs'>, db: Db, storeId: number, ended: JobRow): Promise<void> => {
    const { id, status, total, done, changed, created_by } = ended
    const bulk = actionOf(ended)
    const chosen: Record<string, string | number> =
      'label_ids' in bulk
        ? { labels: bulk.label_ids.join(',') }
        : bulk.type === 'set_field'
          ? { field: bulk.field_id }
          : {}
    await audit(db, storeId, authorOf(created_by), null, {
      action,
      subject_type: 'job',
      subject_id: id,
      details: { type: bulk.type, ...chosen, status, total, done, changed },
    })
    await startPendingCalculation(core, db, storeId)
  }

export const profileBulkWorks = defineJobs(profileBulkJobs, {
  profile_bulk: {
    work: bulkWorker(),
    after: afterBulk('bulk_ended'),
    titles,
    // The history of each profile keeps the value.
    forget: [['people'], ['filter'], ['action', 'value']],
    undo: {
      permission: (job) => bulkPermission(actionOf(job).type),
      async refuse(db, storeId, job, rights) {
        const action = actionOf(job)
        if (action.type !== 'set_field') return
        const closed = closedFields(rights, await fieldsOf(db, storeId, 'th'))
        if (closed.has(action.field_id)) throw fieldClosed()
      },
      lock: (db, storeId) => lockForPipeline(db, storeId, 'profile_locked'),
      request: (job): BulkUndoRequest => ({ job: job.id, action: actionOf(job) }),
    },
  },
  bulk_undo: {
    work: bulkUndoWorker(),
    after: afterBulk('bulk_undo_ended'),
    async titles(db, storeId, jobs, language) {
      const fills = await titles(db, storeId, jobs, language)
      const kind = profileBulkJobs.profile_bulk.kind
      return jobs.map(({ total }, place) => ({
        words: { title: jobTitleOf({ kind, total }, fills[place]!, language) },
      }))
    },
  },
})
