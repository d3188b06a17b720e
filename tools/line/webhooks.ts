import { createHmac, randomBytes } from 'node:crypto'
import type { Channel, State } from './state.ts'
import { checkWebhook } from './strictness.ts'

export interface LineEvent {
  type: string
  timestamp: number
  mode: 'active' | 'standby'
  webhookEventId: string
  deliveryContext: { isRedelivery: boolean }
  source?: { type: 'user'; userId: string }
  [key: string]: unknown
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns a ULID of this moment, as LINE names its events. */
function ulid(now: number): string {
  let time = ''
  for (let rest = now, i = 0; i < 10; i++, rest = Math.floor(rest / 32)) time = ALPHABET[rest % 32]! + time
  return time + [...randomBytes(16)].map((byte) => ALPHABET[byte % 32]).join('')
}

const token = () => randomBytes(16).toString('hex')

/** Returns an event with the properties that every event has. */
function event(state: State, type: string, userId: string, more: Record<string, unknown> = {}): LineEvent {
  const timestamp = state.now()
  return {
    type,
    timestamp,
    mode: 'active',
    webhookEventId: ulid(timestamp),
    deliveryContext: { isRedelivery: false },
    source: { type: 'user', userId },
    ...more,
  }
}

export const follow = (state: State, userId: string, isUnblocked = false) =>
  event(state, 'follow', userId, { replyToken: token(), follow: { isUnblocked } })

export const unfollow = (state: State, userId: string) => event(state, 'unfollow', userId)

export const textMessage = (state: State, userId: string, text: string) =>
  event(state, 'message', userId, {
    replyToken: token(),
    message: { id: String(state.now()), type: 'text', text, quoteToken: token() },
  })

export const postback = (state: State, userId: string, data: string) =>
  event(state, 'postback', userId, { replyToken: token(), postback: { data } })

export const signatureOf = (secret: string, body: string | Buffer) =>
  createHmac('sha256', secret).update(body).digest('base64')

/** Returns the body of a webhook. Throws if it breaks LINE's description. */
export function bodyOf(channel: Channel, events: readonly LineEvent[]): string {
  const body = { destination: channel.userId, events }
  checkWebhook(body)
  return JSON.stringify(body)
}

interface Delivery {
  status: number
  ms: number
}

/** Sends events to the channel's webhook, signed. `signature` and `body` replace what LINE would send, to test refusals. */
export async function deliver(
  channel: Channel,
  events: readonly LineEvent[],
  { signature, body, endpoint }: { signature?: string; body?: string; endpoint?: string } = {},
): Promise<Delivery> {
  const to = endpoint ?? channel.webhook?.endpoint
  if (!to) throw new Error(`The channel ${channel.id} has no webhook`)
  const sent = body ?? bodyOf(channel, events)
  const began = performance.now()
  const reply = await fetch(to, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'LineBotWebhook/2.0',
      'x-line-signature': signature ?? signatureOf(channel.secret, sent),
    },
    body: sent,
    signal: AbortSignal.timeout(10_000),
  })
  await reply.arrayBuffer()
  return { status: reply.status, ms: performance.now() - began }
}

/** Sends the same events once more, as LINE does after a failed delivery. */
export const redeliver = (channel: Channel, events: readonly LineEvent[]) =>
  deliver(
    channel,
    events.map((one) => ({ ...one, deliveryContext: { isRedelivery: true } })),
  )
