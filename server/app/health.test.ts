import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** Starts a port whose readyz returns this, and returns its number. */
async function readyPort(status: number, parts: object): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(status).end(JSON.stringify({ parts })))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return String((server.address() as AddressInfo).port)
}

async function health(settings: Record<string, string>): Promise<unknown> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'health.ts')], { env: settings, stdio: 'ignore' })
  return (await once(child, 'exit'))[0]
}

test('a worker is healthy by its port of metrics alone, and an API process by both ports', async () => {
  const [ready, starting] = [await readyPort(200, { database: 'ok' }), await readyPort(200, {})]
  const away = await readyPort(503, { database: 'It cannot be reached.' })
  const found = await Promise.all([
    health({ RUAM_ROLE: 'worker', METRICS_PORT: ready, PORT: away }),
    health({ RUAM_ROLE: 'worker', METRICS_PORT: away }),
    health({ RUAM_ROLE: 'worker', METRICS_PORT: starting }),
    health({ RUAM_ROLE: 'worker' }),
    health({ RUAM_ROLE: 'api', METRICS_PORT: ready, PORT: ready }),
    health({ RUAM_ROLE: 'api', METRICS_PORT: ready, PORT: away }),
  ])
  expect(found).toEqual([0, 1, 1, 1, 0, 1])
})
