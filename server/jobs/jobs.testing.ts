import { jobs } from '@ruam/contract/jobs.ts'
import type { Member } from '../core/store.testing.ts'

const POLL_MS = 20

/** Waits until a job is over. */
export async function jobOver(store: Member, id: number) {
  for (;;) {
    const job = await store.call(jobs.get, { params: { id: String(id) } })
    if (job.status !== 'pending' && job.status !== 'processing') return job
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
