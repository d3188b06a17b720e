import { jobs } from '@ruam/contract/jobs.ts'
import { type Member, testServer } from './store.testing.ts'
import { until } from './until.testing.ts'

/** Waits until a job is over. */
export const jobOver = (store: Member, id: number) =>
  until(async () => {
    const job = await store.call(jobs.get, { params: { id: String(id) } })
    return job.status !== 'pending' && job.status !== 'processing' && job
  })

/** Waits until a job has ended. Returns its stored status and result, which no screen shows. */
export async function jobEnded<Result>(storeId: number, id: number): Promise<{ status: string; result: Result }> {
  const { admin } = await testServer()
  return until(async () => {
    const { rows } = await admin.query<{ status: string; result: Result }>(
      "select status, result from job where store_id = $1 and id = $2 and status not in ('pending', 'processing')",
      [storeId, id],
    )
    return rows[0]
  })
}
