import { profileBulk } from '@ruam/contract/customers/bulk.ts'
import { implement } from '../../http/implement.ts'
import { startJob } from '../../jobs/start.ts'
import { fieldsOf } from '../fields/fields.ts'
import { closedTo } from '../profiles/closed.ts'
import { lockForPipeline } from '../profiles/lock.ts'
import { Sight } from '../profiles/masking.ts'
import { viewProfiles } from '../profiles/view.ts'
import { previewOf } from './preview.ts'
import { readBulk } from './read-bulk.ts'
import type { BulkRequest } from './request.ts'
import { settleIds } from './targets.ts'

export const profileBulkRoutes = implement(profileBulk, {
  async preview({ db, storeId, user, body, language }) {
    const action = await readBulk(db, storeId, user, body, language)
    const { total, changes, sample } = await previewOf(db, storeId, body.target, action)
    const fields = await fieldsOf(db, storeId, language)
    const closed = (await closedTo(db, storeId, user.rights)).segments
    const shown = { fields, sight: Sight.of(user), closed, withEmpty: false }
    return { total, changes, sample: await viewProfiles(db, storeId, sample, shown) }
  },

  async start({ core, db, storeId, user, body, language, audit }) {
    const { target } = body
    const action = await readBulk(db, storeId, user, body, language)
    await lockForPipeline(db, storeId, 'profile_locked')
    const ids = 'ids' in target ? [...new Set(target.ids)] : undefined
    const request: BulkRequest = 'filter' in target ? { action, people: target.filter } : { action }
    const job_id = await startJob(core, db, storeId, user, { kind: 'profile_bulk', request, total: ids?.length })
    if (ids) await settleIds(db, storeId, job_id, ids)
    await audit('job', job_id, { type: action.type })
    return { job_id }
  },
})
