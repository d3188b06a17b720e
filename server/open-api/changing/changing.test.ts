import { consents } from '@ruam/contract/customers/consents.ts'
import { profileHistory } from '@ruam/contract/customers/history.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { openApis } from '@ruam/contract/open-api/open-apis.ts'
import { apiTokens } from '@ruam/contract/open-api/tokens.ts'
import { auditLog } from '@ruam/contract/reports/audit-log.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { newCredential } from '../../testing/open-api/keys.testing.ts'
import { callAs } from '../../testing/open-api/programs.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'
import { label } from '../../testing/things/labels.ts'
import { segment } from '../../testing/things/segments.ts'

let store: TestStore
let key: string
let keyId: number
let profile: number
beforeEach(async () => {
  store = await newStore()
  const made = await newCredential(store)
  key = made.credential
  keyId = made.id
  profile = (await store.call(profiles.create, { body: { fields: [{ id: 2, value: 'มะลิ' }], label_ids: [] } })).id
})

const newest = async () => (await store.call(auditLog.list, { query: { limit: '1' } })).data[0]
const history = async () =>
  (await store.call(profileHistory.list, { params: { id: String(profile) }, query: {} })).data[0]
const byKey = () => ({ type: 'api_key', name: `key ${keyId}` })

describe('labels of a customer that a program gives and takes', () => {
  test('are answered, counted, and written into history and audit log in the name of the key', async () => {
    const id = await label(store)
    const given = await callAs(key, 'POST', `profiles/${profile}/labels`, { label_ids: [id] })
    expect([given.status, given.body]).toMatchObject([200, { labels: [{ id }] }])
    expect(await newest()).toMatchObject({
      user: null,
      credential: { id: keyId, name: `key ${keyId}` },
      action: 'profile_labelled',
      subject_id: String(profile),
    })
    expect(await history()).toMatchObject({ source: byKey(), labels: [{ id, added: true }] })
    expect((await store.call(labels.get, { params: { id: String(id) } })).target_count).toBe(1)
    const taken = await callAs(key, 'DELETE', `profiles/${profile}/labels/${id}`)
    expect(taken.body).toEqual({ labels: [] })
    expect((await store.call(labels.get, { params: { id: String(id) } })).target_count).toBe(0)
  })

  test('are refused where the label is a segment', async () => {
    const id = await segment(store)
    for (const reply of [
      await callAs(key, 'POST', `profiles/${profile}/labels`, { label_ids: [id] }),
      await callAs(key, 'DELETE', `profiles/${profile}/labels/${id}`),
      await callAs(key, 'POST', `labels/${id}/profiles`, { add: [profile] }),
    ])
      expect(reply.body).toMatchObject({ error: 'label_type_invalid' })
  })

  test('reach many customers at once, and unknown ones are named', async () => {
    const id = await label(store)
    const other = await newStore()
    const foreign = await other.call(profiles.create, { body: { fields: [{ id: 2, value: 'อื่น' }], label_ids: [] } })
    const body = { add: [profile, profile, 2_147_483_647, foreign.id] }
    const given = await callAs(key, 'POST', `labels/${id}/profiles`, body)
    const not_found = [2_147_483_647, foreign.id]
    expect(given.body).toEqual({ added: 1, removed: 0, not_found })
    expect((await callAs(key, 'POST', `labels/${id}/profiles`, { remove: [profile] })).body).toEqual({
      ...{ added: 0, removed: 1, not_found: [] },
    })
    const many = Array.from({ length: 1001 }, (_, n) => n + 1)
    expect((await callAs(key, 'POST', `labels/${id}/profiles`, { add: many })).status).toBe(422)
  })
})

test('a program that may only write learns no label and no earlier consent', async () => {
  const [own, other] = [await label(store), await label(store)]
  const writer = (await newCredential(store, { scopes: ['label:write', 'profile:write'] })).credential
  await callAs(key, 'POST', `profiles/${profile}/labels`, { label_ids: [other] })
  const give = () => callAs(writer, 'POST', `profiles/${profile}/labels`, { label_ids: [own] })
  const given = await give()
  expect(given.body).toEqual({ labels: [{ id: own, name: expect.any(String) }] })
  expect(await give()).toMatchObject({ body: given.body })
  const many = () => callAs(writer, 'POST', `labels/${own}/profiles`, { add: [profile, 2_147_483_647] })
  expect([(await many()).body, (await many()).body]).toEqual(
    [1, 1].map((added) => ({ added, removed: 0, not_found: [2_147_483_647] })),
  )
  expect((await callAs(writer, 'DELETE', `profiles/${profile}/labels/${own}`)).body).toEqual({ labels: [] })
  const { id } = await store.call(consents.createPurpose, { body: { name: 'ข่าวสาร' } })
  const withdraw = (by: string) =>
    callAs<{ since: string }>(by, 'POST', `profiles/${profile}/consents`, { purpose_id: id, operation: 'withdrawn' })
  const first = await withdraw(key)
  expect((await withdraw(key)).body.since).toBe(first.body.since)
  expect((await withdraw(writer)).body.since).not.toBe(first.body.since)
})

test('a customer whom a program deletes is gone at once, and people can restore them', async () => {
  expect((await callAs(key, 'DELETE', `profiles/${profile}`)).status).toBe(204)
  expect((await callAs(key, 'DELETE', `profiles/${profile}`)).status).toBe(404)
  expect((await store.call(profiles.list, { query: {} })).total_all).toBe(0)
  expect(await newest()).toMatchObject({ credential: { id: keyId }, action: 'profile_deleted' })
  await store.call(profiles.restore, { params: { id: String(profile) } })
  const { data } = await store.call(profileHistory.list, { params: { id: String(profile) }, query: {} })
  expect(data.map(({ kind, source }) => [kind, source.type])).toMatchObject([
    ['restored', 'user'],
    ['deleted', 'api_key'],
    ['created', 'user'],
  ])
})

describe('a consent that a program records', () => {
  const consent = (purpose_id: number, operation: string, evidence?: string) =>
    callAs(key, 'POST', `profiles/${profile}/consents`, { purpose_id, operation, ...(evidence && { evidence }) })

  test('is granted only with evidence and withdrawn freely, in the name of the key', async () => {
    const { id } = await store.call(consents.createPurpose, { body: { name: 'ข่าวสาร' } })
    expect((await callAs(key, 'GET', 'purposes')).body).toMatchObject({ data: [{ id, name: 'ข่าวสาร' }] })
    expect(await consent(id, 'granted')).toMatchObject({ status: 422, body: { error: 'evidence_missing' } })
    expect(await consent(id, 'granted', '  ')).toMatchObject({ body: { error: 'evidence_missing' } })
    const evidence = 'https://shop.example/join ฉบับที่ 3'
    expect((await consent(id, 'granted', evidence)).body).toMatchObject({ purpose_id: id, state: 'granted' })
    const shown = async () =>
      (await store.call(consents.ofProfile, { query: { profile_id: String(profile) } })).data[0]!.entries
    expect(await shown()).toMatchObject([{ operation: 'granted', note: evidence, source: byKey() }])
    // Said again: the ledger holds it already.
    await consent(id, 'granted', evidence)
    expect((await consent(id, 'withdrawn')).body).toMatchObject({ state: 'withdrawn' })
    expect((await shown()).map(({ operation }) => operation)).toEqual(['withdrawn', 'granted'])
    const acts = await store.call(auditLog.list, { query: { action: 'consent_recorded' } })
    expect(acts.data.map(({ credential }) => credential?.id)).toEqual([keyId, keyId])
  })
})

test('the name of a deleted token is empty in the audit log, and its number stays', async () => {
  const { token, id } = await store.call(apiTokens.create, { body: { name: 'ผู้ขาย' } })
  const calls = ['DELETE /open-api/v1/profiles/{id}']
  await store.call(openApis.create, { body: { name: 'ลบ', calls, token_ids: [id] } })
  expect((await callAs(token, 'DELETE', `profiles/${profile}`)).status).toBe(204)
  const acts = async () => (await store.call(auditLog.list, { query: { action: 'profile_deleted' } })).data
  expect(await acts()).toMatchObject([{ credential: { id, name: 'ผู้ขาย' } }])
  await store.call(apiTokens.delete, { params: { id: String(id) } })
  expect(await acts()).toMatchObject([{ credential: { id, name: null } }])
})
