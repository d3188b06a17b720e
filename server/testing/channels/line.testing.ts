import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { startLine } from '../../../tools/line/server.ts'
import { addChannel, type Channel, type NewChannel } from '../../../tools/line/state.ts'
import { bodyOf, type LineEvent, postWebhook, signatureOf } from '../../../tools/line/webhooks.ts'
import { atEndOfFile } from '../end-of-file.testing.ts'
import { type TestStore, testServer } from '../store.testing.ts'

let started: ReturnType<typeof startLine> | undefined

/** Starts LINE's simulator for a test file, and leads the test server to it. */
export async function testLine() {
  started ??= start()
  return started
}

async function start() {
  const line = await startLine()
  const { core, app } = await testServer()
  core.config.line.apiUrl = line.url
  core.config.line.stickerUrl = line.url
  core.config.line.dataUrl = line.url
  core.config.line.loginUrl = line.url
  const own = `http://localhost:${core.config.port}/`
  // The test server listens on no port.
  line.state.post = async (url, payload, headers) => {
    if (!url.startsWith(own)) return postWebhook(url, payload, headers)
    return (await app.inject({ method: 'POST', url: new URL(url).pathname, headers, payload })).statusCode
  }
  atEndOfFile(async () => {
    started = undefined
    await line.stop()
    const { violations } = line.state
    if (violations.length > 0) throw new Error(`Requests broke LINE's description: ${violations.join('; ')}`)
  })
  return line
}

let counter = 0

/** Connects a new account of LINE to a store. */
export async function connectLine(store: TestStore, channel: NewChannel = {}) {
  const { state } = await testLine()
  const line = addChannel(state, {
    id: `2${process.pid}${String(++counter).padStart(5, '0')}`.slice(0, 18),
    ...channel,
  })
  const account = await store.call(lineOa.create, {
    body: { channel_id: line.id, channel_secret: line.secret },
  })
  return { line, account }
}

interface Posted {
  signature?: string
  body?: string
}

/** Posts events to an account's webhook as LINE does. Returns the status. */
export async function postEvents(
  line: Channel,
  url: string,
  events: readonly LineEvent[],
  { signature, body = bodyOf(line, events) }: Posted = {},
): Promise<number> {
  const { app } = await testServer()
  const reply = await app.inject({
    method: 'POST',
    url: new URL(url).pathname,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-line-signature': signature ?? signatureOf(line.secret, body),
    },
    payload: body,
  })
  return reply.statusCode
}

/** Waits until the inbox of a store is empty. */
export async function inboxEmpty(storeId: number): Promise<void> {
  const { admin } = await testServer()
  for (;;) {
    const { rows } = await admin.query('select from inbox where store_id = $1 limit 1', [storeId])
    if (rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Waits until the names of all friends of a store are known. */
export async function namesStored(storeId: number): Promise<void> {
  const { admin } = await testServer()
  for (;;) {
    await inboxEmpty(storeId)
    const { rows } = await admin.query(
      'select from channel_friend where store_id = $1 and name_at is not null limit 1',
      [storeId],
    )
    if (rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Keeps the ingester of a store from working until the returned function is called. */
export async function pauseIngester(storeId: number): Promise<() => Promise<void>> {
  const { admin } = await testServer()
  const holder = await admin.connect()
  await holder.query('begin')
  await holder.query(
    'insert into ingester (store_id) values ($1) on conflict (store_id) do update set updated_at = now()',
    [storeId],
  )
  return async () => {
    await holder.query('commit')
    holder.release()
    await inboxEmpty(storeId)
  }
}
