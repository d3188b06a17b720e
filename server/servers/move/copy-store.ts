import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { inStoreAsOwner } from './connect.ts'
import type { StoreTable } from './tables.ts'

interface Watcher {
  /** Called after each table. */
  onTable(copied: { tables: number; rows: number }): void
  signal?: AbortSignal
}

/**
 * Copies a store by COPY, as the owners of both databases, whose rights suffice on any server. Writes of the store are held meanwhile.
 */
export async function copyStore(
  source: { ownerUrl: string },
  target: { ownerUrl: string },
  storeId: number,
  tables: readonly StoreTable[],
  watcher: Watcher,
): Promise<void> {
  await inStoreAsOwner(source.ownerUrl, storeId, (reader) =>
    inStoreAsOwner(target.ownerUrl, storeId, async (writer) => {
      await reader.query('begin isolation level repeatable read read only')
      await copyRows(reader, writer, storeId, tables, watcher)
      await reader.query('commit')
    }),
  )
}

/** Copies the rows that the reader's snapshot shows, from server to server through this process. */
export async function copyRows(
  reader: pg.Client,
  writer: pg.Client,
  storeId: number,
  tables: readonly StoreTable[],
  watcher: Watcher,
): Promise<void> {
  // A superuser's writes are neither guarded nor recorded, as those of replication are not.
  const { onTable, signal } = watcher
  await writer.query(
    "select set_config('session_replication_role', 'replica', false) from pg_roles where rolname = current_user and rolsuper",
  )
  let rows = 0
  const filled: string[] = []
  for (const [place, { name, columns }] of tables.entries()) {
    const table = `public.${pg.escapeIdentifier(name)}`
    const list = columns.map(pg.escapeIdentifier).join(', ')
    const read = to(`copy (select ${list} from ${table} where store_id = ${storeId}) to stdout`)
    const copied = await fill(writer, table, list, (into) => pipeline(reader.query(read), into, { signal }))
    if (copied > 0) filled.push(table)
    rows += copied
    onTable({ tables: place + 1, rows })
  }
  // Plans of the first calls would count on empty tables.
  if (filled.length > 0) await writer.query(`analyze ${filled.join(', ')}`)
}

/** COPY into a table behind the wall is refused: rows of an owner without BYPASSRLS go through a temporary table. Returns the number of rows. */
async function fill(
  writer: pg.Client,
  table: string,
  list: string,
  pipe: (into: ReturnType<typeof from>) => Promise<void>,
): Promise<number> {
  const { rows } = await writer.query<{ walled: boolean }>('select row_security_active($1::text) as walled', [table])
  if (!rows[0]!.walled) {
    const into = writer.query(from(`copy ${table} (${list}) from stdin`))
    await pipe(into)
    return into.rowCount
  }
  await writer.query('begin')
  await writer.query(`create temp table pg_temp.incoming on commit drop as select ${list} from ${table} with no data`)
  await pipe(writer.query(from(`copy pg_temp.incoming (${list}) from stdin`)))
  const { rowCount } = await writer.query(
    `insert into ${table} (${list}) overriding system value select ${list} from pg_temp.incoming`,
  )
  await writer.query('commit')
  return rowCount ?? 0
}
