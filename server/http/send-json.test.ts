import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { features } from '@ruam/contract/endpoints.ts'
import { type Endpoint, titleOf } from '@ruam/contract/platform/endpoint.ts'
import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { field, madeProfile, save } from '../testing/customers/profiles.testing.ts'
import { newCredential } from '../testing/open-api/keys.testing.ts'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'
import { label } from '../testing/things/labels.ts'
import { mayCompress } from './compress.ts'

let store: TestStore
let key: string
let profile: Awaited<ReturnType<typeof madeProfile>>
beforeAll(async () => {
  store = await newStore()
  key = (await newCredential(store)).credential
  profile = await madeProfile(store, { [field.firstName]: 'มะลิ', [field.income]: 20_000 })
  for (let n = 0; n < 30; n++) await madeProfile(store, { [field.firstName]: `ลูกค้าคนที่ ${n}` })
  await label(store)
})

type Headers = Record<string, string>

async function ask(url: string, headers: Headers = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET', payload?: object) {
  const { app } = await testServer()
  const authorization = `Bearer ${url.startsWith('/open-api') ? key : store.token}`
  return app.inject({
    method,
    url,
    headers: { authorization, 'accept-language': 'en', ...headers },
    ...(payload && { payload }),
  })
}

const tagOf = (reply: LightMyRequestResponse) => String(reply.headers.etag)
const plainTag = (body: string) => `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`

describe('an answer that the caller has already is 304 without a body', () => {
  test.each([
    ['one customer, by a program', () => `/open-api/v1/profiles/${profile.id}`],
    ['a list, by a program', () => '/open-api/v1/profiles?limit=20'],
    ['labels, by a program', () => '/open-api/v1/labels'],
    ['one customer, by a person', () => `/api/profile/${profile.id}`],
    ['a list, by a person', () => '/api/profile?limit=10'],
    ['the document of the calls', () => '/open-api/v1/openapi.json'],
  ])('for %s', async (_, url) => {
    const first = await ask(url())
    const tag = tagOf(first)
    expect([first.statusCode, tag]).toEqual([200, plainTag(first.body)])
    for (const had of [tag, `W/${tag}`, `"other", ${tag}`, `W/"x" , W/${tag}`, '*', tag.replace(/"$/, '-br"')]) {
      const again = await ask(url(), { 'if-none-match': had })
      expect([had, again.statusCode, again.body, again.headers.etag]).toEqual([had, 304, '', tag])
      const { 'content-type': type, vary, 'cache-control': cache } = again.headers
      expect([type, vary, cache]).toEqual([undefined, 'accept-encoding, accept-language', 'no-store'])
    }
    for (const had of ['"other"', tag.replaceAll('"', ''), '', 'nonsense'])
      expect((await ask(url(), { 'if-none-match': had })).statusCode).toBe(200)
  })

  test('also for HEAD, which has the same tag', async () => {
    const url = `/open-api/v1/profiles/${profile.id}`
    const first = await ask(url, {}, 'HEAD')
    expect([first.statusCode, first.body, tagOf(first)]).toEqual([200, '', tagOf(await ask(url))])
    expect((await ask(url, { 'if-none-match': tagOf(first) }, 'HEAD')).statusCode).toBe(304)
  })

  test('until it changes', async () => {
    const url = `/open-api/v1/profiles/${profile.id}`
    const before = tagOf(await ask(url))
    await save(store, profile, { [field.firstName]: 'มะลิวัลย์' })
    const after = await ask(url, { 'if-none-match': before })
    expect([after.statusCode, after.json().data.values.firstName]).toEqual([200, 'มะลิวัลย์'])
    expect(tagOf(after)).not.toBe(before)
  })
})

test('a tag belongs to the answer as its caller gets it, by rights and language', async () => {
  const url = `/open-api/v1/profiles/${profile.id}`
  const narrow = await newCredential(store, { scopes: ['profile:read'] })
  const answers = [
    await ask(url),
    await ask(url, { 'accept-language': 'th' }),
    await ask(url, { authorization: `Bearer ${narrow.credential}` }),
  ]
  expect(new Set(answers.map(tagOf)).size).toBe(3)
  for (const reply of answers) expect(tagOf(reply)).toBe(plainTag(reply.body))
})

test('a change of a field that the caller may not read leaves the tag', async () => {
  const url = `/open-api/v1/profiles/${profile.id}`
  const before = await ask(url)
  const { admin } = await testServer()
  await admin.query('update profile set income = income + 1 where id = $1', [profile.id])
  expect(tagOf(await ask(url))).toBe(tagOf(before))
  await admin.query('update profile set last_name = $2 where id = $1', [profile.id, 'ใหม่'])
  expect(tagOf(await ask(url))).not.toBe(tagOf(before))
})

test.each([
  ['an error', () => ask('/open-api/v1/profiles/999999999', { 'if-none-match': '*' }), 404],
  [
    'a POST that reads',
    () => ask('/open-api/v1/profiles/find', { 'if-none-match': '*' }, 'POST', { kind: 'id', value: '1' }),
    200,
  ],
])('%s has no tag and is never 304', async (_, asked, status) => {
  const reply = await asked()
  expect([reply.statusCode, reply.headers.etag]).toEqual([status, undefined])
})

describe('a read is compressed', () => {
  const list = '/open-api/v1/profiles?limit=20'

  test.each<[string, 'br' | 'gzip' | undefined]>([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP;q=0.8, br;q=0.4', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['*', 'br'],
    ['gzip;q=0.5, identity;q=0.4', 'gzip'],
    ['identity, br;q=0.5', undefined],
    ['deflate', undefined],
    ['br;q=0, gzip;q=0', undefined],
    ['br;q=nonsense', undefined],
    [',;=,', undefined],
  ])('for "%s" by %s', async (accepted, coding) => {
    const plain = await ask(list)
    const reply = await ask(list, { 'accept-encoding': accepted })
    expect([reply.statusCode, reply.headers['content-encoding']]).toEqual([200, coding])
    expect(reply.headers.vary).toBe('accept-encoding, accept-language')
    expect(tagOf(reply)).toBe(coding ? tagOf(plain).replace(/"$/, `-${coding}"`) : tagOf(plain))
    const bytes = reply.rawPayload
    expect(Number(reply.headers['content-length'])).toBe(bytes.length)
    const text = coding === 'br' ? brotliDecompressSync(bytes) : coding === 'gzip' ? gunzipSync(bytes) : bytes
    expect(text.toString()).toBe(plain.body)
    if (coding) expect(bytes.length).toBeLessThan(plain.body.length / 3)
    expect((await ask(list, { 'accept-encoding': accepted, 'if-none-match': tagOf(plain) })).statusCode).toBe(304)
  })

  test.each(['br', 'gzip'])('by %s when it is large', async (coding) => {
    const { admin } = await testServer()
    await admin.query(
      `insert into profile (store_id, first_name, last_name)
       select store_id, 'ลูกค้า ' || n, 'นามสกุล' || n from profile, generate_series(1, 1000) n where id = $1`,
      [profile.id],
    )
    const url = '/api/profile?limit=1000'
    const [plain, reply] = [await ask(url), await ask(url, { 'accept-encoding': coding })]
    const text = coding === 'br' ? brotliDecompressSync(reply.rawPayload) : gunzipSync(reply.rawPayload)
    expect(text.toString()).toBe(plain.body)
    expect(reply.rawPayload.length).toBeLessThan(plain.body.length / 10)
  })

  test('when a person asks for a list by a rule', async () => {
    const reply = await ask('/api/profile/query', { 'accept-encoding': 'br' }, 'POST', { limit: 20 })
    expect([reply.statusCode, reply.headers['content-encoding'], reply.headers.etag]).toEqual([200, 'br', undefined])
    expect(JSON.parse(brotliDecompressSync(reply.rawPayload).toString()).data).toHaveLength(20)
  })

  test('but not when it is small', async () => {
    const reply = await ask('/open-api/v1/purposes', { 'accept-encoding': 'br' })
    expect([reply.headers['content-encoding'], reply.json()]).toEqual([undefined, { data: [] }])
  })
})

test('a call that answers a secret is not compressed (BREACH)', () => {
  const isSecret = /^(token|secret|password|refresh|recovery_codes|codes|otp\w*|link|key|url)$/
  /** Names that no compressed answer uses for a secret: names of rows and addresses without one. */
  const harmless = ['masterData', 'locations', 'dashboard', 'tutorial', 'profileErasure', 'understanding', 'wms']
  const namesIn = (schema: z.ZodType) =>
    [
      ...JSON.stringify(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })).matchAll(
        /"(\w+)":\{(?!"type":"(?:integer|number|boolean)")/g,
      ),
    ].map(([, name]) => name!)
  const found = Object.entries(features).flatMap(([feature, calls]) =>
    Object.values<Endpoint>(calls).flatMap((call) =>
      call.response && mayCompress(call) && !harmless.includes(feature)
        ? namesIn(call.response)
            .filter((name) => isSecret.test(name))
            .map((name) => `${titleOf(call)}: ${name}`)
        : [],
    ),
  )
  // Columns of match keys, the state of a linked chat, and addresses that open nothing without a credential or a signature.
  expect(found.toSorted()).toMatchInlineSnapshot(`
    [
      "GET /automation/profile/{profile_id}: url",
      "GET /automation/{id}: url",
      "GET /automation/{id}: url",
      "GET /automation: url",
      "GET /datasource-connector/{id}/mapping: key",
      "GET /datasource-connector/{id}: url",
      "GET /datasource-connector: url",
      "GET /datasource/{id}/mapping: key",
      "GET /export: url",
      "GET /line-member: link",
      "GET /line-module/{id}: url",
      "GET /line-module: url",
      "GET /line-oa/{id}: url",
      "GET /line-oa: url",
      "GET /open-api/url: url",
      "GET /open-api/v1/webhooks: url",
      "GET /privacy/my-data: url",
      "GET /privacy/processing: key",
      "GET /privacy/processing: key",
      "GET /privacy/processing: key",
      "GET /privacy/retention: key",
      "GET /program/{id}/webhooks: url",
      "GET /rich-menu/{id}: url",
      "GET /v1/export: url",
    ]
  `)
})
