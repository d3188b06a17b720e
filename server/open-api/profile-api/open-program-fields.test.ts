import { readFileSync } from 'node:fs'
import { openApis } from '@ruam/contract/open-api/open-apis.ts'
import { apiTokens } from '@ruam/contract/open-api/tokens.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { expect, test } from 'vitest'
import { field } from '../../testing/customers/profiles.testing.ts'
import { newCredential } from '../../testing/open-api/keys.testing.ts'
import { newSender } from '../../testing/open-api/sending.testing.ts'
import { testServer } from '../../testing/store.testing.ts'

const migration = readFileSync(new URL('../../migrations/0227-open-program-fields.sql', import.meta.url), 'utf8')

/** Runs the migration for one store, whose lists are empty. */
async function migrate(storeId: number): Promise<void> {
  const { admin } = await testServer()
  for (const table of ['profile_api_field', 'credential_field', 'open_api_field'])
    await admin.query(`delete from ${table} where store_id = $1`, [storeId])
  const client = await admin.connect()
  try {
    await client.query('begin')
    await client.query(migration.slice(0, migration.indexOf('-- The owner of tables')))
    await client.query('select pg_temp.open_program_fields($1)', [storeId])
    await client.query('commit')
  } finally {
    client.release(true)
  }
}

test('reading keeps what was ticked, and writing gets what programs wrote', async () => {
  const { store, key, post, rows } = await newSender()
  const { admin } = await testServer()
  const { id: silent } = await newCredential(store, { scopes: ['profile:read', 'profile:write'] })
  const { id: reader } = await newCredential(store, { scopes: ['profile:read', 'profile-sensitive:read'] })
  const { id: vendor, token } = await store.call(apiTokens.create, { body: { name: 'ผู้ขาย' } })
  const calls = ['POST /open-api/v1/profiles', 'GET /open-api/v1/profiles']
  const { id: openApi } = await store.call(openApis.create, { body: { name: 'ก', calls, token_ids: [vendor] } })
  await admin.query('update open_api set field_ids = $2 where store_id = $1', [
    store.storeId,
    [field.email, field.citizenId],
  ])
  await admin.query('insert into profile_api (store_id, hidden_field_ids, opened_field_ids) values ($1, $2, $3)', [
    store.storeId,
    [field.email],
    [field.income],
  ])
  const item = { values: { phone: '0815550801', firstName: 'มะลิ', income: 100 } }
  expect((await post('profiles', item, {}, key)).status).toBe(200)
  expect((await post('profiles', { values: { phone: '0815550801', income: 200 } }, {}, key)).status).toBe(200)
  expect((await post('profiles', { values: { phone: '0815550802' } }, {}, token)).status).toBe(200)
  const sender = Number(/^ruam_(\d+)_/.exec(key)![1])
  await migrate(store.storeId)

  const opened = await rows<{ field_id: number; reads: boolean; writes: boolean }>(
    'select field_id, reads, writes from profile_api_field where store_id = $1 order by 1',
  )
  const closed = opened.flatMap((row) => (row.reads ? [] : row.field_id))
  expect(closed).toEqual([field.citizenId, field.email].toSorted((a, b) => a - b))
  expect(opened.flatMap((row) => (row.writes ? [] : row.field_id))).toEqual([field.citizenId])
  const listOf = async (id: number, column: string) =>
    (
      await rows<{ field_id: number }>(
        `select field_id from credential_field where store_id = $1 and credential_id = ${id} and ${column} order by 1`,
      )
    ).map((row) => row.field_id)
  const plain = systemFields.filter((one) => !('sensitive' in one)).map(({ id }) => id)
  expect(await listOf(reader, 'reads')).toEqual(systemFields.flatMap(({ id }) => (closed.includes(id) ? [] : id)))
  expect(await listOf(silent, 'reads')).toEqual(plain.filter((id) => id !== field.email))
  expect(await listOf(silent, "writes = 'overwrite'")).toEqual([1, 2, 3, 4, 5, field.phone, field.email, 20])
  expect(await listOf(reader, 'writes is not null')).toEqual([])
  expect(await listOf(sender, 'writes is not null')).toEqual([field.firstName, field.phone, field.income])
  expect(
    await rows(
      `select field_id, reads, writes from open_api_field where store_id = $1 and open_api_id = ${openApi} order by 1`,
    ),
  ).toEqual([
    { field_id: field.firstName, reads: false, writes: 'overwrite' },
    { field_id: field.phone, reads: false, writes: 'overwrite' },
    { field_id: field.email, reads: true, writes: null },
  ])
  expect(
    await rows("select kind, data from notification where store_id = $1 and kind = 'program_fields'"),
  ).toHaveLength(1)
})
