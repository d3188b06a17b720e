import { archiveNotice } from '@ruam/contract/platform/restored.ts'
import type pg from 'pg'
import { contextOf } from '../../core/context.ts'
import { onConnection } from '../../database/db.ts'
import { notify } from '../../notifications/notify.ts'

/** Writes a notice in each store of this database, at most one a day. The connection is the superuser's, past the wall. */
export async function notifyStuckArchive(client: pg.ClientBase): Promise<void> {
  await client.query('begin')
  try {
    // Notices are numbered in the order of their commits.
    await client.query('select pg_advisory_xact_lock(69, 0)')
    const { rows } = await client.query<{ store: number }>(
      `select store from auth.open_stores() store
       where not exists (select from notification n where n.store_id = store and n.kind = $1 and n.at > now() - interval '1 day')`,
      [archiveNotice.kind],
    )
    for (const { store } of rows) {
      await client.query(contextOf(store))
      await notify(onConnection(client), store, archiveNotice, { ending: 'failed', data: {} })
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
