import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { openApis } from '@ruam/contract/open-api/open-apis.ts'
import { openApiReading } from '@ruam/contract/open-api/reading.ts'
import { apiTokens } from '@ruam/contract/open-api/tokens.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { inStore } from '../../database/db.ts'
import { field, madeProfile } from '../../testing/customers/profiles.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { newCredential, openFields } from '../../testing/open-api/keys.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
let key: string
beforeEach(async () => {
  store = await newStore()
  key = (await newCredential(store)).credential
})

async function ask(url: string, { credential = key, body }: { credential?: string; body?: object } = {}) {
  const { app } = await testServer()
  const headers = { authorization: `Bearer ${credential}`, 'accept-language': 'en' }
  const reply = await app.inject({
    method: body ? 'POST' : 'GET',
    url: `/open-api/v1${url}`,
    headers,
    ...(body && { payload: body }),
  })
  return { status: reply.statusCode, body: reply.json() }
}

describe('a customer is found', () => {
  test.each([
    ['id', (id: number) => String(id)],
    ['phone', () => 'phone:089-111-2201'],
    ['phone in E.164', () => 'phone:+66891112201'],
    ['e-mail', () => 'email:Mali@Example.com'],
  ])('by %s', async (_, keyOf) => {
    const { id } = await madeProfile(store, { [field.phone]: '0891112201', [field.email]: 'mali@example.com' })
    const found = await ask(`/profiles/${encodeURIComponent(keyOf(id))}`)
    expect([found.status, found.body.data?.id]).toEqual([200, id])
  })

  test('by a key in the body, each of several', async () => {
    const one = await madeProfile(store, { [field.phone]: '0891112202', [field.firstName]: 'แม่' })
    const other = await madeProfile(store, { [field.phone]: '0891112202', [field.firstName]: 'ลูก' })
    const found = await ask('/profiles/find', { body: { kind: 'phone', value: '0891112202' } })
    expect(found.body.data.map(({ id }: { id: number }) => id)).toEqual([one.id, other.id])
    expect((await ask('/profiles/phone:0891112202')).body.error).toBe('key_ambiguous')
  })

  test('not by a phone that is none, and not by a field that cannot be looked up', async () => {
    expect((await ask('/profiles/phone:12')).status).toBe(422)
    expect((await ask('/profiles/field.firstName:x')).body.error).toBe('unprocessable')
    expect((await ask('/profiles/field.nothing:x')).status).toBe(422)
  })
})

describe('sensitive values', () => {
  test('are absent without a tick of their own or without their scope, and cannot be looked up', async () => {
    const { id } = await madeProfile(store, { [field.citizenId]: '1101700203450' })
    const whole = await newCredential(store)
    const scopeless = await newCredential(store, { scopes: ['profile:read'] })
    const closedTo = async (credential: string) => {
      expect(JSON.stringify((await ask(`/profiles/${id}`, { credential })).body)).not.toMatch(/1101700203450|citizenId/)
      const guesses = ['1101700203450', '1101700203442'].map((guess) =>
        ask(`/profiles/field.citizenId:${guess}`, { credential }),
      )
      for (const { status, body } of await Promise.all(guesses))
        expect([status, body.error, body.details]).toEqual([403, 'field_closed', { field: 'citizenId' }])
    }
    await closedTo(whole.credential)
    await openFields(scopeless)
    await closedTo(scopeless.credential)
    await openFields(whole)
    expect((await ask('/profiles/field.citizenId:1101700203450', whole)).body.data).toMatchObject({
      id,
      values: { citizenId: '1101700203450' },
    })
  })
})

test('a token reads the calls and the fields that its open APIs name, and nothing else', async () => {
  const { id } = await madeProfile(store, { [field.firstName]: 'มาลี', [field.phone]: '0891112203' })
  const { token, id: tokenId } = await store.call(apiTokens.create, { body: { name: 'ผู้ขาย' } })
  const body = {
    name: 'ชื่ออย่างเดียว',
    calls: ['GET /open-api/v1/profiles/{id}'],
    fields: [{ field_id: field.firstName, read: true, write: null }],
    token_ids: [tokenId],
  }
  await store.call(openApis.create, { body })
  const found = await ask(`/profiles/${id}`, { credential: token })
  expect(found.body.data).toMatchObject({ values: { firstName: 'มาลี' } })
  expect(Object.keys(found.body.data)).not.toContain('labels')
  expect(found.body.fields).toHaveLength(1)
  expect((await ask('/profiles/phone:0891112203', { credential: token })).body).toMatchObject({
    error: 'field_closed',
    details: { field: 'phone' },
  })
  expect((await ask('/profiles', { credential: token })).body.error).toBe('call_not_open')
})

const anybody = () => madeProfile(store, { [field.firstName]: 'ใครสักคน' })

/** Follows the feed from a cursor to its end. */
async function follow(cursor?: string) {
  const changes: { id: number; deleted?: true; merged_into?: number; values?: object }[] = []
  for (let at = cursor; ; ) {
    const { body } = await ask(`/profiles?limit=2${at === undefined ? '' : `&cursor=${at}`}`)
    changes.push(...body.data)
    at = body.next_cursor
    if (!body.has_more) return { changes, cursor: at! }
  }
}

describe('the change feed', () => {
  test('lists everybody once, and then what changed', async () => {
    const made = []
    for (let n = 0; n < 5; n++) made.push(await madeProfile(store, { [field.firstName]: `คน ${n}` }))
    const { changes, cursor } = await follow()
    expect(changes.map(({ id }) => id)).toEqual(made.map(({ id }) => id))
    expect((await follow(cursor)).changes).toEqual([])
    const { id } = made[1]!
    const { updated_at } = await store.call(profiles.get, { params: { id: String(id) } })
    const body = { fields: [{ id: field.firstName, value: 'ใหม่' }], origin_time: updated_at }
    await store.call(profiles.update, { params: { id: String(id) }, body })
    expect((await follow(cursor)).changes).toMatchObject([{ id, values: { firstName: 'ใหม่' } }])
  })

  test('says who was deleted, merged, and removed by the undo of an import', async () => {
    const [gone, kept, merged] = [await anybody(), await anybody(), await anybody()]
    const { cursor } = await follow()
    await store.call(profiles.delete, { params: { id: String(gone.id) } })
    const pair = await store.call(profileDuplicates.create, { body: { profile_ids: [kept.id, merged.id] } })
    await store.call(profileDuplicates.merge, { params: { id: String(pair.id) }, body: { keep: kept.id, fields: [] } })
    const { changes } = await follow(cursor)
    expect(changes).toEqual(
      expect.arrayContaining([
        { id: gone.id, deleted: true },
        { id: merged.id, merged_into: kept.id },
        expect.objectContaining({ id: kept.id, values: expect.any(Object) }),
      ]),
    )
  })

  test('never passes a change that is still being committed', async () => {
    const core = await coreOf(store)
    const early = await madeProfile(store, { [field.firstName]: 'ช้า' })
    const { cursor } = await follow()
    let late = { id: 0 }
    await inStore(core.pool, store.storeId, async (db) => {
      await sql`update profile set first_name = 'ถึงช้า', updated_at = clock_timestamp() where store_id = ${store.storeId} and id = ${early.id}`.execute(
        db,
      )
      late = await madeProfile(store, { [field.firstName]: 'ทีหลัง' })
      // The later one is committed, and has to wait for the one before it.
      expect((await follow(cursor)).changes).toEqual([])
    })
    const { changes } = await follow(cursor)
    expect(changes).toMatchObject([{ id: early.id, values: { firstName: 'ถึงช้า' } }, { id: late.id }])
  })

  test('refuses a cursor that is none', async () => {
    expect((await ask('/profiles?cursor=abc')).body).toMatchObject({
      error: 'unprocessable',
      details: { fields: ['query.cursor'] },
    })
  })
})

test('labels, segments, fields, activities and broadcasts are read in pages', async () => {
  await importFile(store, 'ชื่อ,เบอร์โทร\nญาดา,0891112204\n')
  for (const url of ['/labels', '/segments', '/broadcasts', '/fields'])
    expect([url, (await ask(url)).status]).toEqual([url, 200])
  const { body } = await ask('/fields')
  expect(body.profile).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'phone', sensitive: false })]))
  expect(openApiReading.members.scope).toBe('segment:read')
})
