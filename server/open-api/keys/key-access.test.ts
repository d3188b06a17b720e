import type { ListedField } from '@ruam/contract/open-api/credentials.ts'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { openApis } from '@ruam/contract/open-api/open-apis.ts'
import { profileApi } from '@ruam/contract/open-api/profile-api.ts'
import type { Scope } from '@ruam/contract/platform/scopes.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { beforeEach, expect, test } from 'vitest'
import { writeUses } from '../../http/program-uses.ts'
import { field, madeProfile } from '../../testing/customers/profiles.testing.ts'
import { callAs } from '../../testing/open-api/programs.testing.ts'
import { coreOf, newStore, type TestStore } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const plainIds = systemFields.filter((one) => !('sensitive' in one)).map(({ id }) => id)
const byId = (id: number) => ({ params: { id: String(id) } })
const listed = (id: number, read: boolean, write: ListedField['write'] = null): ListedField => ({
  field_id: id,
  read,
  write,
})
const make = (scopes: Scope[], fields?: ListedField[]) =>
  store.call(apiKeys.create, { body: { name: `key ${scopes} ${Math.random()}`, scopes, ...(fields && { fields }) } })
const openOf = (fields: readonly ListedField[], of: 'read' | 'write') =>
  fields.flatMap((one) => (one[of] ? one.field_id : []))

test('a key without a list of its own gets what the store opens now and is not sensitive, by its scopes', async () => {
  const whole = await make(['profile:read', 'profile:write', 'profile-sensitive:read'])
  expect([openOf(whole.fields, 'read'), openOf(whole.fields, 'write')]).toEqual([plainIds, plainIds])
  expect(openOf((await make(['profile:write'])).fields, 'read')).toEqual([])
  expect((await make(['activity:write'])).fields).toEqual([])
  const fields = [{ field_id: field.phone, read: true, write: false }]
  await store.call(profileApi.setFields, { body: { fields } })
  const later = await make(['profile:read', 'profile:write'])
  expect([openOf(later.fields, 'read'), openOf(later.fields, 'write')]).toEqual([[field.phone], []])
  expect(openOf((await store.call(apiKeys.get, byId(whole.id))).fields, 'read')).toEqual(plainIds)
})

test('changed access applies to the next call, and only to the version that was seen', async () => {
  const { id } = await madeProfile(store, { [field.firstName]: 'มะลิ', [field.phone]: '0891112299' })
  const made = await make(['profile:read'])
  const valuesOf = async () => (await callAs<{ data: { values: object } }>(made.key, 'GET', `profiles/${id}`)).body.data
  for (let turn = 0; turn < 3; turn++)
    expect(await valuesOf()).toMatchObject({ values: { firstName: 'มะลิ', phone: '+66891112299' } })
  const body = {
    scopes: ['profile:read' as const],
    fields: [listed(field.phone, true), listed(field.firstName, false)],
    origin_time: made.updated_at,
  }
  const changed = await store.call(apiKeys.setAccess, { ...byId(made.id), body })
  expect((await valuesOf()).values).toEqual({ phone: '+66891112299' })
  const stale = await store.try(apiKeys.setAccess, { ...byId(made.id), body })
  expect([stale.status, openOf(changed.fields, 'read')]).toEqual([409, [field.phone]])
  await store.call(apiKeys.revoke, byId(made.id))
  const late = { ...body, origin_time: changed.updated_at }
  expect((await store.try(apiKeys.setAccess, { ...byId(made.id), body: late })).body.error).toBe('key_not_active')
})

test('a member opens neither a sensitive field without the right to it nor a list beyond their rights, but closes any', async () => {
  const made = await make(['profile:read', 'profile-sensitive:read'])
  const maker = ['cdp-core.api-key.read', 'cdp-core.api-key.create'] as const
  const reader = await store.member([...maker, 'cdp-core.profile.read'])
  const stranger = await store.member(maker)
  const current = async () => (await store.call(apiKeys.get, byId(made.id))).updated_at
  const change = async (member: typeof reader, scopes: Scope[], fields: ListedField[]) =>
    (await member.try(apiKeys.setAccess, { ...byId(made.id), body: { scopes, fields, origin_time: await current() } }))
      .body
  const secret = listed(field.citizenId, true)
  expect(await change(reader, ['profile:read'], [secret])).toMatchObject({ error: 'forbidden' })
  expect(await change(reader, made.scopes, [listed(field.phone, true, 'fill')])).toMatchObject({
    error: 'scope_beyond_rights',
  })
  expect(await change(stranger, ['profile:read'], [listed(field.phone, true)])).not.toHaveProperty('error')
  expect(
    await change(stranger, ['profile:read'], [listed(field.phone, true), listed(field.email, true)]),
  ).toMatchObject({
    error: 'scope_beyond_rights',
  })
  expect(await change(reader, ['profile:read'], [listed(999_999, true)])).toMatchObject({ error: 'not_found' })
  const body = { name: 'ทั้งหมด', calls: ['GET /open-api/v1/profiles'], fields: [secret] }
  const vendor = await store.member(['datasource-open-api.create', 'datasource-open-api.read', 'cdp-core.profile.read'])
  expect((await vendor.try(openApis.create, { body })).body.error).toBe('forbidden')
})

test('"who reads what" shows lists cut by the store and by scopes, with the last use of each field', async () => {
  const { id } = await madeProfile(store, { [field.phone]: '0891112288' })
  const made = await make(['profile:read'], [listed(field.phone, true), listed(field.citizenId, true)])
  await callAs(made.key, 'GET', `profiles/${id}`)
  await writeUses((await coreOf(store)).pool)
  const { programs, fields, sql } = await store.call(profileApi.readers)
  expect(programs).toMatchObject([{ id: made.id, kind: 'key', status: 'active' }])
  const [phone, secret] = [field.phone, field.citizenId].map((one) =>
    programs[0]!.fields.find(({ field_id }) => field_id === one),
  )
  expect(phone).toMatchObject({ read: true, write: null, last_read_at: expect.any(String), last_written_at: null })
  expect(secret).toMatchObject({ read: false, last_read_at: null })
  expect(fields.find((one) => one.id === field.citizenId)).toMatchObject({ sql: false, last_exported_at: null })
  expect(sql.login).toBe(false)
})
