import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Core } from '../servers/core.ts'
import { testApp } from '../testing/app.testing.ts'
import { expectGuarded } from '../testing/guarded.ts'
import { newCredential } from '../testing/open-api/keys.testing.ts'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'

let store: TestStore
let core: Core
const apps: FastifyInstance[] = []
beforeAll(async () => {
  core = (await testServer()).core
  store = await newStore()
})
afterAll(() => Promise.all(apps.map((app) => app.close())))

async function appOf(changed: Partial<Core['config']>, pool = core.pool) {
  const app = await testApp({ ...core, pool, config: { ...core.config, ...changed } })
  apps.push(app)
  return app
}

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

test('addresses in answers are those of the setting, not of the caller', async () => {
  const app = await appOf({ publicUrl: 'https://ruam.example.com' })
  const headers = { host: 'evil.example.com' }
  const { docs_url } = (await app.inject({ url: '/open-api/v1/fields', headers })).json()
  expect(docs_url).toMatch(/^https:\/\/ruam\.example\.com\/docs\//)
  const { servers } = (await app.inject({ url: '/open-api/v1/openapi.json', headers })).json()
  expect(servers).toEqual([{ url: 'https://ruam.example.com' }])
})

test.each(['/api/profile', '/open-api/v1/fields'])('a refused caller of %s learns how to authenticate', async (url) => {
  const { app } = await testServer()
  const asked = async (headers = {}) => {
    const reply = await app.inject({ url, headers })
    return [reply.statusCode, reply.headers['www-authenticate']]
  }
  expect(await asked()).toEqual([401, 'Bearer realm="Ruam"'])
  expect(await asked({ authorization: 'Bearer x' })).toEqual([401, 'Bearer realm="Ruam", error="invalid_token"'])
})

test('the scheme of a credential is read in any case', async () => {
  const { app } = await testServer()
  const key = (await newCredential(store)).credential
  for (const scheme of ['bearer', 'BEARER']) {
    const own = await app.inject({ url: '/api/profile', headers: { authorization: `${scheme} ${store.token}` } })
    const open = await app.inject({ url: '/open-api/v1/fields', headers: { authorization: `${scheme} ${key}` } })
    expect([own.statusCode, open.statusCode]).toEqual([200, 200])
  }
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

  test('for subdomains where the setting says so', async () => {
    const app = await appOf({ publicUrl: 'https://ruam.example.com', httpsSubdomains: true })
    expect(await sent(app, '/livez')).toBe('max-age=31536000; includeSubDomains')
  })

  test('nowhere else', async () => {
    expect(await sent(await appOf({}), '/livez')).toBeUndefined()
    expect(await sent(await appOf({ publicUrl: 'http://ruam.example.com' }), '/livez')).toBeUndefined()
  })
})
