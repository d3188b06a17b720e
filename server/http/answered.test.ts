import { expect, test } from 'vitest'
import { currentTrace } from '../core/trace.ts'
import { testApp } from '../testing/app.testing.ts'
import { newStore, testServer } from '../testing/store.testing.ts'

const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

async function appOf({ trustProxy = 0, accessLog = false } = {}) {
  const { core } = await testServer()
  const lines: string[] = []
  const config = { ...core.config, trustProxy, accessLog }
  const app = await testApp({ ...core, config }, { log: { write: (line) => lines.push(line) } })
  return { app, lines }
}

test('takes the request id of a trusted proxy, and a new one in place of a dangerous one', async () => {
  const { app } = await appOf({ trustProxy: 1 })
  const idOf = async (given: string) =>
    (await app.inject({ url: '/livez', headers: { 'x-request-id': given } })).headers['x-request-id']
  expect(await idOf('proxy-1.A_b')).toBe('proxy-1.A_b')
  for (const given of ['x'.repeat(10_000), 'x'.repeat(65), 'a b', 'ก', '"', '']) expect(await idOf(given)).toMatch(UUID)
  await app.close()
})

test('every answer carries its request id, which callers without a proxy do not choose', async () => {
  const { app } = await appOf()
  for (const url of ['/livez', '/api/nothing', '/api/profile', '/api/profile/%E0%B8', '/nothing']) {
    const reply = await app.inject({ url, headers: { 'x-request-id': 'mine' } })
    expect([url, reply.headers['x-request-id']]).toEqual([url, expect.stringMatching(UUID)])
  }
  await app.close()
})

test('a call works in the trace of its proxy, also after its body was read', async () => {
  const { app } = await appOf({ trustProxy: 1 })
  app.post('/traced', async () => currentTrace())
  const headers = { traceparent: TRACEPARENT, 'x-request-id': 'r1' }
  const reply = await app.inject({ method: 'POST', url: '/traced', payload: { some: 'body' }, headers })
  expect(reply.json()).toMatchObject({ requestId: 'r1', traceId: TRACEPARENT.slice(3, 35), sampled: true })
  const other = await app.inject({ method: 'POST', url: '/traced', headers: { traceparent: '00-junk' } })
  expect(other.json().traceId).toMatch(/^(?!0+$)[0-9a-f]{32}$/)
  await app.close()
})

test('the access log has one line per answer, without address, body or person', async () => {
  const { app, lines } = await appOf({ accessLog: true })
  const { token, storeId } = await newStore()
  const headers = { authorization: `Bearer ${token}` }
  await app.inject({ url: '/api/profile?keyword=marker', headers })
  await app.inject({ url: '/api/marker' })
  await app.close()
  const answers = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answer')
  expect(answers).toMatchObject([
    { method: 'GET', call: 'profiles.list', status: 200, store: storeId, request_id: expect.stringMatching(UUID) },
    { method: 'GET', call: 'none', status: 404, store: null },
  ])
  expect(Object.keys(answers[0]).sort()).toEqual(
    [
      'bytes',
      'call',
      'level',
      'method',
      'ms',
      'msg',
      'reqId',
      'request_id',
      'status',
      'store',
      'time',
      'trace_id',
    ].sort(),
  )
  expect(lines.join('')).not.toContain('marker')
})
