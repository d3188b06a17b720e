import { inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'

/** Milliseconds. Events that arrive within them share a batch. */
const PAUSE_MS = 100

/** Stores whose ingester is about to be enqueued. */
const waking = new Set<number>()

/**
 * Enqueues the ingester of a store a moment after events were committed, once for all that arrive until then. An entry of the queue in their
 * own transaction would make them commit one after another. What a killed process leaves is found by the clock.
 */
export function wakeIngester({ pool, jobs, report }: Pick<Core, 'pool' | 'jobs' | 'report'>, storeId: number): void {
  if (waking.has(storeId)) return
  waking.add(storeId)
  setTimeout(() => {
    waking.delete(storeId)
    // The clock enqueues what failed here. A server that stops has closed its pool.
    inStore(pool, storeId, (db) => jobs.enqueue(db, 'ingest', { store_id: storeId }, { once: true })).catch(
      (error) => pool.ended || report?.(error, 'ingester not enqueued'),
    )
  }, PAUSE_MS)
}
