import type { Endpoint, Method } from '@ruam/contract/platform/endpoint.ts'
import { beforeAll, expect, test } from 'vitest'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'
import { dryRun, freshSource, numberOf, sourceFile } from '../testing/things/data-sources.ts'
import { activityType } from '../testing/things/fields.ts'
import { fresh } from '../testing/things/fresh.ts'
import { label } from '../testing/things/labels.ts'

let store: TestStore
let type: number
beforeAll(async () => {
  store = await newStore()
  type = await activityType(store)
})

async function ask(method: Endpoint['method'] & Method, path: string, body?: object) {
  const { app } = await testServer()
  const headers = { authorization: `Bearer ${store.token}` }
  const reply = await app.inject({ method, url: `/api${path}`, headers, ...(body && { payload: body }) })
  return { status: reply.statusCode, error: reply.body === '' ? undefined : reply.json().error }
}

const long = encodeURIComponent('ก'.repeat(1000))
const pairs: [older: string, newer: string][] = [
  ['/v1/profiles/1234567890123456', '/profile/1234567890123456'],
  ['/v1/profiles/123456789012345', '/profile/123456789012345'],
  ['/v1/profiles/0', '/profile/0'],
  ['/v1/datasources/1234567890123456', '/datasource/1234567890123456'],
  ['/v1/datasources/2147483647', '/datasource/2147483647'],
  ['/v1/label/2147483648', '/label/2147483648'],
  ['/v1/activity/type/x', '/activities/x'],
  ['/v1/profiles/search/activities?value=a', '/profile/search/activities?value=a'],
  ['/v1/profiles/search/label?value=a', '/profile/search/label?value=a'],
  ['/v1/profiles/search/%2E%2E?value=a', '/profile/search/%2E%2E?value=a'],
  ['/v1/profiles/search/firstName?value=', '/profile/search/firstName?value='],
  [`/v1/profiles/search/firstName?value=${long}`, `/profile/search/firstName?value=${long}`],
  [`/v1/profiles/search/${long}?value=a`, `/profile/search/${long}?value=a`],
  [`/v1/label/validate/name/${long}`, `/label/name/available?keyword=${long}`],
  ['/v1/profiles?created_from=2026-01-01&unheard=1', '/profile?unheard=1'],
  ['/v1/profiles?sort_by=password', '/profile?sort_by=password'],
  ['/v1/label?limit=10001', '/label?limit=10001'],
]

test.each(pairs)('%s is answered as the newer call is', async (older, newer) => {
  expect(await ask('GET', older)).toEqual(await ask('GET', newer))
})

test('a field of an activity type named as a part of the address is looked up as a name', async () => {
  for (const field of ['activities', 'label', '%2E%2E', long]) {
    const older = await ask('GET', `/v1/profiles/search/activity/${type}/${field}?value=a`)
    expect(older).toEqual(await ask('GET', `/activity/type/${type}/search/${field}?value=a`))
  }
})

test('a name in a path may hold a slash and a percent sign', async () => {
  const name = fresh('ลูกค้า/VIP 100%')
  const exists = () => ask('GET', `/v1/label/validate/name/${encodeURIComponent(name)}`)
  expect((await exists()).status).toBe(200)
  const { app } = await testServer()
  const headers = { authorization: `Bearer ${store.token}` }
  await app.inject({ method: 'POST', url: '/api/v1/label', headers, payload: { name, color: 'teal', type: 'general' } })
  const url = `/api/v1/label/validate/name/${encodeURIComponent(name)}`
  expect((await app.inject({ url, headers })).json()).toEqual({ exists: true })
})

test('a run that is gone, of a deleted data source or of another store, is not found by its number', async () => {
  const { id, run_id } = await dryRun(store)
  const number = await numberOf(run_id)
  const file = await sourceFile(store, id)
  const stranger = await newStore()
  const { app } = await testServer()
  const paths = [`log/${number}`, `log/${number}/dataframes`, `order-log/${number}`, `status-output/${number}`]
  const all = [...paths, `dataframes/${file}`].map((path) => `/v1/datasources/${path}`)
  const statuses = (token: string) =>
    Promise.all(
      all.map(async (path) => {
        const headers = { authorization: `Bearer ${token}` }
        return (await app.inject({ url: `/api${path}`, headers })).statusCode
      }),
    )
  expect(await statuses(store.token)).toEqual(all.map(() => 200))
  expect(await statuses(stranger.token)).toEqual(all.map(() => 404))
  expect((await ask('DELETE', `/datasource/${id}`)).status).toBe(204)
  expect(await statuses(store.token)).toEqual(all.map(() => 404))
})

test('a run of another data source is none of this one', async () => {
  const { run_id } = await dryRun(store)
  const { app } = await testServer()
  const headers = { authorization: `Bearer ${store.token}` }
  const url = `/api/datasource/${await freshSource(store)}/history?number=${await numberOf(run_id)}`
  expect((await app.inject({ url, headers })).json()).toMatchObject({ data: [], total: 0 })
})

test('exports of unknown ids are neither cancelled nor removed, and PATCH names at least one', async () => {
  expect(await ask('PATCH', '/v1/export', { export_ids: [999_999] })).toEqual({ status: 404, error: 'not_found' })
  expect(await ask('PATCH', '/v1/export', { export_ids: [] })).toMatchObject({ status: 400 })
  expect(await ask('DELETE', '/v1/export?export_ids=999999')).toEqual({ status: 404, error: 'not_found' })
})

test('a value of the wrong type is refused where people are found by a field of their activities', async () => {
  const body = { name: fresh('total'), display_name: fresh('ยอด'), data_type: 'Number' }
  const { app } = await testServer()
  const headers = { authorization: `Bearer ${store.token}` }
  const made = await app.inject({ method: 'POST', url: '/api/v1/activity/field', headers, payload: body })
  const path = `/v1/profiles/activity/${made.json().id}`
  expect(await ask('GET', `${path}?value=เยอะ`)).toMatchObject({ status: 400, error: 'invalid_input' })
  expect(await ask('GET', `${path}?value=12.5`)).toMatchObject({ status: 200 })
  expect(await ask('GET', '/v1/profiles/activity/999999?value=1')).toMatchObject({ status: 404 })
})

test('the label of another type than its rule is refused as by the newer call', async () => {
  const id = await label(store)
  const rule = { auto_apply_enabled: false, filter: {}, target: {} }
  expect((await ask('PATCH', `/v1/label/${id}`, { segment_rule: rule })).status).toBe(400)
})
