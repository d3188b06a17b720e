import { sql } from 'kysely'
import type pg from 'pg'
import type { TimedWork } from '../core/clock.ts'
import { closedAs } from '../core/context.ts'
import { inStore } from '../database/db.ts'
import type { Core } from '../servers/core.ts'
import { routerOf } from '../servers/store-router.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * Deletes expired rows (auth.purge), then their files, so that no row names a missing file. Returns stored keys that no row names: the next
 * purge receives them as `unnamed` and deletes those that are still orphans.
 */
export async function purge(core: Core, unnamed: ReadonlySet<string> = new Set()): Promise<Set<string>> {
  const { pool, storage } = core
  const { rows } = await pool.query<{ key: string }>('select auth.purge() as key')
  for (const { key } of rows) await storage.remove(key)
  await pool.query('select auth.keep_template_media()')
  const media = await pool.query<{ key: string }>('select auth.purge_media() as key')
  for (const { key } of media.rows) await storage.remove(key)
  await pool.query('select auth.purge_notifications()')
  await pool.query('select auth.purge_credentials()')
  await pool.query('select auth.purge_counts()')
  await pool.query('select auth.purge_clicks()')
  await pool.query('select auth.purge_menu_taps()')
  await pool.query('select auth.purge_rehearsals()')
  await storage.removeParts(Date.now() - DAY_MS)
  return removeOrphans(core, unnamed)
}

/**
 * Deletes orphaned files, left by a killed process or a commit of unknown outcome. Every stored key is named by a row of `file`, `export` or
 * `media` moments after its last byte, or never. A feature that names keys in another table must add that table here.
 * Two clocks must agree: the file is a day old by its own time, and was an orphan an hour ago by this process's timer. After a suspend or
 * a clock change, a file may look old moments before it is named.
 */
async function removeOrphans(core: Core, before: ReadonlySet<string>): Promise<Set<string>> {
  const { pool, storage } = core
  const { refresh, isHere } = routerOf(core)
  await refresh()
  const unnamed = new Set<string>()
  for await (const { storeId, keys } of storage.olderThan(Date.now() - DAY_MS)) {
    // The rows that name files of other stores are on other servers.
    if (!isHere(storeId)) continue
    const kept = await namedKeys(pool, storeId, keys).catch((error: unknown) => {
      // It moves at this moment: another sweep looks at its files.
      if (closedAs(error)) return undefined
      throw error
    })
    if (!kept) continue
    for (const key of keys) {
      if (kept.has(key)) continue
      if (before.has(key)) await storage.remove(key)
      else unnamed.add(key)
    }
  }
  return unnamed
}

/** Keys of files that rows of a store name. */
async function namedKeys(pool: pg.Pool, storeId: number, keys: readonly string[]): Promise<Set<string>> {
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
  const copied = await inStore(pool, storeId, (db) =>
    db
      .selectFrom('privacy_copy')
      .select(['json_key', 'html_key'])
      .where('store_id', '=', storeId)
      .where(sql<boolean>`(json_key = any(${keys}::text[]) or html_key = any(${keys}::text[]))`)
      .execute(),
  )
  const shown = await inStore(pool, storeId, (db) =>
    db
      .selectFrom('media')
      .select('storage_key')
      .where('store_id', '=', storeId)
      .where(sql<boolean>`storage_key = any(${keys}::text[])`)
      .execute(),
  )
  return new Set(
    [
      ...shown.map(({ storage_key }) => storage_key),
      ...named.flatMap(({ storage_key, rows_key }) => [storage_key, rows_key]),
      ...exported.map(({ storage_key }) => storage_key),
      ...copied.flatMap(({ json_key, html_key }) => [json_key, html_key]),
    ].filter((key) => key !== null),
  )
}

/** Purges every hour. */
export function purgeHourly(core: Core): TimedWork {
  let unnamed: ReadonlySet<string> = new Set()
  return {
    name: 'purge',
    everyMs: HOUR_MS,
    async work() {
      unnamed = await purge(core, unnamed)
    },
  }
}
