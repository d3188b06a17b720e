import { feature } from '@ruam/contract/platform/endpoint.ts'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { loggerOf } from '../core/log.ts'
import { newToken } from '../core/tokens.ts'
import { PASSWORD, storeWithPassword } from '../testing/app/auth.testing.ts'
import { testApp } from '../testing/app.testing.ts'
import { newStore, testServer } from '../testing/store.testing.ts'
import { answerErrors } from './errors.ts'
import { implement } from './implement.ts'

/** A server whose log lines are kept. */
async function listening() {
  const { core } = await testServer()
  const lines: string[] = []
  const app = await testApp(core, { log: { write: (line) => lines.push(line) } })
  return { core, app, lines, log: () => lines.join('') }
}

test('no password, token or cookie is ever logged, however the call ends', async () => {
  const { app, log } = await listening()
  const store = await storeWithPassword()
  const marks = { password: `${PASSWORD} marker-pass`, token: newToken(), cookie: newToken(), setup: newToken() }
  const headers = { authorization: `Bearer ${marks.token}`, cookie: `ruam_refresh=${marks.cookie}` }
  const login = { method: 'POST', url: '/api/auth/login', headers } as const
  await app.inject({ ...login, payload: { email: store.email, password: marks.password } })
  await app.inject({
    ...login,
    payload: `{"password":"${marks.password}"`,
    headers: { ...headers, 'content-type': 'application/json' },
  })
  await app.inject({ ...login, url: '/api/auth/refresh' })
  await app.inject({
    method: 'POST',
    url: '/api/setup',
    headers,
    payload: { token: marks.setup, password: marks.password },
  })
  await app.inject({ url: `/api/profile?token=${marks.token}`, headers })
  await app.inject({ url: `/api/%zz?token=${marks.token}`, headers })
  await app.inject({ url: `/set-up?token=${marks.setup}` })
  app.log.error(
    { authorization: marks.token, request: { cookie: marks.cookie, password: marks.password, token: marks.setup } },
    'careless',
  )
  await app.close()
  expect(log()).toContain('careless')
  for (const mark of [marks.token, marks.cookie, marks.setup, 'marker-pass']) expect(log()).not.toContain(mark)
})

const broken = feature({
  read: {
    method: 'GET',
    path: '/broken',
    summary: ['อ่าน', 'Read it'],
    permission: 'member',
    query: z.strictObject({ by: z.string() }),
  },
})

test('an unexpected error is logged with the id that the caller was given, and without a customer’s values', async () => {
  const { core } = await testServer()
  const lines: string[] = []
  const app = Fastify({ loggerInstance: loggerOf(core.config, { write: (line) => lines.push(line) }) })
  answerErrors(app)
  implement(broken, {
    async read({ db, query }) {
      const statements = {
        number: sql`select ${'สมชาย-marker'}::text::int`,
        date: sql`select ${'2026-99-marker'}::text::date`,
        json: sql`select ${'{"marker'}::text::jsonb`,
        row: sql`insert into label (store_id, name, color, type) values (current_store(), 'marker', 'marker', 'marker')`,
      }
      await statements[query.by as keyof typeof statements].execute(db)
    },
  })(app, core)
  const { token } = await newStore()
  for (const by of ['number', 'date', 'json', 'row']) {
    lines.length = 0
    const reply = await app.inject({ url: `/api/broken?by=${by}`, headers: { authorization: `Bearer ${token}` } })
    expect(reply.statusCode).toBe(500)
    const line = lines.map((text) => JSON.parse(text)).find((entry) => entry.msg === 'unexpected')
    expect(line.request_id).toBe(reply.json().details.request_id)
    expect([by, lines.join('').includes('marker')]).toEqual([by, false])
  }
  await app.close()
})

test('a call that went well leaves no line', async () => {
  const { app, lines } = await listening()
  const { token } = await newStore()
  const reply = await app.inject({ url: '/api/profile?keyword=marker', headers: { authorization: `Bearer ${token}` } })
  await app.close()
  expect([reply.statusCode, lines]).toEqual([200, []])
})
