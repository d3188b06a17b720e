import { consents } from '@ruam/contract/customers/consents.ts'
import { importUndo } from '@ruam/contract/imports/undo.ts'
import { connectors } from '@ruam/contract/open-api/connectors.ts'
import { openApis } from '@ruam/contract/open-api/open-apis.ts'
import { apiTokens } from '@ruam/contract/open-api/tokens.ts'
import { scopeNames } from '@ruam/contract/platform/scopes.ts'
import { beforeEach, expect, test } from 'vitest'
import { undone } from '../../testing/imports/import-undo.testing.ts'
import { newCredential, openFields } from '../../testing/open-api/keys.testing.ts'
import { callAs } from '../../testing/open-api/programs.testing.ts'
import { newSender, type Sender } from '../../testing/open-api/sending.testing.ts'
import { postItems } from '../../testing/open-api/till.testing.ts'

let store: Sender['store']
let { post, send, rows } = {} as Sender
let purpose: number
beforeEach(async () => {
  ;({ store, post, send, rows } = await newSender())
  purpose = (await store.call(consents.createPurpose, { body: { name: 'ข่าวสาร' } })).id
})

const stateOf = async (profileId: number) =>
  (await store.call(consents.ofProfile, { query: { profile_id: String(profileId) } })).data.find(
    (one) => one.purpose.id === purpose,
  )!
const said = (operation: string, evidence?: string) => ({
  purpose_id: purpose,
  operation,
  ...(evidence && { evidence }),
})
const person = (consents: object[], phone = '0815550301') => ({ values: { firstName: 'กมล', phone }, consents })
const without = async (scope: (typeof scopeNames)[number]) => {
  const made = await newCredential(store, { scopes: scopeNames.filter((one) => one !== scope) })
  await openFields(made)
  return made.credential
}

test('an item records the consents of its customer with its evidence, and a day of them is taken back', async () => {
  const [first] = await send('profiles', [person([said('granted', 'แบบฟอร์มหน้าร้าน')])])
  expect(first).toMatchObject({ status: 'added', error: null })
  const id = first!.profile_id!
  expect(await stateOf(id)).toMatchObject({
    state: 'granted',
    entries: [{ note: 'แบบฟอร์มหน้าร้าน', source: { type: 'run' } }],
  })
  expect(await send('profiles', [person([said('withdrawn')])])).toMatchObject([{ status: 'duplicated', error: null }])
  // A yes never beats a withdrawal, and nothing says so.
  expect(await send('profiles', [person([said('granted', 'อีกครั้ง')])])).toMatchObject([
    { status: 'duplicated', error: null },
  ])
  expect((await stateOf(id)).state).toBe('withdrawn')
  const [run] = await rows<{ id: number; run_id: string; data_source_id: number }>(
    'select id, run_id, data_source_id from run where store_id = $1',
  )
  const params = { id: String(run!.data_source_id), run_id: run!.run_id }
  expect(await store.call(importUndo.undoPreview, { params, query: {} })).toMatchObject({ profiles_removed: 1 })
  await undone(store, run!.data_source_id, run!.run_id)
  expect(await rows('select id from consent_entry where store_id = $1')).toEqual([])
})

test.each([
  ['a grant without evidence', () => said('granted'), 'consent_evidence_missing'],
  ['an unknown purpose', () => ({ ...said('withdrawn'), purpose_id: 2_000_000_000 }), 'purpose_unknown'],
])('%s is refused by name, and the item is taken', async (_, consent, error) => {
  const [result] = await send('profiles', [person([consent()])])
  expect(result).toMatchObject({ status: 'added', error, field: 'consents' })
  expect((await stateOf(result!.profile_id!)).state).toBe('unknown')
})

test('a consent of another shape fails its item', async () => {
  expect(await send('profiles', [person([{ purpose_id: purpose, operation: 'yes' }])])).toMatchObject([
    { status: 'failed', error: 'item_invalid', field: 'consents' },
  ])
})

test('a key without the scope writes the customer and no consent', async () => {
  const key = await without('consent:write')
  const { body } = await post('profiles/batch', { items: [person([said('withdrawn')])] }, {}, key)
  expect(body.results).toMatchObject([{ status: 'added', error: 'consent_not_open', field: 'consents' }])
  const id = body.results![0]!.profile_id!
  expect((await stateOf(id)).state).toBe('unknown')
  expect(await callAs(key, 'POST', `profiles/${id}/consents`, said('withdrawn'))).toMatchObject({
    ...{ status: 403, body: { error: 'scope_missing', details: { scope: 'consent:write' } } },
  })
})

test('a token records consents of items only if an open API lets it record one', async () => {
  const { id, token } = await store.call(apiTokens.create, { body: { name: 'ผู้ขาย' } })
  const fields = [
    { field_id: 1, read: true, write: 'overwrite' as const },
    { field_id: 9, read: true, write: 'overwrite' as const },
  ]
  const open = (name: string, calls: string[]) =>
    store.call(openApis.create, { body: { name, calls, fields, token_ids: [id] } })
  await open('ส่ง', ['POST /open-api/v1/profiles/batch'])
  const sent = async (phone: string) =>
    (await post('profiles/batch', { items: [person([said('withdrawn')], phone)] }, {}, token)).body.results
  expect(await sent('0815550311')).toMatchObject([{ error: 'consent_not_open' }])
  await open('ความยินยอม', ['POST /open-api/v1/profiles/{id}/consents'])
  expect(await sent('0815550312')).toMatchObject([{ error: null }])
})

test('an item of a connector records consents by the mapping, and not for a sender without the scope', async () => {
  const example = { name: 'กมล', phone: '0815550321', marketing_consent: 'yes' }
  const { id } = await store.call(connectors.create, { body: { name: 'ฟอร์ม', example } })
  const params = { params: { id: String(id) } }
  const { suggested } = await store.call(connectors.getMapping, params)
  expect(suggested.consents).toMatchObject([{ yes_means: 'granted', statement: null }])
  const statement = { collected_by: 'ฟอร์มหน้าเว็บ', collected_on: '2026-10-01' }
  const consents = suggested.consents.map((one) => ({ ...one, purpose_id: purpose, statement }))
  await store.call(connectors.putMapping, { ...params, body: { ...suggested, consents } })
  const key = (await newCredential(store)).credential
  const taken = (await postItems(id, example, key)).body.results[0]
  expect(taken).toMatchObject({ status: 'added', error: null })
  expect(await stateOf(taken.profile_id)).toMatchObject({
    state: 'granted',
    entries: [{ note: 'ฟอร์มหน้าเว็บ, 2026-10-01' }],
  })
  const other = { name: 'ขวัญ', phone: '0815550322', marketing_consent: 'no' }
  const refused = (await postItems(id, other, await without('consent:write'))).body.results[0]
  expect(refused).toMatchObject({ status: 'added', error: 'consent_not_open', field: 'marketing_consent' })
  expect((await stateOf(refused.profile_id)).state).toBe('unknown')
})
