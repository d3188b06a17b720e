import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { inStoreAsOwner } from './connect.ts'
import type { StoreTable } from './tables.ts'

const listOf = (columns: readonly string[]) => columns.map(pg.escapeIdentifier).join(', ')

/**
 * Copies a store by COPY, as the owners of both databases, whose rights suffice on any server. Writes of the store are held meanwhile. COPY into a
 * table behind the wall is refused, so the rows go through a temporary table.
 */
export async function copyStore(
  source: { ownerUrl: string },
  target: { ownerUrl: string },
  storeId: number,
  tables: readonly StoreTable[],
  onTable: (name: string, rows: number) => void,
): Promise<void> {
  await inStoreAsOwner(source.ownerUrl, storeId, (reader) =>
    inStoreAsOwner(target.ownerUrl, storeId, async (writer) => {
      await reader.query('begin isolation level repeatable read read only')
      for (const { name, columns } of tables) {
        const [table, list] = [`public.${pg.escapeIdentifier(name)}`, listOf(columns)]
        await writer.query('begin')
        await writer.query(
          `create temp table pg_temp.incoming on commit drop as select ${list} from ${table} with no data`,
        )
        await pipeline(
          reader.query(to(`copy (select ${list} from ${table} where store_id = ${storeId}) to stdout`)),
          writer.query(from(`copy pg_temp.incoming (${list}) from stdin`)),
        )
        const { rowCount } = await writer.query(
          `insert into ${table} (${list}) overriding system value select ${list} from pg_temp.incoming`,
        )
        await writer.query('commit')
        onTable(name, rowCount ?? 0)
      }
      await reader.query('commit')
    }),
  )
}
