import { bodies, errorOf, type LineError } from './messages.ts'
import { type Channel, newRequestId, noteViolation, RETRY_KEY_MS, type State } from './state.ts'

/** Calls per channel: LINE's limits, which are from memory and may change. */
const rateLimits: Readonly<Record<string, { calls: number; ms: number }>> = {
  push: { calls: 2000, ms: 1000 },
  multicast: { calls: 200, ms: 1000 },
  broadcast: { calls: 60, ms: 3_600_000 },
  reply: { calls: 2000, ms: 1000 },
  profile: { calls: 2000, ms: 1000 },
  followers: { calls: 2000, ms: 1000 },
  'richmenu create': { calls: 100, ms: 3_600_000 },
  'richmenu delete': { calls: 100, ms: 3_600_000 },
  'richmenu alias delete': { calls: 100, ms: 3_600_000 },
  'richmenu batch': { calls: 3, ms: 3_600_000 },
  'richmenu progress': { calls: 100, ms: 3_600_000 },
  richmenu: { calls: 2000, ms: 1000 },
}

interface Reply {
  status: number
  body: object
  headers?: Record<string, string>
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const failed = (status: number, error: LineError, headers?: Record<string, string>): Reply => ({
  status,
  body: error,
  ...(headers && { headers }),
})

/** Sends by push, multicast, broadcast or reply; counts each message to each reached user against the quota. */
export function send(
  state: State,
  channel: Channel,
  call: keyof typeof bodies,
  body: unknown,
  retryKey: string | undefined,
): Reply {
  const parsed = bodies[call].safeParse(body)
  if (!parsed.success) {
    const error = errorOf(parsed.error)
    noteViolation(state, call, error.details?.map(({ message, property }) => `${property} ${message}`) ?? [])
    return failed(400, error)
  }
  if (retryKey !== undefined && (call === 'reply' || !UUID.test(retryKey)))
    return failed(400, { message: 'The retry key is invalid' })
  if (isOverRate(state, channel, call)) return failed(429, { message: 'The API rate limit has been exceeded.' })
  const key = `${channel.id} ${retryKey}`
  const used = retryKey === undefined ? undefined : state.retryKeys.get(key)
  if (used && state.now() - used.at < RETRY_KEY_MS)
    return failed(
      409,
      { message: 'The retry key is already accepted' },
      { 'x-line-accepted-request-id': used.requestId },
    )
  const { replyToken } = parsed.data as { replyToken?: string }
  // A token works once.
  if (call === 'reply' && state.replies.some((one) => one.replyToken === replyToken))
    return failed(400, { message: 'Invalid reply token' })
  const sent = parsed.data as { to?: string | string[]; messages: unknown[]; customAggregationUnits?: string[] }
  const to = call === 'broadcast' ? [...channel.friends.keys()] : [sent.to ?? []].flat()
  const reached = to.filter((user) => channel.friends.get(user)?.blocked === false)
  if (call !== 'reply') {
    if (channel.quota !== null && channel.usage + reached.length > channel.quota)
      return failed(429, { message: 'You have reached your monthly limit.' })
    channel.usage += reached.length
  }
  const requestId = newRequestId()
  if (retryKey !== undefined) state.retryKeys.set(key, { at: state.now(), requestId })
  if (call === 'reply') state.replies.push({ channelId: channel.id, replyToken: replyToken!, messages: sent.messages })
  for (const userId of to)
    for (const message of sent.messages)
      state.accepted.push({
        channelId: channel.id,
        call,
        retryKey: retryKey ?? null,
        requestId,
        userId,
        message,
        // LINE answers 200 for users who have blocked the account; they receive nothing.
        delivered: reached.includes(userId),
        unit: sent.customAggregationUnits?.[0] ?? null,
        at: state.now(),
      })
  const sentMessages = sent.messages.map((_, index) => ({ id: `${state.accepted.length}${index}`, quoteToken: 'q' }))
  return {
    status: 200,
    body: call === 'push' || call === 'reply' ? { sentMessages } : {},
    headers: { 'x-line-request-id': requestId },
  }
}

/** Counts a call, and returns true if LINE refuses it for its rate. */
export function isOverRate(state: State, channel: Channel, call: string): boolean {
  const { calls, ms } = rateLimits[call]!
  const key = `${channel.id} ${call}`
  const now = state.now()
  const recent = (state.calls.get(key) ?? []).filter((at) => now - at < ms)
  state.calls.set(key, [...recent, now])
  return recent.length >= calls
}
