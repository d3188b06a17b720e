import type { Language } from '@ruam/contract/errors/catalog.ts'
import { type Job, jobOf } from '@ruam/contract/jobs.ts'
import { may, mayOpen, type Rights } from '@ruam/contract/platform/permissions.ts'
import type { Db } from '../database/db.ts'
import { viewError } from '../work/view-error.ts'
import type { JobHandlers } from './define.ts'
import { progressOf, remainingSecondsOf } from './publish-job.ts'
import { findJobs, type JobRow } from './queries.ts'
import { titlesOf } from './titles.ts'

/** Caller that reads jobs. */
interface Reader {
  id: number
  rights: Rights
}

/** A job as calls answer it, to whom. */
export function viewJob(works: JobHandlers, job: JobRow, title: string, reader: Reader, language: Language): Job {
  const { id, kind, status, total, done, changed, skipped, created_by } = job
  return {
    id,
    kind,
    title,
    status,
    progress: progressOf(job),
    total,
    done,
    changed,
    skipped,
    eta: remainingSecondsOf(job),
    error: viewError(job.error, language),
    undoable_until: job.undoable_until !== null && mayUndo(works, job, reader.rights) ? job.undoable_until : null,
    undone_at: job.undone_at,
    author: created_by === null ? null : { id: created_by, name: job.author_name ?? '' },
    created_at: job.created_at,
    started_at: job.started_at,
    finished_at: job.finished_at,
  }
}

/** Returns the visible jobs of a list as responses. */
export const jobViewer =
  (works: JobHandlers) =>
  async (db: Db, storeId: number, ids: readonly number[], reader: Reader, language: Language): Promise<Job[]> => {
    if (ids.length === 0) return []
    const jobs = await findJobs(db, storeId, ids)
    const titles = await titlesOf(works, db, storeId, jobs, language)
    return jobs.map((job, place) => viewJob(works, job, titles[place]!, reader, language))
  }

/** True for the author of a job, and for callers who may start such a job. */
export const mayCancel = (job: JobRow, { id, rights }: Reader): boolean =>
  job.created_by === id || mayOpen(rights, jobOf(job.kind).permissions)

/** True if the caller may undo a job: the permission to start it is needed. */
export function mayUndo(works: JobHandlers, job: JobRow, rights: Rights): boolean {
  const { undo } = works[job.kind]
  return undo !== undefined && may(rights, undo.permission(job))
}
