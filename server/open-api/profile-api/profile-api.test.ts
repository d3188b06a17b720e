import { stores } from '@ruam/contract/access/stores.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { profileApi } from '@ruam/contract/open-api/profile-api.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { expect, test } from 'vitest'
import { newCredential } from '../../testing/open-api/keys.testing.ts'
import { newStore, testServer } from '../../testing/store.testing.ts'
import { addressOf } from './login.ts'

/** The store's list with these fields open for reading. */
const reading = (...ids: number[]) => ({
  body: { fields: ids.map((field_id) => ({ field_id, read: true, write: false })) },
})

test('a new store opens the system fields that are not sensitive, and no field that is made later', async () => {
  const store = await newStore()
  const closed = async () =>
    (await store.call(profileApi.get)).fields.flatMap(({ name, read, write }) => (read || write ? [] : name))
  expect(await closed()).toEqual(['citizenId', 'income'])
  const body = { display_name: 'ขนาดรองเท้า', field_name: 'shoeSize', data_type: 'Number' as const }
  await store.call(profileFields.create, { body })
  expect(await closed()).toEqual(['citizenId', 'income', 'shoeSize'])
})

test('a store made by its owner opens the same fields', async () => {
  const owner = await newStore()
  const { admin } = await testServer()
  const { id: store_id } = await owner.call(stores.create, { body: { name: 'สาขาสอง' } })
  const { rows } = await admin.query<{ ids: number[] }>(
    'select array_agg(field_id order by field_id) as ids from profile_api_field where store_id = $1 and reads and writes',
    [store_id],
  )
  expect(rows[0]!.ids).toEqual(systemFields.filter((field) => !('sensitive' in field)).map(({ id }) => id))
})

test('a field that the store closes is read by no API key', async () => {
  const store = await newStore()
  const { credential } = await newCredential(store)
  const { app } = await testServer()
  const { id } = await store.call(profiles.create, {
    body: {
      fields: [
        { id: 1, value: 'มะลิ' },
        { id: 9, value: '0891112222' },
      ],
    },
  })
  const read = async (url: string) =>
    (await app.inject({ url: `/open-api/v1/${url}`, headers: { authorization: `Bearer ${credential}` } })).json()
  const find = (value: string) =>
    app.inject({
      ...{ method: 'POST', url: '/open-api/v1/profiles/find', headers: { authorization: `Bearer ${credential}` } },
      payload: { kind: 'phone', value },
    })
  // The second read is answered from what the first one kept.
  for (let turn = 0; turn < 2; turn++)
    expect((await read(`profiles/${id}`)).data.values).toMatchObject({ phone: '+66891112222' })
  expect((await find('0891112222')).statusCode).toBe(200)
  await store.call(profileApi.setFields, reading(1))
  for (let turn = 0; turn < 2; turn++) expect((await read(`profiles/${id}`)).data.values).toEqual({ firstName: 'มะลิ' })
  // The list waits for what was being written anywhere when it was read.
  await expect.poll(async () => (await read('profiles')).data[0]?.values).toEqual({ firstName: 'มะลิ' })
  expect((await read('fields')).profile.map(({ name }: { name: string }) => name)).not.toContain('phone')
  const refused = await find('0891112222')
  expect([refused.statusCode, refused.json().error, refused.json().details]).toEqual([
    403,
    'field_closed',
    { field: 'phone' },
  ])
})

test('the example is a customer of the store with the fields that the store opens, for people who may see customers', async () => {
  const store = await newStore()
  expect((await store.call(profileApi.get)).example).toBe(null)
  const { id } = await store.call(profiles.create, {
    body: {
      fields: [
        { id: 1, value: 'มะลิ' },
        { id: 19, value: 50_000 },
      ],
    },
  })
  expect((await store.call(profileApi.get)).example).toMatchObject({ id, values: { firstName: 'มะลิ' } })
  expect((await store.call(profileApi.get)).example!.values).not.toHaveProperty('income')
  const clerk = await store.member(['cdp-core.profile-api.read'])
  expect((await clerk.call(profileApi.get)).example).toBe(null)
})

test('only an owner chooses fields, and makes or removes a SQL login', async () => {
  const store = await newStore()
  const member = await store.member(['cdp-core.profile-api.read'])
  const replies = [
    await member.try(profileApi.setFields, reading()),
    await member.try(profileApi.createLogin, { body: {} }),
    await member.try(profileApi.removeLogin),
  ]
  expect(replies.map(({ status }) => status)).toEqual([403, 403, 403])
  const unknown = await store.try(profileApi.setFields, reading(999_999))
  expect(unknown.status).toBe(404)
})

test('the password is answered once, and only its verifier is stored', async () => {
  const store = await newStore()
  const { admin } = await testServer()
  const { password, sql } = await store.call(profileApi.createLogin, { body: {} })
  expect(password).toMatch(/^[\w-]{32}$/)
  expect(sql).toMatchObject({
    status: 'preparing',
    login: { user: expect.stringMatching(/^ruam_sql_/), local_only: true },
  })
  const { rows } = await admin.query<{ text: string }>(
    'select sql_login::text as text from sql_login where store_id = $1',
    [store.storeId],
  )
  expect(rows[0]!.text).not.toContain(password)
  expect(JSON.stringify(await store.call(profileApi.get))).not.toContain(password)
  expect((await store.try(profileApi.createLogin, { body: {} })).body.error).toBe('sql_login_exists')
  await store.call(profileApi.removeLogin)
  expect((await store.try(profileApi.removeLogin)).status).toBe(409)
  expect((await store.try(profileApi.createLogin, { body: { rotate: true } })).body.error).toBe('sql_login_missing')
})

test('no login is made while SQL access is off', async () => {
  const store = await newStore()
  const { core } = await testServer()
  core.config.sqlAccess = false
  try {
    expect((await store.try(profileApi.createLogin, { body: {} })).body.error).toBe('sql_access_off')
    expect((await store.call(profileApi.get)).sql).toMatchObject({ enabled: false, status: 'none' })
  } finally {
    core.config.sqlAccess = true
  }
})

test('the address of the database is that of the server’s connection, or that of the setting', () => {
  const local = 'postgres://ruam_app:x@127.0.0.1:54329/ruam'
  expect(addressOf(local, undefined)).toEqual({ host: '127.0.0.1', port: 54329, database: 'ruam', local_only: true })
  expect(addressOf('postgres://a:b@db/shop', undefined)).toEqual({
    host: 'db',
    port: 5432,
    database: 'shop',
    local_only: false,
  })
  expect(addressOf(local, 'db.example.com:6432')).toMatchObject({
    host: 'db.example.com',
    port: 6432,
    local_only: false,
  })
})
