import type { Readable } from 'node:stream'
import { z } from 'zod'
import { databaseNow } from '../../core/now.ts'
import type { OutsideReply } from '../../core/outside-call.ts'
import { type OutsideSchema, outsideId, outsideJson, outsideSecret, outsideText } from '../../core/outside-text.ts'
import type { Core } from '../../servers/core.ts'
import { callLineServer, streamLineServer } from './line-calls.ts'

/** Milliseconds that a call may take. LINE answers in well under a second; a hanging call must not hold a request. */
export const TIMEOUT_MS = 8000
/** Issued tokens are replaced this long before they expire. */
const RENEW_BEFORE_MS = 60_000

/** Credentials for LINE's API, of one channel. */
export interface LineCredentials {
  channelId: string
  secret: string
  /** A long-lived token; null issues tokens of 15 minutes from the secret. */
  token: string | null
}

/** LINE answered with an error: its status and its own words. */
export class LineError extends Error {
  readonly status: number
  readonly details: unknown

  constructor(status: number, message: string, details?: unknown) {
    super(message)
    this.status = status
    this.details = details
  }
}

/** LINE did not answer: no connection, no answer in time, or a page of something in between. Whether it took the request is unknown. */
export class LineUnreachable extends Error {}

/** LINE's answer lacks what it promises: it tells nothing, and never that something is unlimited. */
export class LineUnreadable extends LineUnreachable {}

export type LineCore = { config: Pick<Core['config'], 'line'> }

interface Sent {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  json?: unknown
  /** Bytes as they are, with their content type. Files have a server of their own. */
  data?: Uint8Array
  contentType?: string
  /** True: asks the server of files. */
  fromData?: boolean
  form?: Record<string, string>
  headers?: Record<string, string>
}

const Failure = z.object({
  message: outsideText(500).optional(),
  error_description: outsideText(500).optional(),
  details: outsideJson.optional(),
})

/** Calls LINE. Throws LineError or LineUnreachable. */
async function request(url: string, sent: Sent, token?: string): Promise<OutsideReply> {
  const { method, json, form, data, contentType, headers } = sent
  const body = data ?? (form ? new URLSearchParams(form) : json === undefined ? undefined : JSON.stringify(json))
  let reply: OutsideReply
  try {
    reply = await callLineServer(url, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(contentType && { 'content-type': contentType }),
        ...headers,
      },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  } catch (error) {
    throw new LineUnreachable('LINE did not answer', { cause: error })
  }
  if (reply.ok) return reply
  refusePage(reply)
  const { message, error_description, details } = reply.read(Failure) ?? {}
  throw new LineError(reply.status, message ?? error_description ?? `status ${reply.status}`, details)
}

/** Throws for the page of a proxy: its status is not LINE's. */
export function refusePage({ bytes }: OutsideReply): void {
  if (bytes.subarray(0, 100).toString('latin1').trimStart().startsWith('<'))
    throw new LineUnreachable('Not LINE answered')
}

/** Reads an answer. One that LINE's description does not allow says nothing: it counts as no answer. */
function readReply<S extends z.ZodType>(reply: OutsideReply, schema: OutsideSchema<S>): z.output<S> {
  const answer = reply.read(schema)
  if (answer === undefined) throw new LineUnreadable('LINE answered what cannot be read')
  return answer
}

const IssuedToken = z.object({ access_token: outsideSecret, expires_in: z.number() })

interface Issued {
  token: string
  /** Milliseconds since 1970. */
  expires: number
}

const issued = new Map<string, Issued>()
/** Requests under way: calls made at once share one token. */
const issuing = new Map<string, Promise<string>>()
const keyOf = ({ config }: LineCore, { channelId, secret }: LineCredentials) =>
  `${config.line.apiUrl} ${channelId} ${secret}`

/** Issues a stateless token from the channel's id and secret (LINE, "Issue stateless channel access token"). */
export function issueToken(core: LineCore, credentials: LineCredentials): Promise<string> {
  const key = keyOf(core, credentials)
  const known = issuing.get(key)
  if (known) return known
  const made = requestToken(core, credentials).finally(() => issuing.delete(key))
  issuing.set(key, made)
  return made
}

async function requestToken(core: LineCore, credentials: LineCredentials): Promise<string> {
  const reply = await request(`${core.config.line.apiUrl}/oauth2/v3/token`, {
    form: {
      grant_type: 'client_credentials',
      client_id: credentials.channelId,
      client_secret: credentials.secret,
    },
  })
  const { access_token, expires_in } = readReply(reply, IssuedToken)
  issued.set(keyOf(core, credentials), { token: access_token, expires: databaseNow() + expires_in * 1000 })
  return access_token
}

/** Returns a token that is valid for another minute at least. */
export async function tokenOf(core: LineCore, credentials: LineCredentials): Promise<string> {
  if (credentials.token) return credentials.token
  const known = issued.get(keyOf(core, credentials))
  return known && known.expires - RENEW_BEFORE_MS > databaseNow() ? known.token : issueToken(core, credentials)
}

/**
 * Calls LINE's API in the name of a channel, for calls whose answer is empty. A refused token, pasted or issued, is replaced and tried
 * once more.
 */
export async function callLine(
  core: LineCore,
  credentials: LineCredentials,
  path: string,
  sent: Sent = {},
): Promise<OutsideReply> {
  const { apiUrl, dataUrl } = core.config.line
  const url = (sent.data || sent.fromData ? dataUrl : apiUrl) + path
  try {
    return await request(url, sent, await tokenOf(core, credentials))
  } catch (error) {
    if (!(error instanceof LineError && error.status === 401)) throw error
    return await request(url, sent, await renewedToken(core, credentials, error))
  }
}

/**
 * Streams the content of a message (LINE, "Get content"), which LINE keeps for a while. Throws LineError, with status 202 while LINE still
 * prepares it, or LineUnreachable. The signal also ends the stream.
 */
export async function streamContent(
  core: LineCore,
  credentials: LineCredentials,
  messageId: string,
  signal: AbortSignal,
): Promise<Readable> {
  const url = `${core.config.line.dataUrl}/v2/bot/message/${messageId}/content`
  const content = async (token: string) => {
    const file = await streamLineServer(url, { headers: { authorization: `Bearer ${token}` }, signal }).catch(
      (error: unknown) => {
        throw new LineUnreachable('LINE did not answer', { cause: error })
      },
    )
    if (file.status === 200) return file.body
    file.body.destroy()
    throw new LineError(file.status, `status ${file.status}`)
  }
  try {
    return await content(await tokenOf(core, credentials))
  } catch (error) {
    if (!(error instanceof LineError && error.status === 401)) throw error
    return content(await renewedToken(core, credentials, error))
  }
}

/** Issues a token in place of a refused one. Throws the refusal if LINE refuses the secret as well. */
async function renewedToken(core: LineCore, credentials: LineCredentials, refusal: unknown): Promise<string> {
  try {
    return await issueToken(core, credentials)
  } catch (error) {
    throw error instanceof LineError && !isBusy(error) ? refusal : error
  }
}

/** True if LINE could not answer now, which says nothing about the keys. */
export const isBusy = ({ status }: LineError): boolean => status >= 500 || status === 429

/** Calls LINE's API and returns the answer by its schema. An unreadable one throws LineUnreachable. */
export const fetchLine = async <S extends z.ZodType>(
  core: LineCore,
  credentials: LineCredentials,
  path: string,
  schema: OutsideSchema<S>,
  sent: Sent = {},
): Promise<z.output<S>> => readReply(await callLine(core, credentials, path, sent), schema)

const Messages = z.int().min(0).max(2_147_483_647)
/** LINE's answer to GET /v2/bot/message/quota. A limited plan without its number says nothing of the limit. */
const Quota = z.union([
  z.object({ type: z.literal('none') }),
  z.object({ type: z.literal('limited'), value: Messages }),
])
const Consumption = z.object({ totalUsage: Messages })

/** Asks for the plan's limit, and what is used of it in this month (UTC+9). `limit`: null if there is none. */
export async function fetchQuota(
  core: LineCore,
  credentials: LineCredentials,
): Promise<{ limit: number | null; usage: number }> {
  const [plan, { totalUsage }] = await Promise.all([
    fetchLine(core, credentials, '/v2/bot/message/quota', Quota),
    fetchLine(core, credentials, '/v2/bot/message/quota/consumption', Consumption),
  ])
  return { limit: plan.type === 'limited' ? plan.value : null, usage: totalUsage }
}

/** Returns the channel id of a pasted token. Throws LineError for a token that LINE does not know. */
export async function channelOfToken(core: LineCore, token: string): Promise<string> {
  const reply = await request(`${core.config.line.apiUrl}/v2/oauth/verify`, { form: { access_token: token } })
  return readReply(reply, z.object({ client_id: outsideId(40) })).client_id
}
