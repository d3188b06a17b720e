import type { Statements } from '../database-servers.ts'
import { filledTables, type StoreTable } from './tables.ts'

/** Rows of a store in one table: their number and a checksum that no order changes. */
interface Sum {
  name: string
  rows: number
  sum: string
}

export interface ComparedTables {
  rows: number
  /** Tables whose rows differ, with the numbers of both. */
  different: string[]
  /** Milliseconds of each table, if they were compared one by one. */
  ms: ReadonlyMap<string, number>
}

/** Compares a store's rows on both servers by one statement. Nothing writes them meanwhile. Fails with 57014 after `withinMs`. */
export async function compareAtOnce(
  source: Statements,
  target: Statements,
  storeId: number,
  tables: readonly StoreTable[],
  withinMs: number,
): Promise<ComparedTables> {
  // Refused by PostgreSQL below 1; 0 is no limit.
  const limit = Number.isFinite(withinMs) ? Math.max(1, Math.floor(withinMs)) : 0
  const sums = await Promise.all(
    [source, target].map(async (end) => {
      await end.query(`set statement_timeout = ${limit}`)
      try {
        return await sumsOf(end, storeId, tables)
      } finally {
        await end.query('set statement_timeout = 0').catch(() => {})
      }
    }),
  )
  return { ...compared(sums), ms: new Map() }
}

/** Compares a store's rows table by table. Both connections have a snapshot of the same rows. */
export async function compareEach(
  source: Statements,
  target: Statements,
  storeId: number,
  tables: readonly StoreTable[],
): Promise<ComparedTables> {
  const all = { rows: 0, different: [] as string[], ms: new Map<string, number>() }
  const ends = await Promise.all([source, target].map((end) => filledTables(end, storeId, tables)))
  const filled = new Set(ends.flat())
  for (const table of filled) {
    const start = performance.now()
    const { rows, different } = compared(
      await Promise.all([source, target].map((end) => sumsOf(end, storeId, [table]))),
    )
    all.ms.set(table.name, performance.now() - start)
    all.rows += rows
    all.different.push(...different)
  }
  return all
}

function compared([here, there]: readonly Sum[][]): Omit<ComparedTables, 'ms'> {
  const copies = new Map(there!.map((copy) => [copy.name, copy]))
  let rows = 0
  const different: string[] = []
  for (const one of here!) {
    const other = copies.get(one.name)!
    rows += one.rows
    if (one.rows !== other.rows || one.sum !== other.sum)
      different.push(`${one.name} (${one.rows} rows, in the copy ${other.rows})`)
  }
  return { rows, different }
}

async function sumsOf(client: Statements, storeId: number, tables: readonly StoreTable[]): Promise<Sum[]> {
  const sums = tables.map(({ name, columns }) => {
    const row = columns.map((column) => `t."${column}"`).join(', ')
    return `select '${name}' as name, count(*)::float8 as rows, coalesce(sum(hashtextextended(row(${row})::text, 44)), 0)::text as sum
      from public."${name}" t where t.store_id = ${storeId}`
  })
  return (await client.query<Sum>(sums.join(' union all '))).rows
}
