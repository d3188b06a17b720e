import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { inStoreAsOwner, writeAs } from './connect.ts'
import type { StepTimes } from './step-times.ts'
import { filledTables, type StoreTable } from './tables.ts'

interface Watcher {
  times: StepTimes
  /** Called after each table. */
  onTable(copied: { tables: number; of: number; rows: number }): void
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
  const { onTable, times, signal } = watcher
  await writeAs(writer, 'replica')
  const filled = await filledTables(reader, storeId, tables)
  const isWalled = await hasWall(writer)
  let rows = 0
  for (const [place, { name, columns }] of filled.entries()) {
    const table = `public.${pg.escapeIdentifier(name)}`
    const list = columns.map(pg.escapeIdentifier).join(', ')
    const read = to(`copy (select ${list} from ${table} where store_id = ${storeId}) to stdout`)
    rows += await times.time(`copy of ${name}`, () =>
      fill(writer, table, list, isWalled, (into) => pipeline(reader.query(read), into, { signal })),
    )
    onTable({ tables: place + 1, of: filled.length, rows })
  }
  // Plans of the first calls would count on empty tables.
  const names = filled.map(({ name }) => `public.${pg.escapeIdentifier(name)}`)
  if (names.length > 0) await times.time('analyze', () => writer.query(`analyze ${names.join(', ')}`))
}

/** True if the writer sees and writes the rows of its store alone. */
async function hasWall(writer: pg.Client): Promise<boolean> {
  const { rows } = await writer.query<{ walled: boolean }>("select row_security_active('public.profile') as walled")
  return rows[0]!.walled
}

/** COPY into a table behind the wall is refused: rows of an owner without BYPASSRLS go through a temporary table. Returns the number of rows. */
async function fill(
  writer: pg.Client,
  table: string,
  list: string,
  isWalled: boolean,
  pipe: (into: ReturnType<typeof from>) => Promise<void>,
): Promise<number> {
  if (!isWalled) {
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
