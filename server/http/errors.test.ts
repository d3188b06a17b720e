import { connect } from 'node:net'
import { type ErrorName, errors } from '@ruam/contract/errors/catalog.ts'
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiError } from '../core/api-error.ts'
import { testApp } from '../testing/app.testing.ts'
import { newCredential } from '../testing/open-api/keys.testing.ts'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'
import { answerErrors } from './errors.ts'

let store: TestStore
beforeAll(async () => {
  store = await newStore()
})

async function ask(options: InjectOptions, language = 'en') {
  const { app } = await testServer()
  const headers = { authorization: `Bearer ${store.token}`, 'accept-language': language, ...options.headers }
  const reply = await app.inject({ ...options, headers })
  return { status: reply.statusCode, body: reply.json(), type: reply.headers['content-type'] }
}

const json = { 'content-type': 'application/json' }
const field = { method: 'POST', url: '/api/profile-field' } as const
const invalid = { status: 400, body: { error_code: 1, error: 'invalid_input' } }
const notFound = { status: 404, body: { error_code: 3, error: 'not_found' } }

describe('every refusal has one shape', () => {
  test.each<[string, InjectOptions, object]>([
    ['broken JSON', { ...field, headers: json, payload: '{"a":' }, invalid],
    ['an empty body that says it is JSON', { ...field, headers: json, payload: '' }, invalid],
    ['a body that poisons prototypes', { ...field, headers: json, payload: '{"__proto__":{"a":1}}' }, invalid],
    ['10,000 brackets', { ...field, headers: json, payload: '['.repeat(10_000) }, invalid],
    ['a body of another content type', { ...field, headers: { 'content-type': 'text/csv' }, payload: 'a,b' }, invalid],
    ['a content type that is none', { ...field, headers: { 'content-type': '///' }, payload: 'a' }, invalid],
    ['an upload that is JSON', { method: 'POST', url: '/api/file/import', payload: {} }, invalid],
    [
      'an upload without a boundary',
      { method: 'POST', url: '/api/file/import', headers: { 'content-type': 'multipart/form-data' }, payload: 'x' },
      invalid,
    ],
    [
      'an upload that breaks off',
      {
        method: 'POST',
        url: '/api/file/import',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        payload: '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nabc',
      },
      invalid,
    ],
    [
      'an upload in a field of another name',
      {
        method: 'POST',
        url: '/api/file/import',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        payload: '--b\r\ncontent-disposition: form-data; name="document"; filename="a.csv"\r\n\r\nabc\r\n--b--\r\n',
      },
      invalid,
    ],
    ['an address that is no text', { url: '/api/profile/%E0%B8' }, invalid],
    ['an address that is too long', { url: `/api/profile/${'x'.repeat(5000)}` }, invalid],
    ['an unknown call', { url: '/api/nothing' }, notFound],
    ['an unknown page of the server', { method: 'POST', url: '/' }, notFound],
  ])('%s', async (_, options, expected) => {
    const { status, body, type } = await ask(options)
    expect({ status, body }).toMatchObject(expected)
    expect(Object.keys(body).filter((key) => key !== 'details')).toEqual(['error_code', 'error', 'message'])
    expect(type).toMatch(/^application\/json/)
  })

  test.each<[string, InjectOptions, string]>([
    ['a field', field, '512 kB'],
    ['signing in', { method: 'POST', url: '/api/auth/login' }, '4 kB'],
    ['a bulk change', { method: 'POST', url: '/api/profile/bulk' }, '640 kB'],
    ['a profile', { method: 'POST', url: '/api/profile' }, '1 MB'],
  ])('a body for %s that is too large says how much is allowed', async (_, options, limit) => {
    const sent = { ...options, headers: json, payload: `{"field_name":"${'a'.repeat(1_100_000)}"}` }
    expect(await ask(sent)).toMatchObject({
      status: 413,
      body: {
        error_code: 13,
        error: 'too_large',
        message: `This is too large. The limit is ${limit}.`,
        details: { limit },
      },
    })
  })
})

describe('a known address with another method', () => {
  test.each<[InjectOptions, string]>([
    [{ method: 'PATCH', url: '/api/profile?limit=1' }, 'GET, HEAD, POST'],
    [{ method: 'GET', url: '/api/auth/login' }, 'POST'],
    [{ method: 'DELETE', url: '/api/auth/login' }, 'POST'],
    [{ method: 'POST', url: '/open-api/v1/profiles/5' }, 'DELETE, GET, HEAD'],
    [{ method: 'DELETE', url: '/readyz', headers: { 'content-type': 'application/json' }, payload: '{' }, 'GET, HEAD'],
  ])('is refused with 405 and the methods that it has: %o', async (options, allow) => {
    const { app } = await testServer()
    const reply = await app.inject({ ...options, headers: { 'accept-language': 'en', ...options.headers } })
    expect([reply.statusCode, reply.headers.allow]).toEqual([405, allow])
    const message = `This URL does not accept ${options.method}. Use ${allow}.`
    expect(reply.json()).toMatchObject({ error_code: 343, error: 'method_not_allowed', message })
  })
})

describe('broken JSON names the line and the character where it breaks, in the body of', () => {
  const payload = '{\n  "name": "สมชาย",\n  "phone": 081\n}'
  const details = { fields: ['body'], line: 3, column: 13 }
  const error = { error_code: 1, error: 'invalid_input', details }

  test('a person', async () => {
    const { status, body } = await ask({ ...field, headers: json, payload })
    expect([status, body]).toMatchObject([400, error])
    expect(body.message).toBe(
      'Something in the request is not valid: the JSON breaks at line 3, character 13. Check the values and try again.',
    )
  })

  test('a program', async () => {
    const { credential } = await newCredential(store)
    const headers = { ...json, authorization: `Bearer ${credential}` }
    const asked = { method: 'POST', url: '/open-api/v1/profiles', headers } as const
    const { status, body } = await ask({ ...asked, payload })
    expect([status, body]).toMatchObject([400, error])
    expect(JSON.stringify(body)).not.toContain('สมชาย')
  })
})

describe('a problem of RFC 9457', () => {
  const asking = (accept: string) => ask({ url: '/open-api/v1/profiles/7', headers: { accept } })

  test.each([
    ['application/problem+json'],
    ['application/json, application/problem+json'],
    ['text/html, Application/Problem+JSON;q=0.5, */*;q=0.1'],
  ])('answers who accepts %s', async (accept) => {
    const { status, body, type } = await asking(accept)
    expect([status, type]).toEqual([401, 'application/problem+json; charset=utf-8'])
    const docs = expect.stringMatching(/^http:\/\/.*\/docs\/open-api\/datasource-api\/get-started#key_invalid$/)
    expect(body).toEqual({
      ...{ type: docs, title: 'Key invalid', status: 401, request_id: expect.any(String) },
      ...{
        detail: expect.stringMatching(/^This API key or token is not valid/),
        error: 'key_invalid',
        error_code: 230,
      },
    })
  })

  test.each([
    ['*/*'],
    ['application/*'],
    ['application/json'],
    ['application/problem+json;q=0'],
    ['application/json, application/problem+json;q=0.9'],
  ])('does not answer who accepts %s', async (accept) => {
    const { body, type } = await asking(accept)
    expect(type).toMatch(/^application\/json/)
    expect(body).toMatchObject({ error: 'key_invalid', message: expect.any(String) })
  })

  test('has the title of its status and its details for people', async () => {
    const sent = { ...field, headers: { ...json, accept: 'application/problem+json' }, payload: '{' }
    expect((await ask(sent)).body).toEqual({
      ...{ type: 'about:blank', title: 'Bad Request', status: 400, error: 'invalid_input', error_code: 1 },
      ...{ detail: expect.stringContaining('line 1, character 2'), details: { fields: ['body'], line: 1, column: 2 } },
    })
  })
})

describe('Retry-After is in the answer', () => {
  const all = Object.entries(errors) as [ErrorName, { status: number }][]
  const later = all.filter(([, { status }]) => status === 429 || status === 503)

  test.each(later)('to %s', async (name) => {
    const app = Fastify()
    answerErrors(app)
    app.get('/', async () => {
      throw new ApiError(name as 'timed_out')
    })
    const { headers, statusCode } = await app.inject('/')
    expect([statusCode, Number(headers['retry-after'])]).toEqual([errors[name].status, expect.toSatisfy((s) => s > 0)])
  })

  test('to everything else that is answered with 429 or 503', async () => {
    const app = Fastify()
    answerErrors(app)
    app.get('/:status', async (request, reply) =>
      reply.code(Number((request.params as { status: string }).status)).send({}),
    )
    const after = async (status: number) => (await app.inject(`/${status}`)).headers['retry-after']
    expect([await after(429), await after(503), await after(500), await after(200)]).toEqual([
      '60',
      '5',
      undefined,
      undefined,
    ])
  })
})

test('a call that exceeds its time limit returns a timeout error', async () => {
  const slow = Fastify()
  answerErrors(slow)
  slow.get('/', { handlerTimeout: 20 }, () => new Promise(() => {}))
  const reply = await slow.inject({ url: '/', headers: { 'accept-language': 'en' } })
  expect([reply.statusCode, reply.json()]).toEqual([
    503,
    {
      error_code: 63,
      error: 'timed_out',
      message: 'This took too long. Reload the page to see whether it worked before you try again.',
    },
  ])
})

describe('the sentence', () => {
  test.each([
    ['en', 'This was not found. It may have been deleted. Reload the page.'],
    ['en-GB,en;q=0.9,th;q=0.5', 'This was not found. It may have been deleted. Reload the page.'],
    ['th', 'ไม่พบข้อมูลที่ต้องการ อาจถูกลบไปแล้ว กรุณาโหลดหน้าใหม่'],
    ['th-TH,en;q=0.5', 'ไม่พบข้อมูลที่ต้องการ อาจถูกลบไปแล้ว กรุณาโหลดหน้าใหม่'],
    ['', 'ไม่พบข้อมูลที่ต้องการ อาจถูกลบไปแล้ว กรุณาโหลดหน้าใหม่'],
    ['zz;q=abc,,', 'ไม่พบข้อมูลที่ต้องการ อาจถูกลบไปแล้ว กรุณาโหลดหน้าใหม่'],
  ])('for accept-language "%s"', async (language, message) => {
    expect((await ask({ url: '/api/nothing' }, language)).body.message).toBe(message)
  })
})

test('a Thai text of a thousand characters in an address is read whole', async () => {
  const name = 'ก'.repeat(1000)
  const known = await ask({ url: `/api/datasource/${encodeURIComponent(name)}` })
  // Read, and no id.
  expect(known).toMatchObject({ status: 400, body: { details: { fields: ['params.id'] } } })
  expect((await ask({ url: '/api/datasource/exists', query: { name } })).body).toEqual({ exists: false })
})

describe('on the wire', () => {
  let app: FastifyInstance
  let port = 0
  beforeAll(async () => {
    const { core } = await testServer()
    app = await testApp(core)
    await app.listen({ port: 0, host: '127.0.0.1' })
    port = (app.server.address() as { port: number }).port
  })
  afterAll(() => app.close())

  /** Sends bytes and returns the response until the server closes the connection. */
  const exchange = (bytes: string | Buffer) =>
    new Promise<string>((resolve, reject) => {
      let answer = ''
      const socket = connect(port, '127.0.0.1', () => socket.end(bytes))
      socket.on('data', (chunk) => {
        answer += chunk
      })
      socket.on('close', () => resolve(answer))
      socket.on('error', reject)
    })

  test.each<[string, string]>([
    ['no HTTP', 'hello\r\n\r\n'],
    ['a header that is none', 'GET /api/profile HTTP/1.1\r\nhost: x\r\nbroken\r\n\r\n'],
    ['two lengths', 'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    [
      'a length and chunks',
      'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['headers of 100 kB', `GET /api/profile HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`],
    ['an address of 100 kB', `GET /api/${'a'.repeat(100_000)} HTTP/1.1\r\nhost: x\r\n\r\n`],
    ['raw Thai in the address', 'GET /api/profile/ไทย HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
    [
      'a chunk that lies',
      'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n',
    ],
  ])('%s is refused in the shape of every refusal', async (_, bytes) => {
    const answer = await exchange(bytes)
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))
    expect(Object.keys(body)).toEqual(expect.arrayContaining(['error_code', 'error', 'message']))
  })
})
