import pg from 'pg'
import { COPY_SETTINGS } from '../../database/db.ts'

/** Runs statements on one connection of a database's owner that sees the rows of one store, and of no other. */
export async function inStoreAsOwner<T>(
  ownerUrl: string,
  storeId: number,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'ruam store move' })
  // The next statement reports a database that has gone away.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`${COPY_SETTINGS}; set ruam.store_id = '${storeId}'`)
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
