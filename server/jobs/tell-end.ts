import { jobOf } from '@ruam/contract/jobs.ts'
import type { Db } from '../core/db.ts'
import { tell } from '../notifications/tell.ts'
import type { JobWork } from './define.ts'
import type { JobRow } from './queries.ts'

/** Tells of the end of a job, where its kind says that it is told of, with the transaction that ends it. */
export async function tellEnd(db: Db, storeId: number, job: JobRow, about?: JobWork['about']): Promise<void> {
  const { tells } = jobOf(job.kind)
  const { id: job_id, status, done, changed, skipped, created_by: userId } = job
  if (!tells || status === 'pending' || status === 'processing') return
  const data = { job_id, done, changed, skipped, ...(await about?.(db, storeId, job)) }
  await tell(db, storeId, tells, { ending: status, data, ...(tells.own && { userId }) })
}
