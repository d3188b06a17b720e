import { setTimeout as sleep } from 'node:timers/promises'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { openApis } from '@ruam/contract/open-api/open-apis.ts'
import { apiTokens } from '@ruam/contract/open-api/tokens.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { field, madeProfile } from '../testing/customers/profiles.testing.ts'
import { newCredential } from '../testing/open-api/keys.testing.ts'
import { callAs } from '../testing/open-api/programs.testing.ts'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'
import { label } from '../testing/things/labels.ts'

let store: TestStore
let key: string
let profile: number
let one: number
let other: number
beforeEach(async () => {
  store = await newStore()
  key = (await newCredential(store)).credential
  profile = (await madeProfile(store, { [field.firstName]: 'มะลิ' })).id
  one = await label(store)
  other = await label(store)
})

const tagBy = async (by = key, headers = {}) =>
  String((await callAs(by, 'GET', `profiles/${profile}`, undefined, headers)).headers.etag)
const give = (id: number, tag: string, by = key) =>
  callAs(by, 'POST', `profiles/${profile}/labels`, { label_ids: [id] }, { 'if-match': tag })
const labelsNow = async () => {
  const { admin } = await testServer()
  const { rows } = await admin.query('select label_id from profile_label where profile_id = $1 order by 1', [profile])
  return rows.map(({ label_id }) => Number(label_id))
}

describe('a write with If-Match', () => {
  test('is done while the customer is as it was read, and refused with 412 afterwards', async () => {
    const tag = await tagBy()
    expect((await give(one, tag)).status).toBe(200)
    const late = await give(other, tag)
    expect([late.status, late.body]).toMatchObject([412, { error: 'precondition_failed', error_code: 345 }])
    expect(await labelsNow()).toEqual([one])
    expect((await give(other, await tagBy())).status).toBe(200)
  })

  test('accepts the tag of each coding and language, several tags, and any', async () => {
    for (const coding of ['', '-br', '-gzip']) {
      const tag = (await tagBy(key, { 'accept-language': 'en' })).replace(/"$/, `${coding}"`)
      expect((await give(one, `"nothing", ${tag}`)).status).toBe(200)
      await callAs(key, 'DELETE', `profiles/${profile}/labels/${one}`)
    }
    expect((await give(one, '*')).status).toBe(200)
  })

  test.each([
    ['a weak tag', (tag: string) => `W/${tag}`],
    ['another tag', () => '"nothing"'],
    ['no tag at all', () => ''],
  ])('is refused for %s', async (_, sent) => {
    expect((await give(one, sent(await tagBy()))).status).toBe(412)
    expect(await labelsNow()).toEqual([])
  })

  test('covers deletions and consents, and a record that is gone is 404', async () => {
    const tag = await tagBy()
    await give(one, '*')
    for (const [method, path, body] of [
      ['DELETE', `profiles/${profile}`, undefined],
      ['DELETE', `profiles/${profile}/labels/${one}`, undefined],
    ] as const)
      expect((await callAs(key, method, path, body, { 'if-match': tag })).status).toBe(412)
    expect((await callAs(key, 'DELETE', `profiles/${profile}`, undefined, { 'if-match': await tagBy() })).status).toBe(
      204,
    )
    expect((await callAs(key, 'DELETE', `profiles/${profile}`, undefined, { 'if-match': tag })).status).toBe(404)
  })

  test('is refused where nothing can be compared, so that no condition is ignored', async () => {
    const item = { values: { firstName: 'ใหม่' } }
    const sent = await callAs(key, 'POST', 'profiles', item, { 'if-match': await tagBy() })
    expect([sent.status, sent.body]).toMatchObject([412, { error: 'precondition_unsupported' }])
    expect((await store.call(profiles.list, { query: {} })).total_all).toBe(1)
  })

  test('of two writers with one tag lets one write', async () => {
    for (let round = 0; round < 5; round++) {
      const tag = await tagBy()
      const both = await Promise.all([give(one, tag), give(other, tag)])
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
      for (const id of [one, other]) await callAs(key, 'DELETE', `profiles/${profile}/labels/${id}`)
    }
  })

  test('waits for a change that is still being committed, and is refused after it', async () => {
    const { admin } = await testServer()
    const tag = await tagBy()
    const writer = await admin.connect()
    await writer.query('begin')
    await writer.query('update profile set first_name = $2 where id = $1', [profile, 'มะลิวัลย์'])
    const given = give(one, tag)
    const isWaiting = async () =>
      (
        await admin.query(
          "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%for no key update%'",
        )
      ).rowCount! > 0
    while (!(await isWaiting())) await sleep(5)
    await writer.query('commit')
    writer.release()
    expect((await given).status).toBe(412)
    expect(await labelsNow()).toEqual([])
  })
})

test('a customer has one tag, whichever way the server reads it', async () => {
  await callAs(key, 'POST', `profiles/${profile}/labels`, { label_ids: [one, other] })
  await madeProfile(store, { [field.firstName]: 'อีกราย' }, [one])
  const fresh = (await newCredential(store)).credential
  // The first read of a credential is an ordinary one, and later ones are one message.
  const tags = [await tagBy(fresh), await tagBy(fresh), await tagBy(fresh)]
  expect(new Set(tags).size).toBe(1)
  expect((await give(await label(store), tags[2]!, fresh)).status).toBe(200)
})

test('a change that the caller cannot see does not refuse it', async () => {
  const narrow = (await newCredential(store, { scopes: ['profile:read', 'label:write'] })).credential
  const tag = await tagBy(narrow)
  // Labels are none of its business.
  const { admin } = await testServer()
  await admin.query('update profile set income = 5 where id = $1', [profile])
  expect((await give(one, tag, narrow)).status).toBe(200)
})

test('a program that may not read customers has no tag, and learns nothing by If-Match', async () => {
  const writer = (await newCredential(store, { scopes: ['label:write'] })).credential
  for (const tag of [await tagBy(), '"nothing"']) expect((await give(one, tag, writer)).status).toBe(412)
})

test('a token compares with what it reads, by the lists of the call that reads', async () => {
  const { token, id } = await store.call(apiTokens.create, { body: { name: 'ผู้ขาย' } })
  const calls = ['GET /open-api/v1/profiles/{id}', 'POST /open-api/v1/profiles/{id}/labels']
  await store.call(openApis.create, { body: { name: 'อ่านและติดป้าย', calls, token_ids: [id] } })
  const tag = await tagBy(token)
  expect([(await give(one, tag, token)).status, (await give(other, await tagBy(), token)).status]).toEqual([200, 412])
})

test('a person’s write with If-Match is refused when the label has changed', async () => {
  const { app } = await testServer()
  const ask = async (method: 'GET' | 'PUT', headers: Record<string, string> = {}, payload?: object) =>
    app.inject({
      ...{ method, url: `/api/label/${one}`, headers: { authorization: `Bearer ${store.token}`, ...headers } },
      ...(payload && { payload }),
    })
  const read = await ask('GET')
  const { name, description, color, updated_at } = await store.call(labels.get, { params: { id: String(one) } })
  const body = { name, description: `${description} ใหม่`, color, origin_time: updated_at }
  const tag = String(read.headers.etag)
  expect((await ask('PUT', { 'if-match': '"nothing"' }, body)).statusCode).toBe(412)
  expect((await ask('PUT', { 'if-match': tag }, body)).statusCode).toBe(200)
  expect((await ask('GET', { 'if-match': tag })).statusCode).toBe(412)
})
