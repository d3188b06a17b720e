import { sql } from 'kysely'
import type { TimedWork } from './clock.ts'
import type { Core } from './core.ts'
import { inStore } from './db.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * Clears away what has had its time (see door.purge); files after their rows, so that nothing names one that is gone. Answers what
 * lies in the storage and seems to be nobody's, for the next purge to remove if it still does: `unnamed` is what the one before said.
 */
export async function purge(
  { pool, storage }: Pick<Core, 'pool' | 'storage'>,
  unnamed: ReadonlySet<string> = new Set(),
): Promise<Set<string>> {
  const { rows } = await pool.query<{ key: string }>('select door.purge() as key')
  for (const { key } of rows) await storage.remove(key)
  await pool.query('select door.purge_notifications()')
  return removeOrphans({ pool, storage }, unnamed)
}

/**
 * Removes what was stored and never named, or is named no more: what a process leaves behind that is killed, or that does not know
 * whether its commit went through. What stores (an upload, a load that writes rows down, an erasure that stores a file again, the
 * sample) names it in a row of `file`, an export in one of `export`, moments after the last byte, or never; a name that is gone does not come
 * back. A feature that will name what is stored in another table adds that table here.
 * Safe because two clocks must agree. By the file's time a day has passed since it was written, and what is being written is
 * kept young. By this process's timer an hour has passed since the purge that found it unnamed too: after a machine slept or its clock
 * was set, a file may look old in the moments before it is named.
 */
async function removeOrphans(
  { pool, storage }: Pick<Core, 'pool' | 'storage'>,
  before: ReadonlySet<string>,
): Promise<Set<string>> {
  const unnamed = new Set<string>()
  for await (const { storeId, keys } of storage.olderThan(Date.now() - DAY_MS)) {
    const named = await inStore(pool, storeId, (db) =>
      db
        .selectFrom('file')
        .select(['storage_key', 'rows_key'])
        .where('store_id', '=', storeId)
        .where('removed_at', 'is', null)
        .where(sql<boolean>`(storage_key = any(${keys}::text[]) or rows_key = any(${keys}::text[]))`)
        .execute(),
    )
    const exported = await inStore(pool, storeId, (db) =>
      db
        .selectFrom('export')
        .select('storage_key')
        .where('store_id', '=', storeId)
        .where(sql<boolean>`storage_key = any(${keys}::text[])`)
        .execute(),
    )
    const kept = new Set([
      ...named.flatMap(({ storage_key, rows_key }) => [storage_key, rows_key]),
      ...exported.map(({ storage_key }) => storage_key),
    ])
    for (const key of keys) {
      if (kept.has(key)) continue
      if (before.has(key)) await storage.remove(key)
      else unnamed.add(key)
    }
  }
  return unnamed
}

/** Purges every hour. */
export function purgeHourly(core: Pick<Core, 'pool' | 'storage'>): TimedWork {
  let unnamed: ReadonlySet<string> = new Set()
  return {
    name: 'purge',
    everyMs: HOUR_MS,
    async work() {
      unnamed = await purge(core, unnamed)
    },
  }
}
