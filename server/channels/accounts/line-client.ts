import type { Core } from '../../servers/core.ts'

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

/** LINE did not answer: no connection, or no answer in time. Whether it took the request is unknown. */
export class LineUnreachable extends Error {}

export type LineCore = { config: Pick<Core['config'], 'line'> }

interface Sent {
  method?: 'GET' | 'POST' | 'PUT'
  json?: unknown
  form?: Record<string, string>
  headers?: Record<string, string>
}

/** Calls LINE and returns its JSON. Throws LineError or LineUnreachable. */
async function request<T>(url: string, { method, json, form, headers }: Sent, token?: string): Promise<T> {
  const body = form ? new URLSearchParams(form) : json === undefined ? undefined : JSON.stringify(json)
  let reply: Response
  let text: string
  try {
    reply = await fetch(url, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    text = await reply.text()
  } catch (error) {
    throw new LineUnreachable('LINE did not answer', { cause: error })
  }
  const answer = parsed(text)
  if (reply.ok) return answer as T
  const { message, error_description, details } = answer as Record<string, string | undefined>
  throw new LineError(reply.status, message ?? error_description ?? `status ${reply.status}`, details)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text || '{}')
  } catch {
    return {}
  }
}

interface Issued {
  token: string
  /** Milliseconds since 1970. */
  expires: number
}

const issued = new Map<string, Issued>()
const keyOf = ({ config }: LineCore, { channelId, secret }: LineCredentials) =>
  `${config.line.apiUrl} ${channelId} ${secret}`

/** Issues a stateless token from the channel's id and secret (LINE, "Issue stateless channel access token"). */
export async function issueToken(core: LineCore, credentials: LineCredentials): Promise<string> {
  const { access_token, expires_in } = await request<{ access_token: string; expires_in: number }>(
    `${core.config.line.apiUrl}/oauth2/v3/token`,
    {
      form: {
        grant_type: 'client_credentials',
        client_id: credentials.channelId,
        client_secret: credentials.secret,
      },
    },
  )
  issued.set(keyOf(core, credentials), { token: access_token, expires: Date.now() + expires_in * 1000 })
  return access_token
}

/** Returns a token that is valid for another minute at least. */
export async function tokenOf(core: LineCore, credentials: LineCredentials): Promise<string> {
  if (credentials.token) return credentials.token
  const known = issued.get(keyOf(core, credentials))
  return known && known.expires - RENEW_BEFORE_MS > Date.now() ? known.token : issueToken(core, credentials)
}

/** Calls LINE's API in the name of a channel. A token that LINE refuses is issued once more, unless staff pasted it. */
export async function callLine<T>(
  core: LineCore,
  credentials: LineCredentials,
  path: string,
  sent: Sent = {},
): Promise<T> {
  const url = core.config.line.apiUrl + path
  try {
    return await request<T>(url, sent, await tokenOf(core, credentials))
  } catch (error) {
    if (!(error instanceof LineError && error.status === 401) || credentials.token) throw error
    return await request<T>(url, sent, await issueToken(core, credentials))
  }
}

/** Returns the channel id of a pasted token. Throws LineError for a token that LINE does not know. */
export async function channelOfToken(core: LineCore, token: string): Promise<string> {
  const { client_id } = await request<{ client_id: string }>(`${core.config.line.apiUrl}/v2/oauth/verify`, {
    form: { access_token: token },
  })
  return client_id
}
