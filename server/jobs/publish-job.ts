import { jobEvent, jobOf } from '@ruam/contract/jobs.ts'
import { databaseNow } from '../core/now.ts'
import type { Db } from '../database/db.ts'
import { publish } from '../push/publish.ts'
import type { JobRow } from './queries.ts'

/** 0 to 1. */
export const progressOf = ({ status, total, done }: Pick<JobRow, 'status' | 'total' | 'done'>) =>
  status === 'completed' || total === 0 ? 1 : total === null ? 0 : Math.min(1, done / total)

/** Seconds that are left by the pace so far; null before there is one, and when it is over. */
export function remainingSecondsOf({
  status,
  started_at,
  done,
  total,
}: Pick<JobRow, 'status' | 'started_at' | 'done' | 'total'>): number | null {
  if (status !== 'processing' || !started_at || done === 0 || total === null) return null
  const spent = Math.max(0, databaseNow() - Date.parse(started_at)) / 1000
  return Math.max(0, Math.ceil((spent / done) * (total - done)))
}

/** Publishes how far a job is, when the transaction commits. */
export async function publishJob(db: Db, storeId: number, job: JobRow): Promise<void> {
  const { id, kind, status, total, done, changed, skipped } = job
  const counts = { total, done, changed, skipped }
  const data = { job_id: id, kind, status, progress: progressOf(job), ...counts, eta: remainingSecondsOf(job) }
  await publish(db, jobEvent, { storeId, permission: jobOf(kind).visibleTo, data })
}
