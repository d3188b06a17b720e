import { openApis } from '@ruam/contract/open-api/open-apis.ts'
import { apiTokens } from '@ruam/contract/open-api/tokens.ts'
import { beforeEach, expect, test } from 'vitest'
import { field } from '../../testing/customers/profiles.testing.ts'
import { callAs } from '../../testing/open-api/programs.testing.ts'
import { newSender, type Sender } from '../../testing/open-api/sending.testing.ts'

let { store, post, rows } = {} as Sender
beforeEach(async () => {
  ;({ store, post, rows } = await newSender())
})

const item = { values: { firstName: 'สมชาย', phone: '0815550601', income: 30000, citizenId: '1101700203450' } }

/** Makes an API token with an open API that names these calls. */
async function vendor(calls: string[], ids: number[] = []): Promise<string> {
  const fields = ids.map((field_id) => ({ field_id, read: true, write: 'overwrite' as const }))
  const { token, id } = await store.call(apiTokens.create, { body: { name: 'ผู้ขาย' } })
  await store.call(openApis.create, { body: { name: 'ส่งลูกค้า', calls, fields, token_ids: [id] } })
  return token
}

test('a token sends by an open API that names the call, and reads receipts only of its own requests', async () => {
  const token = await vendor(['POST /open-api/v1/profiles', 'GET /open-api/v1/receipts/{id}'])
  const own = await post('profiles', item, {}, token)
  expect([own.status, own.body.results]).toMatchObject([200, [{ status: 'accepted', profile_id: null }]])
  expect((await post('profiles/batch', { items: [item] }, {}, token)).body.error).toBe('call_not_open')
  const other = await post('profiles', item)
  expect((await callAs(token, 'GET', `receipts/${own.body.receipt_id}`)).status).toBe(200)
  expect((await callAs(token, 'GET', `receipts/${other.body.receipt_id}`)).status).toBe(404)
  expect(await rows('select first_name from profile where store_id = $1')).toEqual([{ first_name: 'สมชาย' }])
})

test('a dry run of a token shows only the fields that its open API opens', async () => {
  const id = (await post('profiles', item)).body.results![0]!.profile_id
  const token = await vendor(['POST /open-api/v1/profiles'], [field.firstName])
  const changed = { id, values: { ...item.values, firstName: 'มาลี', income: 1, citizenId: null } }
  const { body } = await post('profiles', changed, { 'ruam-dry-run': 'true' }, token)
  expect(body.results).toMatchObject([{ status: 'accepted', profile_id: id }])
  expect(body.results![0]!.before).toEqual({ firstName: 'สมชาย' })
  expect(JSON.stringify(body)).not.toContain('1101700203450')
})

test('refuses an open API with a sending call that its maker has no permission for', async () => {
  const member = await store.member([
    ...(['datasource-open-api.create', 'datasource-open-api.read'] as const),
    ...(['cdp-core.profile.read', 'cdp-core.profile.edit'] as const),
  ])
  const make = (call: string) => member.try(openApis.create, { body: { name: call, calls: [call] } })
  expect((await make('POST /open-api/v1/profiles')).body).toMatchObject({
    error: 'beyond_rights',
    details: { permission: 'cdp-core.profile.create' },
  })
  expect((await make('DELETE /open-api/v1/profiles/{id}')).body).toMatchObject({ error: 'beyond_rights' })
  // Any one of its scopes opens the call.
  for (const call of ['POST /open-api/v1/activities', 'GET /open-api/v1/receipts/{id}'])
    expect([call, (await make(call)).status]).toEqual([call, 200])
})
