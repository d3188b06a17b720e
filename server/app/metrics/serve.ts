import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MetricsSettings } from '../../core/config.ts'
import { isSameSecret } from '../../core/tokens.ts'
import { AWAY_SECONDS } from '../../http/retry-after.ts'
import { metricsText } from '../../metrics/metrics.ts'
import { readiness } from '../../metrics/ready.ts'

/** Milliseconds for a request and its answer; the collectors of a scrape take two seconds at most. */
const REQUEST_MS = 10_000

/** Serves `/metrics`, `/livez` and `/readyz` on a port of their own. Only `/metrics` asks for the token. */
export async function serveMetrics({ port, host, token }: MetricsSettings) {
  const server = createServer({ requestTimeout: REQUEST_MS, maxHeaderSize: 8192 }, (request, response) => {
    answer(request, response, token).catch(() => response.destroy())
  })
  server.maxConnections = 50
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, token: string | undefined): Promise<void> {
  request.resume()
  const path = request.url?.split('?')[0]
  const send = (status: number, type: string, body: string, headers: Record<string, string> = {}) =>
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...headers }).end(body)
  if (request.method !== 'GET') return void send(405, 'text/plain', 'GET only\n', { allow: 'GET' })
  if (path === '/livez') return void send(200, 'application/json', '{"status":"ok"}')
  if (path === '/readyz') {
    const { ready, parts } = await readiness()
    const body = JSON.stringify({ status: ready ? 'ok' : 'not ready', parts })
    if (ready) return void send(200, 'application/json', body)
    return void send(503, 'application/json', body, { 'retry-after': String(AWAY_SECONDS) })
  }
  if (path !== '/metrics') return void send(404, 'text/plain', 'Not found\n')
  const given = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  if (token && !isSameSecret(given, token))
    return void send(401, 'text/plain', 'The token is missing or wrong.\n', { 'www-authenticate': 'Bearer' })
  send(200, 'text/plain; version=0.0.4; charset=utf-8', await metricsText())
}
