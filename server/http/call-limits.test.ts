import { profiles } from '@ruam/contract/customers/profiles.ts'
import { callLimits } from '@ruam/contract/platform/constants.ts'
import { limitOf } from '@ruam/contract/platform/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '../core/api-error.ts'
import type { CallLimits } from '../servers/core.ts'
import { testApp } from '../testing/app.testing.ts'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'
import { newCallLimits } from './call-limits.ts'

let time = 0
let store: TestStore
const opened: { close(): unknown }[] = []
afterAll(() => Promise.all(opened.map((one) => one.close())))

/** A process of the installation: its own counting, and its own HTTP. */
async function newProcess(): Promise<{ limits: CallLimits; app: FastifyInstance }> {
  const { core } = await testServer()
  const limits = newCallLimits(core.pool, { now: () => time })
  const app = await testApp({ ...core, limits })
  opened.push(app)
  return { limits, app }
}

beforeEach(async () => {
  time += 1_000_000
  store = await newStore()
})

const get = (app: FastifyInstance, query: Record<string, string> = {}, token = store.token) =>
  app.inject({ url: '/api/profile', query, headers: { authorization: `Bearer ${token}`, 'accept-language': 'en' } })
const statuses = async (count: number, ...asked: Parameters<typeof get>) => {
  const all: number[] = []
  for (let n = 0; n < count; n++) all.push((await get(...asked)).statusCode)
  return all
}
const { burst, perSecond } = callLimits.search

test('a caller who searches too often gets the time to wait', async () => {
  const { app } = await newProcess()
  expect(new Set(await statuses(burst, app, { keyword: 'ก' }))).toEqual(new Set([200]))
  const refused = await get(app, { keyword: 'ก' })
  expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
    429,
    '1',
    {
      error_code: 7,
      error: 'too_many_requests',
      message: 'Too many attempts. Wait 1 s and try again.',
      details: { seconds: 1 },
    },
  ])
  time += 1000
  expect(await statuses(perSecond + 1, app, { keyword: 'ก' })).toEqual([...Array(perSecond).fill(200), 429])
})

test('a caller over the search limit can still read pages, and blocks no other caller', async () => {
  const { app } = await newProcess()
  await statuses(burst, app, { labels: '1' })
  const other = await store.member(['cdp-core.profile.read'])
  expect(await statuses(1, app, { labels: '1' })).toEqual([429])
  expect(await statuses(1, app)).toEqual([200])
  expect(await statuses(1, app, { labels: '1' }, other.token)).toEqual([200])
})

/** Takes calls at once at each process, as a program does that spreads them. Returns how many passed, and the seconds it took. */
async function takeAtOnce(processes: readonly CallLimits[], count: number) {
  const by = { kind: 'person', id: store.userId } as const
  const began = performance.now()
  const taken = await Promise.allSettled(
    processes.flatMap((one) => Array.from({ length: count }, async () => one.take(by, 'search'))),
  )
  const passed = taken.filter(({ status }) => status === 'fulfilled').length
  return { passed, seconds: (performance.now() - began) / 1000 }
}

test('a limit is one for all processes, and each further one allows one lease more', async () => {
  const { core } = await testServer()
  const processes = [newCallLimits(core.pool), newCallLimits(core.pool), newCallLimits(core.pool)]
  for (const one of [...processes, ...processes]) await one.exchange()
  const { passed, seconds } = await takeAtOnce(processes, 2 * burst)
  expect(passed).toBeGreaterThanOrEqual(burst)
  expect(passed).toBeLessThanOrEqual(burst + 2 * (burst / 10) + Math.ceil(seconds * perSecond))
})

test('a process that serves alone counts without the database, and asks it after a lease beside another', async () => {
  const { core } = await testServer()
  const asking = { query: () => Promise.reject(new Error('asked')) } as unknown as pg.Pool
  expect((await takeAtOnce([newCallLimits(core.pool, { asking })], burst)).passed).toBe(burst)
  const beside = newCallLimits(core.pool, { asking })
  await newCallLimits(core.pool).exchange()
  await beside.exchange()
  expect((await takeAtOnce([beside], burst)).passed).toBe(burst / 10)
})

test('a limit is one for all stores of a person', async () => {
  const { limits } = await newProcess()
  for (let n = 0; n < burst; n++) limits.take({ kind: 'person', id: store.userId }, 'search')
  expect(() => limits.take({ kind: 'person', id: store.userId }, 'search')).toThrow(ApiError)
})

test('deleted users are not counted', async () => {
  const { limits } = await newProcess()
  limits.take({ kind: 'person', id: 2_000_000_000 }, 'read')
  await limits.exchange()
  const { admin } = await testServer()
  expect((await admin.query('select from call_budget where user_id = 2000000000')).rowCount).toBe(0)
})

test('a file that is refused for its limit is not received', async () => {
  const { app, limits } = await newProcess()
  for (let n = 0; n < callLimits.write.burst; n++) limits.take({ kind: 'person', id: store.userId }, 'write')
  const headers = { authorization: `Bearer ${store.token}`, 'content-type': 'multipart/form-data; boundary=b' }
  const reply = await app.inject({ method: 'POST', url: '/api/file/import', headers, payload: 'x' })
  expect(reply.statusCode).toBe(429)
})

describe('a list of profiles', () => {
  test.each<[Record<string, string>, string]>([
    [{}, 'read'],
    [{ offset: '20', limit: '50', sort_by: 'updated_at', sort_dir: 'asc' }, 'read'],
    [{ sort_by: 'createdAt' }, 'read'],
    [{ sort_by: 'first_name' }, 'search'],
    [{ keyword: '' }, 'search'],
    [{ created_from: '2026-01-01T00:00:00Z' }, 'search'],
    [{ source: '1' }, 'search'],
    [{ deleted: 'true' }, 'search'],
  ])('that is asked for by %o counts as a %s', (query, limit) => {
    expect(limitOf(profiles.list, query)).toBe(limit)
  })
})
