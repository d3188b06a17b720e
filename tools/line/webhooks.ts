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

/** A file in the chat. `state.contents` keeps its bytes. */
export function fileMessage(state: State, userId: string, fileName: string, content: Buffer): LineEvent {
  const id = String(state.now()) + String(state.contents.size)
  state.contents.set(id, content)
  return event(state, 'message', userId, {
    replyToken: token(),
    message: { id, type: 'file', fileName, fileSize: content.length },
  })
}

export const postback = (state: State, userId: string, data: string) =>
  event(state, 'postback', userId, { replyToken: token(), postback: { data } })

/** An event about the account itself. */
export function accountEvent(
  state: State,
  channel: Channel,
  type: 'botSuspended' | 'botResumed' | 'activated' | 'deactivated' | 'attached' | 'detached',
): LineEvent {
  const about: Record<string, Record<string, unknown>> = {
    activated: { chatControl: { expireAt: state.now() + 3_600_000 } },
    attached: { module: { type: 'attached', botId: channel.userId, scopes: ['message:send'] } },
    detached: { module: { type: 'detached', botId: channel.userId, reason: 'bot_deleted' } },
  }
  const { source: _, ...made } = event(state, type in about && type !== 'activated' ? 'module' : type, '', about[type])
  return made
}

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

interface DeliverOptions {
  signature?: string
  body?: string
  endpoint?: string
  post?: State['post']
}

/** Sends events to the channel's webhook, signed. `signature` and `body` replace what LINE would send, to test refusals. */
export async function deliver(
  channel: Channel,
  events: readonly LineEvent[],
  { signature, body, endpoint, post = postWebhook }: DeliverOptions = {},
): Promise<Delivery> {
  const to = endpoint ?? channel.webhook?.endpoint
  if (!to) throw new Error(`The channel ${channel.id} has no webhook`)
  const sent = body ?? bodyOf(channel, events)
  const began = performance.now()
  const status = await post(to, sent, {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'LineBotWebhook/2.0',
    'x-line-signature': signature ?? signatureOf(channel.secret, sent),
  })
  return { status, ms: performance.now() - began }
}

/** Posts to a webhook over HTTP, and returns the status. */
export async function postWebhook(url: string, body: string, headers: Record<string, string>): Promise<number> {
  const reply = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) })
  await reply.arrayBuffer()
  return reply.status
}

/** Sends the same events once more, as LINE does after a failed delivery. */
export const redeliver = (channel: Channel, events: readonly LineEvent[]) =>
  deliver(
    channel,
    events.map((one) => ({ ...one, deliveryContext: { isRedelivery: true } })),
  )
