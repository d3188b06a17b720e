import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { coreOf, newStore, testServer } from '../../testing/store.testing.ts'
import { readValues } from './read-values.ts'

beforeAll(() => testServer({ alone: true }))

const ROWS = 20_000

/** Returns the number of profiles read by a look for stores with changes, and the stores found. */
async function look(client: pg.ClientBase) {
  await client.query('begin')
  const found = await client.query<{ id: number }>('select auth.stores_to_read() as id')
  const { rows } = await client.query<{ read: number }>(
    "select seq_tup_read as read from pg_stat_xact_user_tables where relname = 'profile'",
  )
  await client.query('commit')
  return { stores: found.rows.map(({ id }) => id), read: Number(rows[0]!.read) }
}

// A single store owns all rows of the tables: the planner expects a changed row early and would scan all profiles every two seconds.
test('an installation of one store detects that no profile has changed without reading any', async () => {
  const { admin } = await testServer()
  const { storeId } = await newStore()
  const core = await coreOf({ storeId })
  await admin.query(
    `insert into profile (store_id, first_name, last_name, phone)
     select $1, 'คน ' || n % 50, 'นามสกุล ' || n % 900, '+668' || lpad(n::text, 8, '0') from generate_series(1, ${ROWS}) n`,
    [storeId],
  )
  await admin.query('vacuum analyze profile, store, profile_value_read')
  const client = await admin.connect()
  try {
    expect(await look(client)).toEqual({ stores: [storeId], read: 0 })
    await readValues(core, storeId)
    await admin.query('analyze profile_value_read')
    expect(await look(client)).toEqual({ stores: [], read: 0 })
  } finally {
    client.release()
  }
})
