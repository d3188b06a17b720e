import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { lineModule, lineOa } from '@ruam/contract/channels/accounts.ts'
import { dashboard } from '@ruam/contract/reports/dashboard.ts'
import { expect, test } from 'vitest'
import { addChannel, addFriend } from '../../../tools/line/state.ts'
import { connectLine, testLine } from '../../testing/channels/line.testing.ts'
import { atEndOfFile } from '../../testing/end-of-file.testing.ts'
import { newStore } from '../../testing/store.testing.ts'

/** A picture of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Serves a picture as LINE's servers do, and returns its address. */
async function pictureServer(): Promise<string> {
  const server = createServer((_, reply) => reply.setHeader('content-type', 'image/png').end(PNG))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEndOfFile(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/picture.png`
}

test('an account keeps a copy of its picture, the response mode of its chat, and never shows its secret', async () => {
  const store = await newStore()
  const { line, account } = await connectLine(store, { pictureUrl: await pictureServer(), chatMode: 'chat' })
  expect(account).toMatchObject({ chat_mode: 'chat', secret_end: line.secret.slice(-4), status: 'active' })
  expect(account.picture).toBe(`data:image/png;base64,${PNG.toString('base64')}`)
  const shown = JSON.stringify(await store.call(lineOa.get, { params: { id: String(account.id) } }))
  expect(shown).not.toContain(line.secret)
})

test('an account keeps what staff found about the automatic answers of LINE itself', async () => {
  const store = await newStore()
  const { account } = await connectLine(store)
  const params = { id: String(account.id) }
  expect(account.line_answers).toBeNull()
  const found = await store.call(lineOa.update, {
    params,
    body: { line_answers: 'on', origin_time: account.updated_at },
  })
  expect(found.line_answers).toBe('on')
  await store.call(lineOa.update, { params, body: { line_answers: 'off', origin_time: found.updated_at } })
  expect((await store.call(lineOa.list, { query: {} })).data[0]!.line_answers).toBe('off')
})

test('a module channel is connected, listed apart, switched, renamed and disconnected', async () => {
  const store = await newStore()
  const { state } = await testLine()
  const module = addChannel(state, { id: `3${process.pid}00001`.slice(0, 18), displayName: 'จองคิว' })
  const made = await store.call(lineModule.create, {
    body: { channel_id: module.id, channel_secret: module.secret },
  })
  const params = { id: String(made.id) }
  expect(made).toMatchObject({ type: 'lineModule', name: 'จองคิว' })
  expect((await store.call(lineModule.list, { query: {} })).data.map(({ id }) => id)).toEqual([made.id])
  expect((await store.call(lineOa.list, { query: {} })).data).toEqual([])
  const switched = await store.call(lineOa.updateStatus, { params, body: { status: 'inactive' } })
  expect(switched).toMatchObject({ type: 'lineModule', status: 'inactive' })
  expect(await store.call(lineOa.check, { params, body: {} })).toMatchObject({ type: 'lineModule' })
  const body = { name: 'จองคิวหน้าร้าน', origin_time: switched.updated_at }
  expect((await store.call(lineModule.update, { params, body })).name).toBe('จองคิวหน้าร้าน')
  await store.call(lineModule.delete, { params })
  expect((await store.try(lineModule.get, { params })).status).toBe(404)
})

test('a check counts the friends whom LINE knows and no webhook named', async () => {
  const store = await newStore()
  const { line, account } = await connectLine(store)
  const params = { id: String(account.id) }
  for (const blocked of [false, false, true]) addFriend(line).blocked = blocked
  expect(await store.call(lineOa.check, { params, body: {} })).toMatchObject({
    friends: { known: 0, unknown: 0, blocked: 0, at_line: 2 },
  })
})

test('an account that LINE refuses is something to do, until its keys are replaced', async () => {
  const store = await newStore()
  const { line, account } = await connectLine(store)
  const params = { id: String(account.id) }
  line.secret = 'f'.repeat(32)
  const { state } = await testLine()
  state.tokens.clear()
  const refused = await store.call(lineOa.check, { params, body: {} })
  expect(refused.status).toBe('error')
  expect((await store.call(dashboard.todo)).broken_channels).toBe(1)
  const body = { channel_secret: line.secret, origin_time: refused.updated_at }
  expect((await store.call(lineOa.update, { params, body })).status).toBe('active')
  expect((await store.call(dashboard.todo)).broken_channels).toBe(0)
})
