import dgram from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import net from 'node:net'
import tls from 'node:tls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { refuseOutgoing } from './outgoing.ts'

let calls = 0
const servers = [1, 2].map(() => createServer((_, reply) => reply.end(`${++calls}`)))
const refused: string[] = []
let end = () => {}
const portOf = (place: 0 | 1) => (servers[place]!.address() as AddressInfo).port

beforeEach(async () => {
  calls = 0
  refused.length = 0
  for (const server of servers) await once(server.listen(0, '127.0.0.1'), 'listening')
  end = refuseOutgoing([{ host: '127.0.0.1', port: portOf(0) }], (to) => refused.push(to))
})
afterEach(() => {
  end()
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

test('a process with one allowed destination reaches it, and nothing else by any way', async () => {
  expect(await (await fetch(`http://127.0.0.1:${portOf(0)}`)).text()).toBe('1')
  const other = portOf(1)
  await expect(fetch(`http://127.0.0.1:${other}`)).rejects.toThrow()
  await expect(fetch(`http://localhost:${portOf(0)}`)).rejects.toThrow()
  for (const open of [
    () => net.connect(other, '127.0.0.1'),
    () => net.connect({ host: '127.0.0.1', port: other }),
    () => new net.Socket().connect(other, '127.0.0.1'),
    () => net.connect('/tmp/a.socket'),
    () => tls.connect({ host: '127.0.0.1', port: other }),
  ]) {
    const [error] = await once(open(), 'error')
    expect(error).toMatchObject({ code: 'ECONNREFUSED', message: expect.stringMatching(/may have none/) })
  }
  const datagram = dgram.createSocket('udp4')
  expect(() => datagram.send('x', other, '127.0.0.1')).toThrow(/may send none/)
  datagram.close()
  expect([calls, refused.length]).toEqual([1, 8])
  end()
  expect(await (await fetch(`http://127.0.0.1:${other}`)).text()).toBe('2')
})
