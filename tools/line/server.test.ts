import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRichMenu, richMenusOf } from './rich-menus.ts'
import { type LineSimulator, startLine } from './server.ts'
import { addChannel, addFriend, type Channel } from './state.ts'
import { deliver, follow, redeliver, signatureOf } from './webhooks.ts'

let line: LineSimulator
let clock = Date.parse('2026-11-24T10:00:00Z')
beforeAll(async () => {
  line = await startLine({ now: () => clock })
})
afterAll(() => line.stop())

const text = (words: string) => ({ type: 'text', text: words })

async function call(channel: Channel, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const reply = await fetch(line.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${channel.token}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: reply.status, headers: reply.headers, body: (await reply.json()) as Record<string, unknown> }
}

test('a stateless token comes from the secret, opens calls and expires after 15 minutes', async () => {
  const channel = addChannel(line.state)
  const form = (client_secret: string) =>
    fetch(`${line.url}/oauth2/v3/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: channel.id, client_secret }),
    })
  expect((await form('wrong')).status).toBe(400)
  const { access_token } = (await (await form(channel.secret)).json()) as { access_token: string }
  const asked = () => call({ ...channel, token: access_token }, '/v2/bot/info')
  expect((await asked()).body).toMatchObject({ userId: channel.userId, basicId: channel.basicId })
  clock += 900_000
  expect((await asked()).status).toBe(401)
})

describe('sending', () => {
  test('the same retry key is accepted once, and again after 24 hours', async () => {
    const channel = addChannel(line.state)
    const { userId } = addFriend(channel)
    const key = { 'x-line-retry-key': randomUUID() }
    const body = { to: [userId], messages: [text('สวัสดี')] }
    const first = await call(channel, '/v2/bot/message/multicast', body, key)
    const second = await call(channel, '/v2/bot/message/multicast', body, key)
    expect([first.status, second.status]).toEqual([200, 409])
    expect(second.headers.get('x-line-accepted-request-id')).toBe(first.headers.get('x-line-request-id'))
    expect(line.state.accepted.filter((one) => one.userId === userId)).toHaveLength(1)
    clock += 24 * 3_600_000
    expect((await call(channel, '/v2/bot/message/multicast', body, key)).status).toBe(200)
  })

  test('a user who has blocked the account gets nothing and costs nothing, though LINE answers 200', async () => {
    const channel = addChannel(line.state)
    const { userId } = addFriend(channel, { blocked: true })
    expect((await call(channel, '/v2/bot/message/push', { to: userId, messages: [text('a')] })).status).toBe(200)
    expect(line.state.accepted.find((one) => one.userId === userId)?.delivered).toBe(false)
    expect((await call(channel, '/v2/bot/message/quota/consumption')).body).toEqual({ totalUsage: 0 })
  })

  test('the quota is never exceeded', async () => {
    const channel = addChannel(line.state, { quota: 2 })
    const to = [1, 2, 3].map(() => addFriend(channel).userId)
    expect((await call(channel, '/v2/bot/message/multicast', { to, messages: [text('a')] })).status).toBe(429)
    const two = { to: to.slice(1), messages: [text('a')] }
    expect((await call(channel, '/v2/bot/message/multicast', two)).status).toBe(200)
  })

  test.each([
    ['501 ids', { to: Array(501).fill(`U${'0'.repeat(32)}`), messages: [text('a')] }],
    ['six messages', { to: [`U${'0'.repeat(32)}`], messages: Array(6).fill(text('a')) }],
    ['no messages', { to: [`U${'0'.repeat(32)}`], messages: [] }],
    ['a text without text', { to: [`U${'0'.repeat(32)}`], messages: [{ type: 'text' }] }],
    ['an unknown type', { to: [`U${'0'.repeat(32)}`], messages: [{ type: 'textt', text: 'a' }] }],
    ['an image without URLs', { to: [`U${'0'.repeat(32)}`], messages: [{ type: 'image' }] }],
    ['an unknown key', { to: [`U${'0'.repeat(32)}`], messages: [text('a')], silent: true }],
    ['a group id', { to: [`C${'0'.repeat(32)}`], messages: [text('a')] }],
    ['5,001 characters', { to: [`U${'0'.repeat(32)}`], messages: [text('ก'.repeat(5001))] }],
  ])('%s is refused with details', async (_, body) => {
    const { status, body: error } = await call(addChannel(line.state), '/v2/bot/message/multicast', body)
    expect([status, (error.details as unknown[]).length > 0]).toEqual([400, true])
  })

  test('a message that LINE accepted before the connection broke is recorded once', async () => {
    const channel = addChannel(line.state)
    const { userId } = addFriend(channel)
    line.state.faults.push({ path: '/v2/bot/message/push', kind: 'timeout_after_accept', times: 1 })
    const key = { 'x-line-retry-key': randomUUID() }
    const send = () => call(channel, '/v2/bot/message/push', { to: userId, messages: [text('a')] }, key)
    await expect(send()).rejects.toThrow()
    expect((await send()).status).toBe(409)
    expect(line.state.accepted.filter((one) => one.userId === userId)).toHaveLength(1)
  })
})

test('a webhook is signed over its bytes and delivered again with the same id', async () => {
  const received: { body: string; signature: string }[] = []
  const shop = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({
        body: Buffer.concat(parts).toString(),
        signature: String(request.headers['x-line-signature']),
      })
      reply.end()
    })
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  const channel = addChannel(line.state)
  channel.webhook = { endpoint: `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`, active: true }
  const events = [follow(line.state, addFriend(channel).userId)]
  await deliver(channel, events)
  await redeliver(channel, events)
  shop.close()
  const [first, second] = received.map(({ body }) => JSON.parse(body).events[0])
  expect([first.deliveryContext.isRedelivery, second.deliveryContext.isRedelivery]).toEqual([false, true])
  expect(second.webhookEventId).toBe(first.webhookEventId)
  expect(received[0]!.signature).toBe(signatureOf(channel.secret, received[0]!.body))
})

test('the page of a customer shows the chat with its replies, and the rich menu of that customer', async () => {
  const channel = addChannel(line.state)
  const { userId } = addFriend(channel)
  const play = (body: object) =>
    fetch(`${line.url}/_control/channels/${channel.id}/act`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userId, ...body }),
    })
  const { event } = (await (await play({ act: 'message', text: 'แต้ม' })).json()) as { event: { replyToken: string } }
  await call(channel, '/v2/bot/message/reply', { replyToken: event.replyToken, messages: [text('128 แต้ม')] })
  const own = richMenusOf(line.state, channel)
  const bounds = { x: 0, y: 0, width: 800, height: 500 }
  const action = { type: 'message', label: 'a', text: 'สวัสดี' } as const
  const size = { width: 800, height: 500 }
  const object = { size, selected: true, name: 'เมนูหลัก', chatBarText: 'เมนู', areas: [{ bounds, action }] }
  own.defaultId = createRichMenu(own, object)!
  const chat = await fetch(`${line.url}/_control/channels/${channel.id}/chats/${userId}`)
  expect(await chat.json()).toMatchObject({
    items: [
      { from: 'customer', text: 'แต้ม' },
      { from: 'account', call: 'reply', text: '128 แต้ม' },
    ],
    menu: { id: own.defaultId, name: 'เมนูหลัก' },
  })
})
