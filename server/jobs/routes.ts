import { jobs, unstoppableJobs } from '@ruam/contract/jobs.ts'
import { implement } from '../core/implement.ts'
import { pageAnswer } from '../core/page.ts'
import type { BulkRequest } from '../profile-bulk/request.ts'
import { lockForPipeline } from '../profiles/lock.ts'
import { cancelJob, clearJob, findJob, listJobs } from './queries.ts'
import { startJob } from './start.ts'
import { tellJob } from './tell-job.ts'
import { titlesOf } from './titles.ts'
import { mayCancel, mayUndo, viewJob } from './view.ts'

export const jobRoutes = implement(jobs, {
  async list({ db, storeId, query, user, language }) {
    const { offset, limit } = query
    const author = query.mine === 'true' ? user.id : undefined
    const { data, total } = await listJobs(db, storeId, { offset, limit, active: query.active === 'true', author })
    const titles = await titlesOf(db, storeId, data, language)
    const shown = data.map((job, place) => viewJob(job, titles[place]!, user, language))
    return pageAnswer({ ...query, sort_by: 'created_at', sort_dir: 'desc' }, shown, total)
  },

  async get({ db, storeId, params, user, language, fail }) {
    const job = await findJob(db, storeId, params.id)
    if (!job) throw fail('not_found')
    const [title] = await titlesOf(db, storeId, [job], language)
    return viewJob(job, title!, user, language)
  },

  async cancel({ db, storeId, params: { id }, user, fail, audit }) {
    const job = await findJob(db, storeId, id)
    if (!job) throw fail('not_found')
    if (!mayCancel(job, user)) throw fail('forbidden')
    if (unstoppableJobs.includes(job.kind)) throw fail('job_unstoppable')
    const cancelled = await cancelJob(db, storeId, id)
    if (!cancelled) throw fail('job_over')
    if (cancelled.status === 'cancel') await clearJob(db, storeId, id)
    await tellJob(db, storeId, cancelled)
    await audit('job', id, { kind: job.kind })
  },

  async undo({ core, db, storeId, params: { id }, user, fail, audit }) {
    const job = await findJob(db, storeId, id)
    if (!job) throw fail('not_found')
    if (job.kind !== 'profile_bulk') throw fail('job_not_undoable')
    if (!mayUndo(job, user.rights)) throw fail('forbidden')
    await lockForPipeline(db, storeId, 'profile_locked')
    // Read again: whoever held the lock may have taken it back meanwhile.
    if ((await findJob(db, storeId, id))?.undoable_until === null) throw fail('job_not_undoable')
    const { action } = job.request as BulkRequest
    const request = { job: id, action }
    const job_id = await startJob(core, db, storeId, user, { kind: 'bulk_undo', request, total: job.changed })
    await audit('job', id, { job: job_id })
    return { job_id }
  },
})
