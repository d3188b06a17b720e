import { describe, expect, test } from 'vitest'
import { faultOf, isDiskFull, type StateFault } from '../core/sqlstate.ts'
import { testApp } from '../testing/app.testing.ts'
import { newCredential } from '../testing/open-api/keys.testing.ts'
import { newStore, testServer } from '../testing/store.testing.ts'
import { createPool } from './db.ts'
import { createReadPool } from './read-pool.ts'

describe('a failed statement', () => {
  test.each<[StateFault, string[]]>([
    ['item', ['22001', '22P02', '22021', '23502', '23514', '54000', '54001']],
    ['race', ['23505', '23503', '23001', '40001', '40P01']],
    [
      'outage',
      ['08006', '53100', '53200', '53300', '55P03', '57P01', '57P02', '57P03', '58030', 'ECONNREFUSED', 'EPIPE'],
    ],
    ['slow', ['57014']],
    ['ours', ['42703', '42P01', '42501', 'P0001', 'XX000']],
    ['unknown', ['25006', '38000', '0A000', 'ZZ999', '23000', 'ENOENT', '']],
  ])('is classed as %s by its state alone', (fault, codes) => {
    expect(codes.map((code) => [code, faultOf({ code })])).toEqual(codes.map((code) => [code, fault]))
  })

  test('of a connection that ended is an outage, and a thrown text or null is unknown', () => {
    expect(faultOf(new Error('Connection terminated unexpectedly'))).toBe('outage')
    expect([faultOf(null), faultOf('x'), faultOf(new Error('x'))]).toEqual(['unknown', 'unknown', 'unknown'])
  })

  test('means a full disk by the states of PostgreSQL and of Node', () => {
    expect(['53100', 'ENOSPC', 'EDQUOT', '53200', '08006'].map((code) => isDiskFull({ code }))).toEqual([
      ...[true, true, true],
      ...[false, false],
    ])
  })
})

describe('while PostgreSQL is away', () => {
  const away = 'postgres://ruam_app@127.0.0.1:1/ruam'

  test.each([
    ['a read', 'GET', '/api/label'],
    ['a pipelined read', 'GET', '/api/profile'],
    ['a write', 'POST', '/api/label'],
    ['a call of a program', 'GET', '/open-api/v1/profiles'],
    ['a sign-in', 'POST', '/api/auth/login'],
  ] as const)('%s answers 503 with Retry-After', async (_, method, url) => {
    const store = await newStore()
    const { app: first, core } = await testServer()
    const session = `Bearer ${store.token}`
    // Caches the token, as for a caller who was there before.
    await first.inject({ url: '/api/profile', headers: { authorization: session } })
    const pools = { pool: createPool(away), readPool: createReadPool(away) }
    const app = await testApp({ ...core, ...pools })
    const key = `Bearer ${(await newCredential(store)).credential}`
    const reply = await app.inject({
      ...{ method, url },
      headers: { authorization: url.startsWith('/open-api') ? key : session, 'accept-language': 'en' },
      ...(method === 'POST' && { payload: url.includes('login') ? { email: 'a@example.com', password: 'x' } : {} }),
    })
    await app.close()
    expect([reply.statusCode, reply.json().error, reply.headers['retry-after']]).toEqual([503, 'database_away', '5'])
  })

  test('a statement whose connection is ended in the middle answers 503 too', async () => {
    const { core } = await testServer()
    const error = await core.pool.query('select pg_terminate_backend(pg_backend_pid())').catch((failed) => failed)
    expect(faultOf(error)).toBe('outage')
  })
})
