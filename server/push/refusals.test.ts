import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { jwtAuthenticator } from '@nats-io/nats-core'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import {
  connect,
  exportEvent,
  forged,
  type Grant,
  grantOf,
  listener,
  published,
  pushServer,
  receivedMessages,
} from '../testing/push/push.testing.ts'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'

let address: string
let store: TestStore
let grant: Grant
beforeAll(async () => {
  ;({ address } = await pushServer())
  store = await newStore()
  grant = await grantOf(store)
})

describe('a connection', () => {
  test('may not subscribe to another subject, a wildcard or a queue', async () => {
    const foreign = await grantOf(await store.member('owner'))
    const connection = await connect(address, grant)
    const answered = (subject: string, queue?: string) =>
      new Promise<string>((resolve) => {
        connection.subscribe(subject, { queue, callback: (error) => resolve(error?.message ?? 'a message') })
      })
    const wildcards = ['>', 'test.>', grant.subject.replace(/\d+$/, '*'), grant.subject.replace(/\.\d+\./, '.*.')]
    for (const subject of [foreign.subject, ...wildcards, `${grant.subject}.>`, '_INBOX.x']) {
      expect(await answered(subject)).toMatch(/permissions violation for subscription/i)
    }
    expect(await answered(grant.subject, 'tabs')).toMatch(/permissions violation for subscription/i)
    await connection.close()
  })

  test('may not publish, not even to itself', async () => {
    const { connection, next } = await listener(address, grant)
    const statuses = connection.status()[Symbol.asyncIterator]()
    connection.publish(grant.subject, '{"event_type":"export","event_data":{"export_id":1}}')
    const { value } = await statuses.next()
    expect(value).toMatchObject({ type: 'error', error: { message: expect.stringMatching(/violation for publish/i) } })
    await published(exportEvent(store.storeId, 2))
    expect(await next()).toMatchObject({ event_data: { export_id: 2 } })
    await connection.close()
  })

  test('ends with its token', async () => {
    const expires = Math.floor(Date.now() / 1000) + 60
    const last = await forged(grant, { expires })
    // The clock stands still: the token has this much left however long a busy machine takes to connect.
    const clock = vi.spyOn(Date, 'now').mockReturnValue(expires * 1000 - 300)
    onTestFinished(() => clock.mockRestore())
    const connection = await connect(address, last)
    expect((await connection.closed())?.message).toMatch(/user authentication expired/i)
  })

  test('that does not read is dropped, and the others hear everything', { tags: ['verify'] }, async () => {
    const { admin } = await testServer()
    const reader = await listener(address, grant)
    const { socket, closed } = await idleClient(grant)
    socket.pause()
    // More than the system buffers for a connection, in bursts that a reader keeps up with.
    const [bursts, events] = [200, 100]
    for (let n = 1; n <= bursts * events; n++) {
      if (n % events === 1) {
        await admin.query(
          `select pg_notify(auth.push_channel(), jsonb_build_object('store_id', $1::int, 'user_id', null, 'event_type', 'export', 'event_data',
            jsonb_build_object('export_id', n, 'progress', 0, 'status', 'processing', 'url', repeat('x', 1000)))::text)
           from generate_series($2::int, $3::int) n`,
          [store.storeId, n, n + events - 1],
        )
      }
      expect(await reader.next()).toMatchObject({ event_data: { export_id: n } })
    }
    socket.resume()
    await closed
    await reader.connection.close()
  })

  test('that sends malformed data is closed, and the server continues', async () => {
    const rubbish = [
      'GET / HTTP/1.1\r\n\r\n',
      'PUB\r\n',
      'CONNECT {"jwt":1}\r\n',
      `${'x'.repeat(5000)}`,
      `SUB ${'x'.repeat(4090)}\r\n`,
      'PUB a 999999999\r\n',
      `SUB ${grant.subject} 1\r\n`,
      randomBytes(4000),
      'x'.repeat(100_000),
    ]
    for (const bytes of rubbish) {
      const ws = new WebSocket(address)
      await once(ws, 'message')
      ws.on('error', () => {}).send(bytes)
      ws.send('\r\n')
      await once(ws, 'close')
    }
    const { socket, closed } = await idleClient(grant)
    socket.write(Buffer.of(0xff, 0xff, 0, 0, 0, 0))
    await closed
    expect(await receivedMessages(address, grant)).toBe('open')
  })
})

/** A websocket whose TCP connection we hold in our hands, signed in and subscribed. */
async function idleClient({ token, seed, subject }: Grant) {
  const ws = new WebSocket(address)
  const [info] = await once(ws, 'message')
  const { nonce } = JSON.parse(String(info).slice('INFO '.length))
  const shown = jwtAuthenticator(token, seed)(nonce)
  ws.send(`CONNECT ${JSON.stringify(shown)}\r\nSUB ${subject} 1\r\nPING\r\n`)
  await once(ws, 'message')
  const { _socket: socket } = ws as unknown as { _socket: Socket }
  const closed = once(
    ws.on('error', () => {}),
    'close',
  )
  return { socket, closed }
}
