import type pg from 'pg'
import { inStoreAsOwner } from './connect.ts'
import type { StoreTable } from './tables.ts'

/** Rows of a store in one table: their number and a checksum that no order changes. */
interface Sum {
  rows: number
  sum: string
}

export interface ComparedTables {
  rows: number
  /** Tables whose rows differ, with the numbers of both. */
  different: string[]
  /** Milliseconds of each table. */
  ms: ReadonlyMap<string, number>
}

/** Both copies of a store, each as of one moment. */
export interface Snapshots {
  compare(tables: readonly StoreTable[], withinMs?: number): Promise<ComparedTables>
}

/** Opens a snapshot of a store on both servers. The caller ensures that both have the same rows at that moment. */
export function withSnapshots<T>(
  source: { ownerUrl: string },
  target: { ownerUrl: string },
  storeId: number,
  work: (snapshots: Snapshots) => Promise<T>,
): Promise<T> {
  const opened = (url: string, next: (client: pg.Client) => Promise<T>) =>
    inStoreAsOwner(url, storeId, async (client) => {
      // The first statement takes the snapshot.
      await client.query('begin isolation level repeatable read read only; select 1 from store_closed limit 1')
      return next(client)
    })
  return opened(source.ownerUrl, (here) =>
    opened(target.ownerUrl, (there) =>
      work({
        async compare(tables, withinMs) {
          const until = withinMs && performance.now() + withinMs
          const [different, ms]: [string[], Map<string, number>] = [[], new Map()]
          let rows = 0
          for (const table of tables) {
            const begun = performance.now()
            // Refused by PostgreSQL below 1.
            const limit = until ? Math.max(1, Math.floor(until - begun)) : 0
            const [one, other] = await Promise.all([
              sumOf(here, storeId, table, limit),
              sumOf(there, storeId, table, limit),
            ])
            ms.set(table.name, performance.now() - begun)
            rows += one.rows
            if (one.rows !== other.rows || one.sum !== other.sum)
              different.push(`${table.name} (${one.rows} rows, in the copy ${other.rows})`)
          }
          return { rows, different, ms }
        },
      }),
    ),
  )
}

async function sumOf(client: pg.Client, storeId: number, { name, columns }: StoreTable, limit: number): Promise<Sum> {
  const row = columns.map((column) => `t."${column}"`).join(', ')
  const [, result] = (await client.query(
    `set local statement_timeout = ${limit};
     select count(*)::float8 as rows, coalesce(sum(hashtextextended(row(${row})::text, 44)), 0)::text as sum
     from public."${name}" t where t.store_id = ${storeId}`,
  )) as unknown as pg.QueryResult<Sum>[]
  return result!.rows[0]!
}
