import pg from 'pg'
import { inStoreAsOwner, writeAs } from './connect.ts'
import { removeJobs } from './queued-jobs.ts'
import { filledTables, storeTables } from './tables.ts'

/**
 * Removes the rows of a copy that nothing opens: one that is arriving, or an old one. Table by table, referencing ones first; what was cut short
 * is repeated. Throws if this database may write the store.
 */
export async function removeCopy(ownerUrl: string, storeId: number): Promise<void> {
  await inStoreAsOwner(ownerUrl, storeId, async (client) => {
    await writeAs(client, 'replica')
    const filled = await filledTables(client, storeId, (await storeTables(client)).toReversed())
    for (const { name } of filled) {
      // Tokens of people refer to it past the wall.
      if (name === 'store') await writeAs(client, 'origin')
      await client.query('begin')
      const { rowCount } = await client.query(
        "select from store_closed where store = $1 and state in ('arriving', 'moved') for share",
        [storeId],
      )
      if (!rowCount) {
        await client.query('rollback')
        throw new Error(`Store ${storeId} is open on this server: its rows are not removed.`)
      }
      const table = `public.${pg.escapeIdentifier(name)}`
      await client.query(`delete from ${table} where store_id = $1`, [storeId])
      await client.query('commit')
    }
    await removeJobs(client, storeId)
    await client.query('delete from store_move_mark where store = $1', [storeId])
    // Deleted rows leave bytes in table files until the next rewrite.
    await client.query('select auth.want_rewrite($1)', [filled.map(({ name }) => name).toSorted()])
  })
}
