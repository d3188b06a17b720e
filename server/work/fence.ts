import { sql } from 'kysely'

// Runs and jobs are worked alike: a worker claims the row by raising its fence, and what it does counts only while the fence is its own.

/** Values that claim a waiting row, or one whose worker was lost. */
export const claim = {
  status: 'processing' as const,
  fence: sql<number>`fence + 1`,
  started_at: sql<string>`coalesce(started_at, clock_timestamp())`,
}

/** The row that this worker has claimed, as long as no other has claimed it since and it is not over. */
export const claimed = (storeId: number, { id, fence }: { id: number; fence: number }) =>
  sql<boolean>`store_id = ${storeId} and id = ${id} and status = 'processing' and fence = ${fence}`

/** Values that stop an unfinished row: a waiting one ends at once, an active one after its block. */
export const stop = {
  cancel_requested: true,
  status: sql<'cancel' | 'processing'>`case when status = 'pending' then 'cancel' else status end`,
  finished_at: sql<string | null>`case when status = 'pending' then clock_timestamp() end`,
}
