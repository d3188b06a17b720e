import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../app/app.ts'
import { calls, pathOf, send } from '../../suites/calls.ts'
import { requestOf } from '../../suites/requests.ts'
import type { Core } from './core.ts'
import { newStore, type TestStore, testServer } from './store.testing.ts'

let store: TestStore
let core: Core
const apps: FastifyInstance[] = []
beforeAll(async () => {
  core = (await testServer()).core
  store = await newStore()
})
afterAll(() => Promise.all(apps.map((app) => app.close())))

async function appOf(changed: Partial<Core['config']>, pool = core.pool) {
  const app = await createApp({ ...core, pool, config: { ...core.config, ...changed } }, { web: false })
  apps.push(app)
  return app
}

function expectGuarded({ headers, statusCode, rawPayload }: LightMyRequestResponse) {
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
  })
  if (rawPayload.length > 0) expect(headers['content-type']).toMatch(/; charset=[\w-]+$|\.sheet$/)
  else expect(statusCode).toBe(204)
}

describe('an answer of', () => {
  test.each(calls)('$title says what it is and that it is no page', async (call) => {
    const { app } = await testServer()
    const { endpoint } = call
    // Separate store: an import of another test would keep its rows from being created.
    const own = await newStore()
    const token = endpoint.permission === 'person' ? own.personToken : own.token
    const request = await requestOf(call, own)
    const answered = await send(app, endpoint, request, `Bearer ${token}`)
    expectGuarded(answered)
    expect(answered.headers['content-disposition'] !== undefined).toBe(
      endpoint.download === true && answered.statusCode === 200,
    )
  })

  test.each(calls)('$title that is a refusal does too', async ({ endpoint }) => {
    const { app } = await testServer()
    expectGuarded(await app.inject({ method: endpoint.method, url: pathOf(endpoint, {}), query: { nothing: '1' } }))
  })
})

test('a server that fails says no more in its headers', async () => {
  const connect = () => Promise.reject(new Error('the inside'))
  const app = await appOf({}, { ...core.pool, connect } as unknown as Core['pool'])
  const reply = await app.inject({ url: '/api/profile', headers: { authorization: `Bearer ${store.token}` } })
  expect(reply.statusCode).toBe(500)
  expectGuarded(reply)
})

test.each(['/api/nothing', '/nothing', '/livez', '/readyz', '/api/openapi.json'])('%s is guarded', async (url) => {
  const { app } = await testServer()
  expectGuarded(await app.inject(url))
})

describe('that browsers are to use https alone is said', () => {
  const sent = async (app: FastifyInstance, url: string, headers = {}) =>
    (await app.inject({ url, headers })).headers['strict-transport-security']

  test.each(['/api/profile', '/api/nothing', '/livez'])('for a year where people use https (%s)', async (url) => {
    expect(await sent(await appOf({ publicUrl: 'https://ruam.example.com' }), url)).toBe('max-age=31536000')
  })

  test('calls that a trusted proxy marks as https', async () => {
    const forwarded = { 'x-forwarded-proto': 'https' }
    expect(await sent(await appOf({ trustProxy: 1 }), '/livez', forwarded)).toBe('max-age=31536000')
    expect(await sent(await appOf({}), '/livez', forwarded)).toBeUndefined()
  })

  test('nowhere else', async () => {
    expect(await sent(await appOf({}), '/livez')).toBeUndefined()
    expect(await sent(await appOf({ publicUrl: 'http://ruam.example.com' }), '/livez')).toBeUndefined()
  })
})
