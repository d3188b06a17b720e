import type { Language } from '@ruam/contract/errors.ts'
import { type Job, jobPermissions } from '@ruam/contract/jobs.ts'
import { may, mayOpen, type Permission, type Rights } from '@ruam/contract/permissions.ts'
import { viewError } from '../core/view-error.ts'
import type { BulkRequest } from '../profile-bulk/request.ts'
import type { JobRow } from './queries.ts'
import { progressOf, secondsLeft } from './tell-job.ts'

/** Who asks for a job. */
interface Reader {
  id: number
  rights: Rights
}

/** A job as calls answer it, to whom. */
export function viewJob(job: JobRow, title: string, reader: Reader, language: Language): Job {
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
    eta: secondsLeft(job),
    error: viewError(job.error, language),
    undoable_until: job.undoable_until !== null && mayUndo(job, reader.rights) ? job.undoable_until : null,
    undone_at: job.undone_at,
    author: created_by === null ? null : { id: created_by, name: job.author_name ?? '' },
    created_at: job.created_at,
    started_at: job.started_at,
    finished_at: job.finished_at,
  }
}

/** Whether somebody may stop a job: whoever began it, or may begin such a one. */
export const mayCancel = (job: JobRow, { id, rights }: Reader): boolean =>
  job.created_by === id || mayOpen(rights, jobPermissions[job.kind])

/** Whether somebody may take back what a bulk change did: only who might have made it. */
export const mayUndo = (job: JobRow, rights: Rights): boolean =>
  job.kind === 'profile_bulk' && may(rights, bulkPermission((job.request as BulkRequest).action.type))

/** What a bulk change asks for. */
export const bulkPermission = (type: BulkRequest['action']['type']): Permission =>
  type === 'delete' ? 'cdp-core.profile.delete' : 'cdp-core.profile.edit'
