import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, createServer, request as httpRequest } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { labels } from '@ruam/contract/customers/labels.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { databaseUrl, OWNER } from '../testing/database.testing.ts'
import { openDoor } from '../testing/door.testing.ts'
import { until } from '../testing/until.testing.ts'
import { beginImport, openProcesses, type Processes } from './processes-scene.ts'
import { signIn } from './ruam-client.ts'
import { startRuam } from './ruam-process.ts'

const name = `ruam_restarts_${process.pid}`
let scene: Processes
beforeAll(async () => {
  scene = await openProcesses(name)
})
afterAll(() => scene.stop())

/** A door to the database, and the owner's address through it. */
async function databaseDoor() {
  const url = new URL(databaseUrl(inject('database').superUrl, name, { name: OWNER, password: 'owner' }))
  const door = await openDoor(url.href)
  url.port = String(door.port)
  return { door, url: url.href }
}

async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('a start without the database waits for it, alive and not ready', {
  tags: ['verify'],
  timeout: 60_000,
}, async () => {
  const { door, url } = await databaseDoor()
  await door.close()
  const [folder, port] = [await mkdtemp(join(tmpdir(), `${name}-`)), await freePort()]
  const starting = startRuam(folder, { role: 'api', port, env: { ...scene.env, DATABASE_URL: url } })
  const answer = async (path: string) => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined)
    return reply && [reply.status, reply.headers.get('retry-after'), await reply.json()]
  }
  expect(await until(() => answer('/livez'))).toEqual([200, null, { status: 'ok' }])
  expect(await answer('/readyz')).toMatchObject([503, '5', {}])
  expect(await answer('/webhook/line/x')).toMatchObject([503, '5', { error: 'database_away' }])
  await sleep(1000)
  await door.open()
  const ruam = await starting
  expect(ruam.lines.filter((line) => line.includes('ECONNREFUSED'))).toHaveLength(1)
  await expect.poll(() => answer('/readyz'), { timeout: 10_000 }).toMatchObject([200, null, {}])
  await ruam.signal('SIGTERM')
  await door.close()
  await rm(folder, { recursive: true, force: true })
})

test('an import goes on after the database has vanished in the middle of it', {
  tags: ['verify'],
  timeout: 200_000,
}, async () => {
  const { door, url } = await databaseDoor()
  const folder = await mkdtemp(join(tmpdir(), `${name}-`))
  const ruam = await startRuam(folder, { role: 'all', env: { ...scene.env, DATABASE_URL: url } })
  const { ended } = await beginImport(scene, await signIn(ruam.address))
  await door.close()
  await sleep(2000)
  await door.open()
  await ended()
  await ruam.signal('SIGTERM')
  await door.close()
  await rm(folder, { recursive: true, force: true })
})

/** Milliseconds between two looks of the proxy at `readyz`. */
const LOOK_MS = 200
const CALLERS = 4

test('processes behind a proxy restart in turn, and no call fails', {
  tags: ['verify'],
  timeout: 400_000,
}, async () => {
  scene.env.TRUST_PROXY = '1'
  scene.env.RUAM_DRAIN_SECONDS = '1'
  const running = [await scene.start('api'), await scene.start('api')]
  const proxy = await startProxy(() => running.map(({ address }) => address))
  const client = await signIn(proxy.url)
  const failed: unknown[] = []
  let calls = 0
  let over = false
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    for (let n = 0; !over; n++, calls++)
      await (n % 2 === 0
        ? client.call(labels.list, { query: {} })
        : client.call(labels.create, { body: { name: `${caller} ${n}`, color: 'teal', type: 'general' } })
      ).catch((error: unknown) => failed.push(error))
  })
  for (const place of [0, 1]) {
    const former = running[place]!
    await former.signal('SIGTERM')
    running[place] = await scene.start('api')
    await proxy.sees(running[place].address)
  }
  over = true
  await Promise.all(callers)
  await proxy.stop()
  console.log(`${calls} calls through 2 restarts, ${failed.length} failed`)
  expect(failed).toEqual([])
  expect(calls).toBeGreaterThan(100)
})

/** A proxy with kept connections that forwards to processes whose `readyz` answers 200. */
async function startProxy(addresses: () => readonly string[]) {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set<string>()
  const look = async () => {
    for (const address of addresses()) {
      const reply = await fetch(`${address}/readyz`, { headers: { connection: 'close' } }).catch(() => undefined)
      if (reply?.ok) ready.add(address)
      else ready.delete(address)
    }
    for (const address of ready) if (!addresses().includes(address)) ready.delete(address)
  }
  await look()
  const timer = setInterval(() => void look(), LOOK_MS)
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const [...there] = ready
    const address = there[turn++ % there.length]
    if (!address) return void outgoing.writeHead(502).end()
    const { method, headers, url } = incoming
    const forwarded = httpRequest(`${address}${url}`, { agent, method: method!, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode!, reply.headers)
      reply.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.writeHead(502).end())
    incoming.pipe(forwarded)
  }).listen(0, '127.0.0.1')
  // Else a slow caller meets the end of its kept connection.
  server.keepAliveTimeout = 600_000
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    sees: (address: string) => until(async () => ready.has(address)),
    async stop() {
      clearInterval(timer)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      agent.destroy()
    },
  }
}
