import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { callOutside } from '../../core/outside-call.ts'
import { inSpan, inTrace, newTrace } from '../../core/trace.ts'
import { metricsText, startMetrics } from '../../metrics/metrics.ts'
import { exportSpans } from './spans.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** Listens, and keeps the requests. `answers: false` never answers. */
async function listening({ answers }: { answers: boolean }) {
  const got: { url: string; traceparent: unknown; body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    got.push({ url: request.url!, traceparent: request.headers.traceparent, body })
    if (answers) response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, got }
}

test('spans of a job and its outgoing request reach the collector in one trace, and the request continues it', async () => {
  const [collector, other] = [await listening({ answers: true }), await listening({ answers: true })]
  const end = await exportSpans({ url: collector.url, version: '1', role: 'worker' })
  const trace = newTrace('r1')
  await inTrace(trace, () =>
    inSpan('broadcast', 'consumer', { queue: 'broadcast', store: 7 }, () =>
      callOutside(`${other.url}/secret?name=x`, { signal: AbortSignal.timeout(5000) }),
    ),
  )
  await end()
  const [{ url, body }] = collector.got as [(typeof collector.got)[0]]
  const { resource, scopeSpans } = JSON.parse(body).resourceSpans[0]
  expect(url).toBe('/v1/traces')
  expect(JSON.stringify(resource)).toContain('"ruam"')
  const [outgoing, job] = scopeSpans[0].spans
  expect([outgoing.name, job.name, outgoing.parentSpanId]).toEqual(['outgoing', 'broadcast', job.spanId])
  expect([job.traceId, job.parentSpanId]).toEqual([trace.traceId, trace.spanId])
  expect(other.got[0]!.traceparent).toBe(`00-${trace.traceId}-${outgoing.spanId}-01`)
  expect(body).not.toContain('secret')
})

test('a collector that hangs costs no waiting, and the spans left out are counted', async () => {
  await startMetrics({ version: '1', role: 'all' })
  const collector = await listening({ answers: false })
  const end = await exportSpans({ url: collector.url, version: '1', role: 'all' })
  await inTrace(newTrace('r1'), async () => {
    for (let each = 0; each < 5000; each++) await inSpan('transaction', 'client', {}, async () => {})
  })
  const dropped = Number(/^ruam_spans_dropped_total (\d+)/m.exec(await metricsText())![1])
  expect(dropped).toBe(5000 - 2048)
  const began = performance.now()
  await end()
  expect(performance.now() - began).toBeLessThan(4000)
})
