import { randomBytes, randomUUID } from 'node:crypto'
import type { RichMenus } from './rich-menus.ts'

/** An official account or module channel, with its friends and settings. */
export interface Channel {
  id: string
  secret: string
  /** A long-lived token, as the LINE Developers Console issues one. */
  token: string
  /** The user id of the bot: `destination` of its webhooks. */
  userId: string
  basicId: string
  displayName: string
  pictureUrl: string | null
  chatMode: 'chat' | 'bot'
  /** Users of one provider have the same id for all of its channels. */
  provider: string
  quota: number | null
  usage: number
  webhook: { endpoint: string; active: boolean } | null
  /** LINE suspended the account: its calls answer 403 (from memory, verify). */
  suspended: boolean
  /** LINE refuses all tokens of the channel, also new ones. */
  refusesTokens: boolean
  /** Verified and premium accounts may list the ids of their friends. */
  verified: boolean
  /** Faults of the list of friends: tokens that expire next, and pages whose next token is their own. */
  list: { expires: number; repeats: number }
  /** LINE has not counted the friends of yesterday yet. */
  uncounted: boolean
  friends: Map<string, Friend>
}

interface Friend {
  userId: string
  displayName: string
  pictureUrl: string | null
  blocked: boolean
}

/** One message to one user that LINE accepted. `delivered` is false if the user had blocked the account. */
interface Accepted {
  channelId: string
  call: string
  retryKey: string | null
  requestId: string
  userId: string
  message: unknown
  delivered: boolean
  unit: string | null
  /** Milliseconds since 1970. */
  at: number
}

/** A LINE Login channel. */
export interface LoginChannel {
  id: string
  secret: string
  callbacks: readonly string[]
}

/** LINE Login: its channels, the codes that it gave out, and the user who logs in next. */
interface Login {
  channels: Map<string, LoginChannel>
  codes: Map<string, { channelId: string; userId: string; redirectUri: string; nonce?: string; challenge?: string }>
  /** Null lets the developer choose on a page. */
  user: string | null
  /** Changes the id tokens, for tests of what a client accepts. */
  tamper?: (token: string) => string
}

/** A coupon of an account, with LINE's own names. */
export interface Coupon {
  channelId: string
  couponId: string
  title: string
  status: 'DRAFT' | 'RUNNING' | 'CLOSED'
  /** Seconds since 1970. */
  startTimestamp: number
  endTimestamp: number
  createdTimestamp: number
  [more: string]: unknown
}

/** Answers the next calls to a path badly. */
export interface Fault {
  /** The start of a path, such as `/v2/bot/message/multicast`. */
  path: string
  kind:
    | ('error' | 'timeout' | 'timeout_after_accept' | 'slow' | 'slow_after_accept' | 'too_many' | 'unauthorized')
    | ('unreadable' | 'answer')
  /** For `answer`: the status and the text as it is, JSON or not. */
  status?: number
  text?: string
  /** Number of affected calls; then the fault ends. */
  times: number
  /** Milliseconds for `slow`, `slow_after_accept` and `timeout`; the others ignore it. */
  delay?: number
  /** Delays the call, in place of the `delay` of `slow`. */
  until?: Promise<void>
}

/** A retry key lasts 24 hours from its first use (LINE, "Retry a failed API request"). */
export const RETRY_KEY_MS = 24 * 3_600_000

export interface State {
  channels: Map<string, Channel>
  /** Issued tokens with their channel and expiry, in milliseconds since 1970. */
  tokens: Map<string, { channelId: string; expires: number }>
  /** Used retry keys by channel and key. */
  retryKeys: Map<string, { at: number; requestId: string }>
  accepted: Accepted[]
  /** Replies to events, which no quota counts. */
  replies: { channelId: string; replyToken: string; messages: unknown[] }[]
  /** Files that customers sent, by the id of their message. */
  contents: Map<string, Buffer>
  /** Texts and taps of the customers whom the page plays, in their order. */
  acts: { channelId: string; userId: string; text: string; replyToken: string }[]
  faults: Fault[]
  /** Bodies of the requests with a retry key, by key: a retry must repeat its body. */
  bodies: Map<string, Set<string>>
  /** Trace headers by retry key. */
  traces: Map<string, { traceparent: unknown; requestId: unknown }>
  coupons: Coupon[]
  login: Login
  /** Rich menus of accounts, by channel id. */
  richMenus: Map<string, RichMenus>
  /** Ids of the stickers whose pictures were fetched. */
  stickers: string[]
  /** Questions for the name of a user, in milliseconds since 1970. */
  profileCalls: { at: number; userId: string }[]
  /** Requests that broke the description of the API, a sentence each. */
  violations: string[]
  /** Calls in the last second and minute by channel and path, for the rate limits. */
  calls: Map<string, number[]>
  /** Posts a test of a webhook; a test suite may lead it to a server without a port. */
  post?: (url: string, body: string, headers: Record<string, string>) => Promise<number>
  now(): number
}

export const newState = (now: () => number = Date.now): State => ({
  channels: new Map(),
  tokens: new Map(),
  retryKeys: new Map(),
  accepted: [],
  replies: [],
  contents: new Map(),
  acts: [],
  faults: [],
  bodies: new Map(),
  traces: new Map(),
  coupons: [],
  login: { channels: new Map(), codes: new Map(), user: null },
  richMenus: new Map(),
  stickers: [],
  profileCalls: [],
  violations: [],
  calls: new Map(),
  now,
})

const hex = () => randomBytes(16).toString('hex')

export type NewChannel = Partial<Omit<Channel, 'friends' | 'usage'>>

export function addChannel(state: State, channel: NewChannel = {}): Channel {
  const id = channel.id ?? `20${String(state.channels.size + 1).padStart(8, '0')}`
  const made: Channel = {
    secret: hex(),
    token: randomBytes(64).toString('base64url'),
    userId: `U${hex()}`,
    basicId: `@${id.slice(-6)}test`,
    displayName: `Shop ${id}`,
    pictureUrl: null,
    chatMode: 'bot',
    provider: 'provider-1',
    quota: 1000,
    webhook: null,
    suspended: false,
    refusesTokens: false,
    verified: false,
    list: { expires: 0, repeats: 0 },
    uncounted: false,
    ...channel,
    id,
    usage: 0,
    friends: new Map(),
  }
  state.channels.set(id, made)
  return made
}

export function addFriend(channel: Channel, friend: Partial<Friend> = {}): Friend {
  const userId = friend.userId ?? `U${hex()}`
  const made = { displayName: `Friend ${userId.slice(1, 7)}`, pictureUrl: null, blocked: false, ...friend, userId }
  channel.friends.set(userId, made)
  return made
}

/** Returns the channel of a bearer token, or undefined if the token is unknown or expired. */
export function channelOf(state: State, authorization: string | undefined): Channel | undefined {
  const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1]
  if (!token) return undefined
  const issued = state.tokens.get(token)
  if (issued) return issued.expires > state.now() ? state.channels.get(issued.channelId) : undefined
  return [...state.channels.values()].find((channel) => channel.token === token)
}

/** Returns the fault that the next call to a path meets, and uses it up by one. */
export function consumeFault(state: State, path: string): Fault | undefined {
  const fault = state.faults.find((one) => one.times > 0 && path.startsWith(one.path))
  if (fault) fault.times--
  return fault
}

/** Notes a request that LINE would refuse. Calls that only validate are made to learn just that. */
export function noteViolation(state: State, call: string, faults: readonly string[]): void {
  if (!call.includes('/validate/')) state.violations.push(`${call}: ${faults.join(', ')}`)
}

export const newRequestId = () => randomUUID()
