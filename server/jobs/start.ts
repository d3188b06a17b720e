import { unstoppableJobs } from '@ruam/contract/jobs.ts'
import type { Db } from '../core/db.ts'
import type { Core } from '../core/implement.ts'
import { type Principal, userIdOf } from '../core/principal.ts'
import { insertJob, type NewJob } from './queries.ts'
import { tellJob } from './tell-job.ts'

/** Begins a job with the caller's transaction, and answers its id. Whether it may begin is the caller's to settle. */
export async function startJob(
  core: Pick<Core, 'jobs'>,
  db: Db,
  storeId: number,
  by: Principal | null,
  job: NewJob,
): Promise<number> {
  const row = await insertJob(db, storeId, userIdOf(by), job)
  const patient = unstoppableJobs.includes(job.kind)
  await core.jobs.enqueue(db, 'store-job', { store_id: storeId, job: row.id }, { patient })
  await tellJob(db, storeId, row)
  return row.id
}
