import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LineSimulator, startLine } from './server.ts'
import { addChannel, type Channel } from './state.ts'
import { checkWebhook, openapi } from './strictness.ts'
import { follow, postback, textMessage, unfollow } from './webhooks.ts'

// Faults that a lenient server lets pass. Each one must be refused by the simulator's own schemas, and by LINE's description where the
// setting LINE_OPENAPI names it.

let line: LineSimulator
let channel: Channel
beforeAll(async () => {
  line = await startLine()
  channel = addChannel(line.state)
})
afterAll(() => line.stop())

const user = `U${'0'.repeat(32)}`
const text = { type: 'text', text: 'สวัสดี' }
const image = {
  type: 'image',
  originalContentUrl: 'https://shop.example/a.jpg',
  previewImageUrl: 'https://shop.example/b.jpg',
}
const uri = { type: 'uri', label: 'ดู', uri: 'https://shop.example' }
const buttons = { type: 'template', altText: 'ดู', template: { type: 'buttons', text: 'ดู', actions: [uri] } }
const imagemap = {
  type: 'imagemap',
  baseUrl: 'https://shop.example/m',
  altText: 'ดู',
  baseSize: { width: 1040, height: 1040 },
  actions: [],
}
const push = (...messages: object[]) => ({ to: user, messages })
const without = (whole: object, ...keys: string[]) =>
  Object.fromEntries(Object.entries(whole).filter(([key]) => !keys.includes(key)))

type Fault = readonly [title: string, call: 'push' | 'multicast' | 'broadcast' | 'reply', body: unknown]
const requests: readonly Fault[] = [
  ['a text without text', 'push', push({ type: 'text' })],
  ['an empty text', 'push', push({ type: 'text', text: '' })],
  ['a text of 5,001 characters', 'push', push({ type: 'text', text: 'x'.repeat(5001) })],
  ['the type textt', 'push', push({ type: 'textt', text: 'a' })],
  ['a message without a type', 'push', push({ text: 'a' })],
  ['a text that is a number', 'push', push({ type: 'text', text: 1 })],
  ['an unknown key of a message', 'push', push({ ...text, bold: true })],
  ['an unknown key of the request', 'push', { ...push(text), silent: true }],
  ['an image without addresses', 'push', push({ type: 'image' })],
  ['an image without a preview', 'push', push(without(image, 'previewImageUrl'))],
  ['a video without addresses', 'push', push({ type: 'video' })],
  ['a sound without its length', 'push', push({ type: 'audio', originalContentUrl: 'https://shop.example/a.m4a' })],
  ['a sticker without its id', 'push', push({ type: 'sticker', packageId: '1' })],
  ['a place without coordinates', 'push', push({ type: 'location', title: 'ร้าน', address: 'กรุงเทพ' })],
  ['a coupon without its id', 'push', push({ type: 'coupon' })],
  ['a flex message without contents', 'push', push({ type: 'flex', altText: 'ดู' })],
  ['a flex message without words for lists', 'push', push({ type: 'flex', contents: { type: 'bubble' } })],
  ['an unknown flex container', 'push', push({ type: 'flex', altText: 'ดู', contents: { type: 'balloon' } })],
  ['a template without its kind', 'push', push({ ...buttons, template: without(buttons.template, 'type') })],
  ['an unknown template', 'push', push({ ...buttons, template: { ...buttons.template, type: 'knobs' } })],
  ['buttons without text', 'push', push({ ...buttons, template: without(buttons.template, 'text') })],
  [
    'an unknown action',
    'push',
    push({ ...buttons, template: { ...buttons.template, actions: [{ ...uri, type: 'link' }] } }),
  ],
  [
    'an unknown key of an action',
    'push',
    push({ ...buttons, template: { ...buttons.template, actions: [{ ...uri, url: 'https://shop.example' }] } }),
  ],
  ['an imagemap without its size', 'push', push(without(imagemap, 'baseSize'))],
  ['an imagemap without actions', 'push', push(without(imagemap, 'actions'))],
  [
    'a quick reply with 14 items',
    'push',
    push({ ...text, quickReply: { items: Array(14).fill({ type: 'action', action: uri }) } }),
  ],
  ['no message', 'push', push()],
  ['six messages', 'push', push(...Array(6).fill(text))],
  ['messages that are no list', 'push', { to: user, messages: text }],
  ['no receiver', 'push', { messages: [text] }],
  ['a list of receivers in a push', 'push', { to: [user], messages: [text] }],
  ['501 receivers', 'multicast', { to: Array(501).fill(user), messages: [text] }],
  ['one receiver that is no list', 'multicast', { to: user, messages: [text] }],
  ['two units of figures', 'multicast', { to: [user], messages: [text], customAggregationUnits: ['a', 'b'] }],
  ['silence as a word', 'multicast', { to: [user], messages: [text], notificationDisabled: 'yes' }],
  ['receivers of a broadcast', 'broadcast', { to: [user], messages: [text] }],
  ['a reply without its token', 'reply', { messages: [text] }],
]

/** Faults of values that LINE's description leaves open, and its server refuses. */
const ownAlone = new Set(['an empty text', 'a text of 5,001 characters', 'no message'])

async function post(call: string, body: unknown): Promise<number> {
  const reply = await fetch(`${line.url}/v2/bot/message/${call}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${channel.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return reply.status
}

describe('the simulator refuses', () => {
  test.each(requests)('%s', async (title, call, body) => {
    expect(await post(call, body)).toBe(400)
    expect(line.state.violations.at(-1)).toContain(call)
    const url = `/v2/bot/message/${call}`
    if (openapi() && !ownAlone.has(title)) expect(openapi()!.request({ method: 'POST', url, body })).not.toEqual([])
  })
})

test('the simulator accepts each kind of message that is whole', async () => {
  for (const message of [text, image, buttons, imagemap]) expect(await post('push', push(message))).toBe(200)
  expect(await post('multicast', { to: [user], messages: [text] })).toBe(200)
})

describe('a webhook is not sent with', () => {
  const event = () => follow(line.state, user)
  test.each<[string, () => object]>([
    ['an unknown type', () => ({ ...event(), type: 'followed' })],
    ['a follow that does not say whether it unblocks', () => without(event(), 'follow')],
    ['no id', () => without(event(), 'webhookEventId')],
    ['no time', () => without(event(), 'timestamp')],
    ['an unknown key', () => ({ ...event(), userId: user })],
    ['a message without its kind', () => ({ ...textMessage(line.state, user, 'a'), message: { id: '1', text: 'a' } })],
    ['a button without data', () => ({ ...postback(line.state, user, 'a'), postback: {} })],
    ['a source without its kind', () => ({ ...event(), source: { userId: user } })],
  ])('%s', (_, made) => {
    const body = { destination: channel.userId, events: [made()] }
    expect(() => checkWebhook(body)).toThrow('LINE sends no such webhook')
    if (openapi()) expect(openapi()!.webhook(body)).not.toEqual([])
  })

  test('every event that the simulator makes is as LINE describes it', () => {
    const events = [
      event(),
      unfollow(line.state, user),
      textMessage(line.state, user, 'a'),
      postback(line.state, user, 'a'),
    ]
    expect(() => checkWebhook({ destination: channel.userId, events })).not.toThrow()
  })
})
