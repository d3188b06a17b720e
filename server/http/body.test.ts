import { connect } from 'node:net'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../testing/app.testing.ts'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'

let store: TestStore
let app: FastifyInstance
let port = 0
beforeAll(async () => {
  const { core } = await testServer()
  store = await newStore()
  app = await testApp(core, { patience: { body: 400, pause: 200 } })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as { port: number }).port
})
afterAll(() => app.close())

/** Opens a connection, sends these bytes and waits. Returns the response until `enough`, or until the end. */
function open(bytes: string, enough: (answer: string) => boolean, then = (_write: (more: string) => void) => {}) {
  return new Promise<string>((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes)
      then((more) => socket.write(more))
    })
    const over = () => {
      socket.destroy()
      resolve(answer)
    }
    socket.on('data', (chunk) => {
      answer += chunk
      if (enough(answer)) over()
    })
    socket.on('close', over)
    socket.on('error', reject)
  })
}

const head = (address: string, length: number | 'chunked', token?: string) =>
  [
    `${address} HTTP/1.1`,
    'host: x',
    'accept-language: en',
    'content-type: application/json',
    length === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${length}`,
    ...(token ? [`authorization: Bearer ${token}`] : []),
    '\r\n',
  ].join('\r\n')

const whole = (answer: string) => /\r\n\r\n.*\}/s.test(answer)
const told = (answer: string) => ({
  status: Number(answer.slice(9, 12)),
  error: (JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as { error: string }).error,
})

const field = 'POST /api/activity-field'
const profile = 'POST /api/profile'

describe('a body that has not been sent', () => {
  test.each(['', 'short', 'x'.repeat(300)])(
    'is answered with signed_out when the token is invalid (token "%s")',
    async (token) => {
      expect(told(await open(head(profile, 1_000_000, token), whole))).toEqual({ status: 401, error: 'signed_out' })
    },
  )

  test.each([1_000_000, 'chunked'] as const)(
    'is answered with forbidden when the caller lacks the right (length %s)',
    async (length) => {
      const { token } = await store.member(['cdp-core.label.read'])
      expect(told(await open(head(profile, length, token), whole))).toEqual({ status: 403, error: 'forbidden' })
      expect(told(await open(head(profile, length, 'x'.repeat(43)), whole))).toEqual({
        status: 401,
        error: 'signed_out',
      })
    },
  )

  test.each([
    [field, 20_000],
    ['POST /api/auth/login', 5000],
  ])('is answered with too_large when its length exceeds the limit of %s', async (address, length) => {
    expect(told(await open(head(address, length, store.token), whole))).toEqual({ status: 413, error: 'too_large' })
  })

  test('is answered with not_found at an unknown address', async () => {
    expect(told(await open(head('POST /api/nothing', 1_000_000), whole))).toEqual({ status: 404, error: 'not_found' })
  })
})

test('a body that was refused unread is skipped: the next request of its connection is answered', async () => {
  const body = 'x'.repeat(100_000)
  const next = 'GET /livez HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'
  const answer = await open(`${head(profile, body.length)}${body}${next}`, () => false)
  expect([...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['401', '200'])
})

test('a chunked body without a length is cut off at the limit', async () => {
  const piece = `1000\r\n${'x'.repeat(4096)}\r\n`
  const answer = await open(`${head(field, 'chunked', store.token)}${piece.repeat(5)}`, whole)
  expect(told(answer)).toEqual({ status: 413, error: 'too_large' })
})

describe('a slow body is given up', () => {
  test('when nothing more comes', async () => {
    expect(told(await open(`${head(field, 100, store.token)}{`, whole))).toEqual({ status: 408, error: 'too_slow' })
  })

  test('when it arrives a byte at a time', async () => {
    let timer: NodeJS.Timeout | undefined
    const trickle = (write: (more: string) => void) => {
      timer = setInterval(() => write(' '), 20)
    }
    const answer = await open(`${head('POST /api/auth/login', 4000)}{`, whole, trickle)
    clearInterval(timer)
    expect(told(answer)).toEqual({ status: 408, error: 'too_slow' })
  })
})

describe('a body', () => {
  const create = async (payload: string) => {
    const headers = { authorization: `Bearer ${store.token}`, 'content-type': 'application/json' }
    const reply = await app.inject({ method: 'POST', url: `/api${profileFields.create.path}`, headers, payload })
    return { status: reply.statusCode, fields: reply.json().details?.fields as string[] | undefined }
  }

  test.each(['[', '{"a":'])('a body with too deeply nested "%s" is refused before it is parsed', async (open) => {
    const close = open === '[' ? ']' : '}'
    const nested = (depth: number) => `{"extra":${open.repeat(depth)}1${close.repeat(depth)}}`
    expect((await create(nested(31))).fields).toContain('body.extra')
    expect(await create(nested(32))).toEqual({ status: 400, fields: ['body'] })
  })

  test('may contain any number of sibling brackets, and brackets in its texts', async () => {
    const display_name = `\\"${'[{'.repeat(40)}\\\\`
    const body = (name: string) => `{"field_name":"${name}","display_name":"${display_name}","data_type":"String"}`
    expect((await create(body('brackets'))).status).toBe(200)
    expect((await create(`{"extra":[${'[],'.repeat(500)}[]]}`)).fields).toContain('body.extra')
  })
})
