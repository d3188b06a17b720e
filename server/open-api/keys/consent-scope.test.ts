import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newCredential } from '../../testing/open-api/keys.testing.ts'
import { newStore, testServer } from '../../testing/store.testing.ts'

const migration = readFileSync(new URL('../../migrations/0343-consent-scope.sql', import.meta.url), 'utf8')
/** The part of the migration that changes keys and writes notices. */
const change = migration.slice(
  migration.indexOf('update credential'),
  migration.indexOf('alter table notification force'),
)

test('the update gives keys that write profiles the scope to record consents, and the store a notice', async () => {
  const { admin } = await testServer()
  const [store, other] = [await newStore(), await newStore()]
  const writer = await newCredential(store, { scopes: ['profile:write'] })
  const reader = await newCredential(store, { scopes: ['profile:read'] })
  const revoked = await newCredential(store, { scopes: ['profile:write'], state: 'revoked' })
  const client = await admin.connect()
  await client.query('begin')
  await client.query("insert into open_api (store_id, name, calls, field_ids) values ($1, 'a', $2, '{}')", [
    store.storeId,
    ['POST /open-api/v1/profiles/{id}/consents'],
  ])
  await client.query(change)
  const { rows: keys } = await client.query<{ id: number; scopes: string[] }>(
    'select id, scopes from credential where store_id = $1 order by id',
    [store.storeId],
  )
  const { rows: notices } = await client.query(
    "select store_id, data from notification where kind = 'program_consents' and store_id = any($1::int[])",
    [[store.storeId, other.storeId]],
  )
  await client.query('rollback')
  client.release()
  expect(keys).toEqual([
    { id: writer.id, scopes: ['profile:write', 'consent:write'] },
    { id: reader.id, scopes: ['profile:read'] },
    { id: revoked.id, scopes: ['profile:write'] },
  ])
  expect(notices).toEqual([{ store_id: store.storeId, data: { keys: 1, apis: 1 } }])
})
