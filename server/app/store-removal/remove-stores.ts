import { sql } from 'kysely'
import type { TimedWork } from '../../core/clock.ts'
import { forgetErasures } from '../../customers/erasure/erasure-list.ts'
import { inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { routerOf } from '../../servers/store-router.ts'

const HOUR_MS = 3_600_000

/** Deletes unused sandboxes. Removes stores that can no longer be restored: rows, jobs, files, and lines in the list of erasures. */
export async function removeStores(core: Core): Promise<void> {
  await core.pool.query('select auth.delete_silent_sandboxes()')
  const { rows } = await core.pool.query<{ id: number }>('select auth.stores_to_remove() as id')
  for (const { id } of rows) await removeStore(core, id)
}

async function removeStore(core: Core, storeId: number): Promise<void> {
  const { pool, storage, lists } = core
  // Starts with the data outside the database: an interrupted removal is found again by its row.
  await storage.removeStore(storeId)
  await forgetErasures(lists, storeId)
  await inStore(pool, storeId, (db) =>
    sql`delete from pgboss.job where (data ->> 'store_id')::int = ${storeId}`.execute(db),
  )
  const emptied = new Set<string>()
  for (;;) {
    // One transaction per table: no request waits for the whole of a large store.
    const { rows } = await pool.query<{ name: string | null }>('select auth.remove_store($1) as name', [storeId])
    if (!rows[0]!.name) break
    emptied.add(rows[0]!.name)
  }
  // Deleted rows leave bytes in table files until the next rewrite.
  await pool.query('select auth.want_rewrite($1)', [[...emptied].toSorted()])
  await routerOf(core).home.pool.query('select auth.forget_store($1)', [storeId])
}

/** Looks every hour. */
export function removeStoresHourly(core: Core): TimedWork {
  return { name: 'store-removal', everyMs: HOUR_MS, work: () => removeStores(core) }
}
