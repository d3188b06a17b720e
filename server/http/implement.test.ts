import { feature } from '@ruam/contract/platform/endpoint.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'
import { audit } from './audit.ts'
import { answerErrors } from './errors.ts'
import { implement } from './implement.ts'

const notes = feature({
  write: {
    method: 'POST',
    path: '/note/{id}',
    summary: ['เขียนโน้ต', 'Write a note'],
    permission: 'cdp-core.label.create',
    params: z.strictObject({ id: z.string().regex(/^\d+$/) }),
    query: z.strictObject({ loud: z.string().optional() }),
    audit: 'note_written',
    bodyBytes: 1024 * 1024,
    body: z.strictObject({ text: z.string(), inner: z.strictObject({ a: z.string() }).optional() }),
    response: z.object({ text: z.string().max(10) }),
    errors: ['name_taken'],
  },
  read: {
    method: 'GET',
    path: '/note',
    summary: ['อ่านโน้ต', 'Read notes'],
    permission: ['cdp-core.label.read', 'cdp-core.label.edit'],
    response: z.object({ n: z.int(), m: z.int() }),
  },
  sneak: { method: 'GET', path: '/note/sneak', summary: ['แอบอ่านโน้ต', 'Read notes secretly'], permission: 'member' },
  quiet: { method: 'PUT', path: '/note', summary: ['แก้ไขโน้ต', 'Change notes'], permission: 'member', audit: false },
})

let store: TestStore
let app: FastifyInstance
beforeAll(async () => {
  const { core, admin } = await testServer()
  store = await newStore()
  app = Fastify()
  answerErrors(app)
  implement(notes, {
    async write({ body, fail, audit }) {
      await audit('note', 1)
      if (body.text === 'twice') await audit('note', 1)
      if (body.text === 'refuse') throw fail('name_taken')
      if (body.text === 'break') throw new Error('the inside')
      return Object.assign({ text: body.text }, { secret: 'of the inside' })
    },
    async read({ db, storeId }) {
      const count = async () =>
        (await db.selectFrom('audit_log').select('id').where('store_id', '=', storeId).execute()).length
      const n = await count()
      // Another client's write between two reads of one call.
      await admin.query("insert into audit_log (store_id, action, subject_type) values ($1, 'x', 'x')", [storeId])
      return { n, m: await count() }
    },
    sneak: ({ db, storeId }) =>
      audit(db, storeId, null, null, { action: 'note_written', subject_type: 'note', subject_id: 1 }),
    quiet() {},
  })(app, core)
})
afterAll(() => app.close())

async function written(): Promise<number> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ n: number }>(
    "select count(*) as n from audit_log where store_id = $1 and action = 'note_written'",
    [store.storeId],
  )
  return rows[0]!.n
}

async function write(body: object, query: Record<string, string> = {}, id = '1') {
  const headers = { authorization: `Bearer ${store.token}`, 'accept-language': 'en' }
  const before = await written()
  const reply = await app.inject({ method: 'POST', url: `/api/note/${id}`, headers, query, payload: body })
  return { status: reply.statusCode, body: reply.json(), kept: (await written()) - before }
}

test('a response contains only the fields of its schema', async () => {
  expect(await write({ text: 'fine' })).toEqual({ status: 200, body: { text: 'fine' }, kept: 1 })
})

test('a response that violates its own schema is a server error, and leaves nothing behind', async () => {
  const { status, body, kept } = await write({ text: 'longer than ten letters' })
  expect([status, body.error, kept]).toEqual([500, 'internal', 0])
  expect(JSON.stringify(body)).not.toMatch(/longer|schema|contract/)
})

test('a call that writes two audit entries is a server error, and leaves nothing behind', async () => {
  const { status, kept } = await write({ text: 'twice' })
  expect([status, kept]).toEqual([500, 0])
})

test('a rejected call returns the name of its error, and leaves nothing behind', async () => {
  const { status, body, kept } = await write({ text: 'refuse' })
  expect({ status, body, kept }).toEqual({
    status: 409,
    body: { error_code: 140, error: 'name_taken', message: 'This name is already used. Choose another.' },
    kept: 0,
  })
})

test('an unexpected error reveals no internals, and leaves nothing behind', async () => {
  const { status, body, kept } = await write({ text: 'break' })
  const { request_id } = body.details
  expect({ status, body, kept }).toEqual({
    status: 500,
    body: {
      error_code: 9,
      error: 'internal',
      message: `Something went wrong. Reference ${request_id}`,
      details: { request_id },
    },
    kept: 0,
  })
  expect(request_id).toMatch(/\S/)
})

test('unknown keys of the body, inside of it and in the address are refused and named', async () => {
  expect((await write({ text: 'a', extra: 1, more: 2 })).body.details).toEqual({ fields: ['body.extra', 'body.more'] })
  expect((await write({ text: 'a', inner: { a: 'a', b: 1 } })).body.details).toEqual({ fields: ['body.inner.b'] })
  expect((await write({ text: 'a' }, { loud: '1', sort: 'name' })).body.details).toEqual({ fields: ['query.sort'] })
  expect((await write({}, {}, 'x')).body.details).toEqual({ fields: ['params.id', 'body.text'] })
})

test('a call without a query or a body takes none', async () => {
  const headers = { authorization: `Bearer ${store.token}` }
  const put = (payload?: object, query?: Record<string, string>) =>
    app.inject({ method: 'PUT', url: '/api/note', headers, query, payload })
  expect([(await put()).statusCode, (await put({})).statusCode]).toEqual([204, 204])
  expect((await put({ a: 1 }, { b: '2' })).json().details).toEqual({ fields: ['query.b', 'body.a'] })
})

test('input is returned shortened in an error', async () => {
  const { body } = await write({
    text: 'a',
    ...Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`${n}${'x'.repeat(1000)}`, 1])),
  })
  expect(body.details.fields.length).toBe(50)
  expect(JSON.stringify(body).length).toBeLessThan(20_000)
})

test('a forbidden call names the missing permission', async () => {
  const { token } = await store.member(['cdp-core.dashboard.read'])
  const reply = await app.inject({ url: '/api/note', headers: { authorization: `Bearer ${token}` } })
  expect([reply.statusCode, reply.json().details]).toEqual([
    403,
    { permission: 'cdp-core.label.read|cdp-core.label.edit' },
  ])
})

test('a read sees one snapshot, whatever others write meanwhile', async () => {
  const reply = await app.inject({ url: '/api/note', headers: { authorization: `Bearer ${store.token}` } })
  const { n, m } = reply.json()
  expect(m).toBe(n)
})

test('a read can write nothing', async () => {
  const before = await written()
  const reply = await app.inject({ url: '/api/note/sneak', headers: { authorization: `Bearer ${store.token}` } })
  expect([reply.statusCode, await written()]).toEqual([500, before])
})

test('a query key without a value was not given, and one that the call does not know is refused with or without one', async () => {
  const ask = (query: string) =>
    app.inject({
      method: 'POST',
      url: `/api/note/1?${query}`,
      headers: { authorization: `Bearer ${store.token}` },
      payload: { text: 'a' },
    })
  const replies = [
    await ask('loud='),
    await ask('loud'),
    await ask('quiet='),
    await ask('__proto__='),
    await ask('loud=&loud='),
  ]
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 400, 400, 400])
})
