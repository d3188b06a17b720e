import { sql } from 'kysely'

// Runs and jobs are worked alike: a worker claims the row by raising its fence, and what it does counts only while the fence is its own.

/** What a worker writes to claim a row that waits, or one whose worker was lost. */
export const claim = {
  status: 'processing' as const,
  fence: sql<number>`fence + 1`,
  started_at: sql<string>`coalesce(started_at, clock_timestamp())`,
}

/** The row that this worker has claimed, as long as no other has claimed it since and it is not over. */
export const claimed = (storeId: number, { id, fence }: { id: number; fence: number }) =>
  sql<boolean>`store_id = ${storeId} and id = ${id} and status = 'processing' and fence = ${fence}`

/** What asks a row that is not over to stop: one that waits ends at once, one that is worked on ends after its block. */
export const stop = {
  cancel_requested: true,
  status: sql<'cancel' | 'processing'>`case when status = 'pending' then 'cancel' else status end`,
  finished_at: sql<string | null>`case when status = 'pending' then clock_timestamp() end`,
}
