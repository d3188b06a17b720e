import { type JobKind, jobOf, jobs } from '@ruam/contract/jobs.ts'
import { pageAnswer } from '../database/page.ts'
import { implement, type Routes } from '../http/implement.ts'
import { pipelinedRead } from '../http/pipelined-read.ts'
import type { JobHandlers } from './define.ts'
import { notifyEnd } from './notify-end.ts'
import { publishJob } from './publish-job.ts'
import { activeJobs, activeJobsOf, cancelJob, clearJob, findJob, listJobs } from './queries.ts'
import { startJob } from './start.ts'
import { titlesOf } from './titles.ts'
import { mayCancel, mayUndo, viewJob } from './view.ts'

/** The calls of every kind of job. */
export const jobRoutes = (works: JobHandlers): Routes =>
  implement(jobs, {
    list: pipelinedRead(jobs.list, {
      // Answers the frequent poll while nothing is in progress. Titles of active jobs need more reads.
      reads({ storeId, userId, query: { active, mine } }) {
        if (active !== 'true') return undefined
        return { counted: mine === 'true' ? activeJobsOf(storeId, userId) : activeJobs(storeId) }
      },
      answer: ({ counted: [counted] }, { query }) =>
        counted!.total === 0 ? pageAnswer({ ...query, sort_by: 'created_at', sort_dir: 'desc' }, [], 0) : undefined,

      async fallback({ db, storeId, query, user, language }) {
        const { offset, limit } = query
        const author = query.mine === 'true' ? user.id : undefined
        const { data, total } = await listJobs(db, storeId, { offset, limit, active: query.active === 'true', author })
        const titles = await titlesOf(works, db, storeId, data, language)
        const shown = data.map((job, place) => viewJob(works, job, titles[place]!, user, language))
        return pageAnswer({ ...query, sort_by: 'created_at', sort_dir: 'desc' }, shown, total)
      },
    }),

    async get({ db, storeId, params, user, language, fail }) {
      const job = await findJob(db, storeId, params.id)
      if (!job) throw fail('not_found')
      const [title] = await titlesOf(works, db, storeId, [job], language)
      return viewJob(works, job, title!, user, language)
    },

    async cancel({ db, storeId, params: { id }, user, fail, audit }) {
      const job = await findJob(db, storeId, id)
      if (!job) throw fail('not_found')
      if (!mayCancel(job, user)) throw fail('forbidden')
      if (!jobOf(job.kind).cancellable) throw fail('job_unstoppable')
      const cancelled = await cancelJob(db, storeId, id)
      if (!cancelled) throw fail('job_over')
      if (cancelled.status === 'cancel') {
        await clearJob(db, storeId, id, works[job.kind].forget)
        await notifyEnd(db, storeId, cancelled, works[job.kind].about)
      }
      await publishJob(db, storeId, cancelled)
      await audit('job', id, { kind: job.kind })
    },

    async undo({ core, db, storeId, params: { id }, user, fail, audit }) {
      const job = await findJob(db, storeId, id)
      if (!job) throw fail('not_found')
      const { undo } = works[job.kind]
      if (!undo) throw fail('job_not_undoable')
      if (!mayUndo(works, job, user.rights)) throw fail('forbidden')
      await undo.refuse?.(db, storeId, job, user.rights)
      await undo.lock(db, storeId)
      // Read again: another user may have undone it while this call waited for the lock.
      if ((await findJob(db, storeId, id))?.undoable_until === null) throw fail('job_not_undoable')
      const kind = jobOf(job.kind).undoneBy as JobKind
      const request = undo.request(job)
      const job_id = await startJob(core, db, storeId, user, { kind, request, total: job.changed })
      await audit('job', id, { job: job_id })
      return { job_id }
    },
  })
