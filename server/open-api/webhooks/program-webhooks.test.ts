import { profiles } from '@ruam/contract/customers/profiles.ts'
import { programWebhooks } from '@ruam/contract/open-api/program-webhooks.ts'
import { apiTokens } from '@ruam/contract/open-api/tokens.ts'
import { type Scope, scopeNames } from '@ruam/contract/platform/scopes.ts'
import { auditLog } from '@ruam/contract/reports/audit-log.ts'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { field, madeProfile, rowsOf } from '../../testing/customers/profiles.testing.ts'
import { newCredential, openFields } from '../../testing/open-api/keys.testing.ts'
import { callAs } from '../../testing/open-api/programs.testing.ts'
import { startReceiver } from '../../testing/open-api/receiver.testing.ts'
import { coreOf, newStore } from '../../testing/store.testing.ts'
import { label } from '../../testing/things/labels.ts'
import { sendWaiting } from './send.ts'

/** A store with a program that has no webhook, and a receiver on this machine. */
async function withProgram(scopes: readonly Scope[] = scopeNames) {
  const store = await newStore()
  const receiver = await startReceiver()
  const credential = await newCredential(store, { scopes })
  const core = await coreOf(store)
  return {
    ...{ store, receiver, credential, of: { id: String(credential.id) } },
    send: (id: number) => sendWaiting(core, store.storeId, id, new AbortController().signal),
  }
}

const keyMaker = ['cdp-core.api-key.read', 'cdp-core.api-key.create', 'cdp-core.profile.read'] as const
const types = ['profile.created' as const]

test('staff create, change, rotate and delete a webhook of a program, and each act is in the audit log', async () => {
  const { store, receiver, of, send } = await withProgram()
  const made = await store.call(programWebhooks.create, { params: of, body: { url: receiver.url, types } })
  await madeProfile(store, { [field.firstName]: 'มะลิ' })
  await send(made.id)
  const [first] = receiver.received
  expect(new Webhook(made.secret).verify(first!.body, first!.headers)).toMatchObject({ type: 'profile.created' })

  const at = { ...of, webhook: String(made.id) }
  const body = { url: receiver.url, types: ['label.added' as const], origin_time: made.updated_at }
  const changed = await store.call(programWebhooks.update, { params: at, body })
  expect(changed.types).toEqual(['label.added'])
  expect(await store.try(programWebhooks.update, { params: at, body: { ...body, types } })).toMatchObject({
    status: 409,
    body: { error: 'stale_edit', details: { current: { types: ['label.added'] } } },
  })

  const renewed = await store.call(programWebhooks.rotate, { params: at })
  expect(renewed.previous_until).toEqual(expect.any(String))
  const { id } = await madeProfile(store, { [field.firstName]: 'จำปี' })
  await store.call(profiles.addLabels, { params: { id: String(id) }, body: { label_ids: [await label(store)] } })
  await send(made.id)
  const { headers, body: sent } = receiver.received[1]!
  for (const secret of [made.secret, renewed.secret])
    expect(new Webhook(secret).verify(sent, headers)).toMatchObject({ type: 'label.added' })

  await store.call(programWebhooks.delete, { params: at })
  expect((await store.call(programWebhooks.list, { params: of })).data).toEqual([])
  const { data } = await store.call(auditLog.list, { query: { limit: '10' } })
  expect(data.map(({ action }) => action).filter((action) => action.startsWith('webhook'))).toEqual([
    ...['webhook_deleted', 'webhook_rotated', 'webhook_changed', 'webhook_created'],
  ])
})

test('an event is offered only if the program may read it and the person could grant that', async () => {
  const { store, receiver, of } = await withProgram(['profile:read', 'label:read'])
  const member = await store.member([...keyMaker])
  const { data } = await member.call(programWebhooks.choices, { params: of })
  const lacks = Object.fromEntries(data.map((one) => [one.type, one.lacks]))
  expect(lacks).toMatchObject({ 'profile.created': null, 'label.added': 'caller', 'segment.left': 'program' })
  const refusal = async (type: 'label.added' | 'segment.left') =>
    (await member.try(programWebhooks.create, { params: of, body: { url: receiver.url, types: [type] } })).body
  expect(await refusal('label.added')).toMatchObject({ error: 'scope_beyond_rights' })
  expect(await refusal('segment.left')).toMatchObject({ error: 'scope_beyond_rights' })
  const asOwner = { params: of, body: { url: receiver.url, types: ['segment.left' as const] } }
  expect((await store.try(programWebhooks.create, asOwner)).body).toMatchObject({ error: 'scope_missing' })
})

test('a person who may not see sensitive data cannot have the events of a program that reads it sent elsewhere', async () => {
  const { store, receiver, credential, of } = await withProgram()
  const member = await store.member([...keyMaker])
  const create = () => member.try(programWebhooks.create, { params: of, body: { url: receiver.url, types } })
  expect((await create()).status).toBe(200)
  await openFields(credential)
  expect(await create()).toMatchObject({ status: 403, body: { error: 'scope_beyond_rights' } })
  const [hook] = (await store.call(programWebhooks.list, { params: of })).data
  const at = { ...of, webhook: String(hook!.id) }
  expect((await member.try(programWebhooks.rotate, { params: at })).status).toBe(403)
  const body = { url: 'https://elsewhere.example/', types, origin_time: hook!.updated_at }
  expect((await member.try(programWebhooks.update, { params: at, body })).status).toBe(403)
})

test('deliveries are seen by callers who may read all that the program reads, with the customer', async () => {
  const { store, receiver, credential, of, send } = await withProgram()
  await openFields(credential)
  const { id } = await store.call(programWebhooks.create, { params: of, body: { url: receiver.url, types } })
  const profile = await madeProfile(store, { [field.citizenId]: '1101700203450' })
  await send(id)
  const at = { ...of, webhook: String(id) }
  const seen = await store.call(programWebhooks.deliveries, { params: at })
  expect(seen).toMatchObject({ closed: false, data: [{ type: 'profile.created', profile_id: profile.id }] })
  const member = await store.member([...keyMaker])
  expect(await member.call(programWebhooks.deliveries, { params: at })).toEqual({ closed: true, data: [] })
  const again = { params: { ...at, delivery: String(seen.data[0]!.id) } }
  expect((await member.try(programWebhooks.sendAgain, again)).status).toBe(404)
  expect((await store.try(programWebhooks.sendAgain, again)).status).toBe(204)

  const other = await newCredential(store)
  const count = async (key: string) =>
    (await callAs<{ data: unknown[] }>(key, 'GET', `webhooks/${id}/deliveries`)).body.data.length
  expect([await count(credential.credential), await count(other.credential)]).toEqual([1, 0])
})

test('a delivery is listed no more once its program may not read its event', async () => {
  const { store, receiver, credential, of, send } = await withProgram()
  await openFields(credential)
  const given = { params: of, body: { url: receiver.url, types: ['profile.updated' as const] } }
  const { id } = await store.call(programWebhooks.create, given)
  const profile = await madeProfile(store, { [field.firstName]: 'มะลิ' })
  const body = { fields: [{ id: field.citizenId, value: '1101700203450' }], origin_time: profile.updated_at }
  await store.call(profiles.update, { params: { id: String(profile.id) }, body })
  await send(id)
  const listed = async () =>
    (await store.call(programWebhooks.deliveries, { params: { ...of, webhook: String(id) } })).data.length
  expect(await listed()).toBe(1)
  await rowsOf(
    store,
    'update credential_field set reads = false where store_id = $1 and credential_id = $2',
    credential.id,
  )
  expect(await listed()).toBe(0)
})

test('an ended program gets no webhook, and a token gets events of its open APIs alone', async () => {
  const { store, receiver } = await withProgram()
  const ended = await newCredential(store, { state: 'revoked' })
  const body = { url: receiver.url, types }
  const refused = await store.try(programWebhooks.create, { params: { id: String(ended.id) }, body })
  expect([refused.status, refused.body.error]).toEqual([409, 'key_not_active'])
  const token = await store.call(apiTokens.create, { body: { name: 'บริษัททำเว็บ' } })
  const { data } = await store.call(programWebhooks.choices, { params: { id: String(token.id) } })
  expect(data.every(({ lacks }) => lacks === 'program')).toBe(true)
})
