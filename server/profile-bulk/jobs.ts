import type { Language } from '@ruam/contract/errors.ts'
import { profileBulkJobs } from '@ruam/contract/profile-bulk.ts'
import type { Db } from '../core/db.ts'
import { fieldsOf } from '../fields/fields.ts'
import { defineJobs } from '../jobs/define.ts'
import type { JobRow } from '../jobs/queries.ts'
import { namesOf, type TitleFill, titleOf } from '../jobs/titles.ts'
import { labelNames } from '../labels/queries.ts'
import { calculateWanted } from '../membership/start.ts'
import { lockForPipeline } from '../profiles/lock.ts'
import { type Action, type BulkRequest, type BulkUndoRequest, bulkPermission } from './request.ts'
import { bulkUndoWorker } from './undo.ts'
import { bulkWorker } from './work.ts'

const actionOf = ({ request }: JobRow): Action => (request as BulkRequest | BulkUndoRequest).action

/** What is done, with the labels or the field it is done with. */
async function titles(db: Db, storeId: number, jobs: JobRow[], language: Language): Promise<TitleFill[]> {
  const actions = jobs.map(actionOf)
  const labels = await labelNames(db, storeId, [
    ...new Set(actions.flatMap((action) => ('label_ids' in action ? action.label_ids : []))),
  ])
  const known = actions.some(({ type }) => type === 'set_field') ? await fieldsOf(db, storeId, language) : []
  const fields = new Map(known.map(({ id, display_name }) => [id, display_name]))
  return actions.map((action) => ({ sentence: action.type, words: { names: namesIn(action) } }))

  function namesIn(action: Action): string {
    if (action.type === 'delete') return ''
    if (action.type !== 'set_field') return namesOf(labels, action.label_ids, language)
    const name = namesOf(fields, [action.field_id], language)
    return language === 'th' ? ` ${name} ` : name
  }
}

export const profileBulkWorks = defineJobs(profileBulkJobs, {
  profile_bulk: {
    work: bulkWorker(),
    after: calculateWanted,
    titles,
    // The history of each profile keeps the value.
    forget: [['people'], ['filter'], ['action', 'value']],
    undo: {
      permission: (job) => bulkPermission(actionOf(job).type),
      lock: (db, storeId) => lockForPipeline(db, storeId, 'profile_locked'),
      request: (job): BulkUndoRequest => ({ job: job.id, action: actionOf(job) }),
    },
  },
  bulk_undo: {
    work: bulkUndoWorker(),
    after: calculateWanted,
    async titles(db, storeId, jobs, language) {
      const fills = await titles(db, storeId, jobs, language)
      const kind = profileBulkJobs.profile_bulk.kind
      return jobs.map(({ total }, place) => ({ words: { title: titleOf({ kind, total }, fills[place]!, language) } }))
    },
  },
})
