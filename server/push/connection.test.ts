import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { type PushConnection, serveConnection } from './connection.ts'

const nobody = { read: () => undefined, rightsOf: async () => undefined, join: () => false, leave() {} }
const servers: WebSocketServer[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A client and the server's end of its connection, which refuses every token. */
async function pair() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  servers.push(server)
  await once(server, 'listening')
  const served = new Promise<PushConnection>((resolve) => {
    server.on('connection', (ws) => resolve(serveConnection(ws, nobody)))
  })
  const ws = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const said: string[] = []
  ws.on('message', (data) => said.push(String(data)))
  const connection = await served
  await once(ws, 'message')
  return { ws, connection, said }
}

test('a client that is silent for half a minute gets one ping, and is closed after another half', async () => {
  const { ws, connection, said } = await pair()
  const now = Date.now()
  for (const seconds of [29, 31, 33]) connection.beat(now + seconds * 1000)
  connection.beat(now + 61_000)
  await once(ws, 'close')
  expect(said.slice(1)).toEqual(['PING\r\n', "-ERR 'Stale Connection'\r\n"])
})

test('a client that shows no token is not kept', { tags: ['verify'] }, async () => {
  const { ws, said } = await pair()
  await once(ws, 'close')
  expect(said.at(-1)).toBe("-ERR 'Authentication Timeout'\r\n")
})

test('a client that asks before it has shown a token is ended', async () => {
  for (const line of ['SUB a 1\r\n', 'UNSUB 1\r\n', 'PUB a 0\r\n\r\n', 'CONNECT {"jwt":"","sig":""}\r\n']) {
    const { ws, said } = await pair()
    ws.send(line)
    await once(ws, 'close')
    expect(said.at(-1)).toBe("-ERR 'Authorization Violation'\r\n")
  }
})
