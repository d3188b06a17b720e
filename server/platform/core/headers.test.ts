import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../app/app.ts'
import { expectGuarded } from '../../suites/guarded.ts'
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
