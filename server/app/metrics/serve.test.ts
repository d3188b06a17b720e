import { afterAll, beforeAll, expect, test } from 'vitest'
import { count, metricsText, onScrape, startMetrics } from '../../metrics/metrics.ts'
import { readyPart } from '../../metrics/ready.ts'
import { serveMetrics } from './serve.ts'

const TOKEN = 'a-token-of-twenty-letters'
let served: Awaited<ReturnType<typeof serveMetrics>>
beforeAll(async () => {
  await startMetrics({ version: '1', role: 'all' })
  served = await serveMetrics({ port: 0, host: '127.0.0.1', token: TOKEN })
})
afterAll(() => served.close())

const get = (path: string, token?: string) =>
  fetch(`http://127.0.0.1:${served.port}${path}`, { headers: token ? { authorization: `Bearer ${token}` } : {} })

test('a scrape without the token, or with another, is refused', async () => {
  expect((await get('/metrics')).status).toBe(401)
  expect((await get('/metrics', `${TOKEN}x`)).status).toBe(401)
  const reply = await get('/metrics', TOKEN)
  expect(reply.status).toBe(200)
  expect(await reply.text()).toContain('ruam_build_info{version="1",role="all"} 1')
})

test('a scrape answers within its limit while a collector hangs', async () => {
  const end = onScrape(() => new Promise(() => {}))
  count('ruam_line_requests_total', { outcome: 'ok' })
  const text = await metricsText(20)
  end()
  expect(text).toContain('ruam_line_requests_total{outcome="ok"} 1')
})

test('readyz names each part, and fails only for one that the process needs', async () => {
  const ends = [
    readyPart('storage', () => 'It is full.', { optional: true }),
    readyPart('queue', async () => undefined),
  ]
  const well = await get('/readyz')
  expect([well.status, await well.json()]).toEqual([
    200,
    { status: 'ok', parts: { storage: 'It is full.', queue: 'ok' } },
  ])
  ends.push(readyPart('queue', () => Promise.reject(new Error('secret address'))))
  const unwell = await get('/readyz')
  expect([unwell.status, await unwell.json()]).toEqual([
    503,
    { status: 'not ready', parts: { storage: 'It is full.', queue: 'It cannot be reached.' } },
  ])
  for (const end of ends) end()
})
