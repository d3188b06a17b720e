import { sql } from 'kysely'
import { inStore } from './db.ts'
import type { Core } from './implement.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Clears away what has had its time (see door.purge); files after their rows, so that nothing names one that is gone. */
export async function purge({ pool, storage }: Pick<Core, 'pool' | 'storage'>): Promise<void> {
  const { rows } = await pool.query<{ key: string }>('select door.purge() as key')
  for (const { key } of rows) await storage.remove(key)
  await removeOrphans({ pool, storage })
}

/**
 * Removes what a process that was killed had stored before any row named it. A file is named within moments after it was written to
 * for the last time: one of a day that no row names never will be.
 */
async function removeOrphans({ pool, storage }: Pick<Core, 'pool' | 'storage'>): Promise<void> {
  for await (const { storeId, keys } of storage.olderThan(Date.now() - DAY_MS)) {
    const named = await inStore(pool, storeId, (db) =>
      db
        .selectFrom('file')
        .select(['storage_key', 'rows_key'])
        .where('store_id', '=', storeId)
        .where(sql<boolean>`(storage_key = any(${keys}::text[]) or rows_key = any(${keys}::text[]))`)
        .execute(),
    )
    const kept = new Set(named.flatMap(({ storage_key, rows_key }) => [storage_key, rows_key]))
    for (const key of keys) if (!kept.has(key)) await storage.remove(key)
  }
}

/** Purges every hour until it is stopped. A failure is told and the next hour tries again. */
export function purgeHourly(core: Core, onError: (error: unknown) => void): () => void {
  const timer = setInterval(() => purge(core).catch(onError), HOUR_MS)
  timer.unref()
  return () => clearInterval(timer)
}
