import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profileApi } from '@ruam/contract/open-api/profile-api.ts'
import { beforeEach, expect, test } from 'vitest'
import { field, madeProfile } from '../../testing/customers/profiles.testing.ts'
import { newCredential, openFields } from '../../testing/open-api/keys.testing.ts'
import { callAs } from '../../testing/open-api/programs.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
let made: Awaited<ReturnType<typeof newCredential>>
beforeEach(async () => {
  store = await newStore()
  made = await newCredential(store)
})

const newField = (name: string, more = {}) =>
  store.call(profileFields.create, {
    body: { field_name: name, display_name: name, data_type: 'String' as const, ...more },
  })
const valuesOf = async (id: number) =>
  (await callAs<{ data: { values: Record<string, unknown> } }>(made.credential, 'GET', `profiles/${id}`)).body.data
    .values
const change = async (one: { id: number; updated_at: string | null }, body: object) =>
  store.call(profileFields.update, { params: { id: String(one.id) }, body: { ...body, origin_time: one.updated_at! } })

test('a field that is made later is closed, and its name in another spelling or of another field opens nothing', async () => {
  const size = await newField('shoeSize')
  const { id } = await madeProfile(store, { [size.id]: 'secret-42', [field.firstName]: 'มะลิ' })
  expect(await valuesOf(id)).toEqual({ firstName: 'มะลิ' })
  await openFields(made, [size.id])
  expect(await valuesOf(id)).toMatchObject({ shoeSize: 'secret-42' })
  const renamed = await change(size, { field_name: 'footSize', display_name: 'รองเท้า' })
  expect(await valuesOf(id)).toMatchObject({ footSize: 'secret-42' })
  // A closed field takes the former name of the open one.
  const other = await newField('shoeSize')
  const { id: second } = await madeProfile(store, { [other.id]: 'secret-43' })
  expect(await valuesOf(second)).toEqual({})
  await change(renamed, { data_type: 'String', display_name: 'เท้า' })
  expect(await valuesOf(id)).toMatchObject({ footSize: 'secret-42' })
})

test('a field that becomes sensitive closes to everybody with what is computed from it, and stays closed when it is not any more', async () => {
  const joined = await newField('joinedOn', { data_type: 'Date' })
  const days = await newField('daysHere', {
    data_type: 'Number',
    formula: { function: 'days_since', field_id: joined.id },
  })
  const { id } = await madeProfile(store, { [joined.id]: '2020-01-01' })
  await openFields(made, [days.id])
  expect(await valuesOf(id)).toEqual({})
  await openFields(made)
  expect(Object.keys(await valuesOf(id)).sort()).toEqual(['daysHere', 'joinedOn'])
  const hidden = await change(joined, { sensitive: true })
  expect(await valuesOf(id)).toEqual({})
  await change(hidden, { sensitive: false })
  expect(await valuesOf(id)).toEqual({})
  const { admin } = await testServer()
  const { rows } = await admin.query(
    `select field_id from profile_api_field where store_id = $1 and field_id = any($2)
     union all select field_id from credential_field where store_id = $1 and field_id = any($2)`,
    [store.storeId, [joined.id, days.id]],
  )
  expect(rows).toEqual([])
})

test('a field that the store closes is absent from the next answer on, and a deleted one from every list', async () => {
  const { id } = await madeProfile(store, { [field.phone]: '0891113333', [field.firstName]: 'มะลิ' })
  for (let turn = 0; turn < 3; turn++) expect(await valuesOf(id)).toMatchObject({ phone: '+66891113333' })
  const open = [{ field_id: field.firstName, read: true, write: true }]
  await store.call(profileApi.setFields, { body: { fields: open } })
  expect(await valuesOf(id)).toEqual({ firstName: 'มะลิ' })
  const gone = await newField('gone')
  await openFields(made, [gone.id])
  await store.call(profileFields.delete, { params: { id: String(gone.id) }, query: { confirm: 'true' } })
  const { admin } = await testServer()
  const { rows } = await admin.query('select from credential_field where store_id = $1 and field_id = $2', [
    store.storeId,
    gone.id,
  ])
  expect(rows).toEqual([])
})

test('the list of fields names those that the program reads or writes, and how', async () => {
  const { body } = await callAs<{ profile: { name: string; read: boolean; write: string | null }[] }>(
    (await newCredential(store, { scopes: ['field:read', 'profile:write'] })).credential,
    'GET',
    'fields',
  )
  expect(body.profile.map(({ name }) => name)).not.toContain('citizenId')
  expect(body.profile[0]).toMatchObject({ name: 'firstName', read: false, write: 'overwrite' })
})
