// The floor of a move: the same rows by COPY, from one server to empty tables of the other with the same indexes.
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { storeTables } from '../servers/move/tables.ts'
import type { Cluster } from '../testing/servers/two-clusters.testing.ts'

type Super = Pick<Cluster, 'powerUrl'>

async function connected<T>({ powerUrl }: Super, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: powerUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Copies a store's rows into temporary tables with the indexes of the real ones, which are gone then. Returns the milliseconds and the number of rows. */
export const bareCopy = (source: Super, target: Super, storeId: number): Promise<{ ms: number; rows: number }> =>
  connected(source, (reader) =>
    connected(target, async (writer) => {
      const tables = await storeTables(reader)
      for (const { name } of tables)
        await writer.query(`create temp table "bare_${name}" (like public."${name}" including indexes)`)
      const start = performance.now()
      let rows = 0
      for (const { name, columns } of tables) {
        const list = columns.map(pg.escapeIdentifier).join(', ')
        const into = writer.query(from(`copy "bare_${name}" (${list}) from stdin`))
        await pipeline(
          reader.query(to(`copy (select ${list} from public."${name}" where store_id = ${storeId}) to stdout`)),
          into,
        )
        rows += into.rowCount
      }
      return { ms: Math.round(performance.now() - start), rows }
    }),
  )
