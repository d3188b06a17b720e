import { jobOf } from '@ruam/contract/jobs.ts'
import type { Db } from '../database/db.ts'
import { notify } from '../notifications/notify.ts'
import type { JobHandler } from './define.ts'
import type { JobRow } from './queries.ts'

/** Writes the notice of a job's end, where its kind has one, with the transaction that ends it. */
export async function notifyEnd(db: Db, storeId: number, job: JobRow, about?: JobHandler['about']): Promise<void> {
  const { notice } = jobOf(job.kind)
  const { id: job_id, status, done, changed, skipped, created_by: userId } = job
  if (!notice || status === 'pending' || status === 'processing') return
  const data = { job_id, done, changed, skipped, ...(await about?.(db, storeId, job)) }
  await notify(db, storeId, notice, { ending: status, data, ...(notice.own && { userId }) })
}
