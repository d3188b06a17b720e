import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { readiness } from '../metrics/ready.ts'
import { testApp } from '../testing/app.testing.ts'
import { testServer } from '../testing/store.testing.ts'
import { cutStalled, drain, endConnections } from './end-connections.ts'

const PATIENCE_MS = 300
const HEAD = 'GET /slow HTTP/1.1\r\nhost: localhost\r\n'

/** A server whose only call takes `ms` milliseconds, and a connection to it. */
async function served(ms: number): Promise<{ app: FastifyInstance; socket: Socket; heard: () => string }> {
  const app = Fastify()
  endConnections(app, PATIENCE_MS)
  app.get('/slow', async () => {
    await sleep(ms)
    return 'answered'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1')
  await Promise.all([once(socket, 'connect'), once(app.server, 'connection')])
  let text = ''
  socket.on('data', (chunk) => (text += chunk))
  socket.on('error', () => {})
  return { app, socket, heard: () => text }
}

test('a server that ends does not wait for a connection on which nothing was sent', async () => {
  const { app } = await served(0)
  await app.close()
})

test('nor for half of a request, be it the first of its connection or the next', async () => {
  const first = await served(0)
  first.socket.write(HEAD)
  const next = await served(0)
  next.socket.write(`${HEAD}\r\n`)
  await expect.poll(next.heard).toContain('answered')
  next.socket.write(HEAD)
  await sleep(50)
  await Promise.all([first.app.close(), next.app.close()])
})

test('a call in the middle gets its answer before the server ends', async () => {
  const { app, socket, heard } = await served(PATIENCE_MS / 2)
  socket.write(`${HEAD}\r\n`)
  await once(app.server, 'request')
  await app.close()
  await expect.poll(heard).toContain('answered')
})

test('a call that takes longer than the server waits is cut', async () => {
  const { app, socket, heard } = await served(60_000)
  socket.write(`${HEAD}\r\n`)
  await once(app.server, 'request')
  await app.close()
  expect(heard()).toBe('')
})

test('a server that drains answers as before, and closes each connection with its answer', async () => {
  const { app, socket, heard } = await served(0)
  const takeBack = await drain(app, 0)
  expect((await readiness()).parts.process).toBe('It is shutting down.')
  socket.write(`${HEAD}\r\n`)
  await once(socket, 'close')
  for (const part of ['200 OK', 'connection: close', 'answered']) expect(heard()).toContain(part)
  takeBack()
  await app.close()
})

test('a call that arrives while the server begins to end is answered', async () => {
  const { core } = await testServer()
  const app = await testApp(core)
  app.addHook('preClose', async () => sleep(PATIENCE_MS))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const closed = app.close()
  const reply = await fetch(`http://127.0.0.1:${port}/livez`)
  expect([reply.status, reply.headers.get('connection')]).toEqual([200, 'close'])
  await closed
})

describe('a connection is cut', () => {
  const STALL_MS = 300

  async function stalling(send: string) {
    const app = Fastify()
    cutStalled(app, STALL_MS)
    app.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume().once('end', () => done(null))
    })
    app.get('/large', (_request, reply) => reply.send(Buffer.alloc(50_000_000, 'x')))
    app.post('/body', async () => 'received')
    app.get('/slow', async () => {
      await sleep(STALL_MS * 4)
      return 'answered'
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(send)
    const [seen] = (await once(app.server, 'request')) as [{ socket: Socket }]
    return { app, socket, seen: seen.socket }
  }

  test('when its caller takes nothing of an answer', async () => {
    const { app, socket, seen } = await stalling('GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n')
    socket.pause()
    await once(seen, 'close')
    await app.close()
  })

  test('when its caller stops in the middle of a body', async () => {
    const head = 'POST /body HTTP/1.1\r\nhost: localhost\r\ncontent-type: a/b\r\ncontent-length: 9\r\n\r\n'
    const { app, seen } = await stalling(`${head}abc`)
    await once(seen, 'close')
    await app.close()
  })

  test('and not while its call is at work', async () => {
    const { app, socket } = await stalling('GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n')
    const [text] = await once(socket, 'data')
    expect(String(text)).toContain('answered')
    socket.destroy()
    await app.close()
  })
})
