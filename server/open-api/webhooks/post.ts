import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { publicAgents } from '../../core/public-connections.ts'
import type { Core } from '../../servers/core.ts'

/** Milliseconds for an answer. */
const TIMEOUT_MS = 10_000
/** Bytes of an answer that are read before the connection is closed. */
const MAX_ANSWER_BYTES = 16_384

/** Receivers on this machine, while Ruam is developed. */
const loopback = { allowIPAddressList: ['127.0.0.1', '::1'] }
const options = { keepAlive: true, maxSockets: 64, timeout: TIMEOUT_MS }

type Place = Pick<Core['config'], 'environment' | 'publicUrl'>

/** True while Ruam is developed: not in production, and not where others reach it by https. */
const isDeveloped = ({ environment, publicUrl }: Place): boolean =>
  environment !== 'production' && publicUrl?.startsWith('https:') !== true

const agents = { strict: publicAgents(options), local: publicAgents(options, loopback) }

/** True if an address may be called: https and, while Ruam is developed, http to this machine. The rest is refused at connecting. */
export function mayBeCalled(url: string, place: Place): boolean {
  const { protocol, hostname, username, password } = new URL(url)
  if (username !== '' || password !== '') return false
  if (['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return isDeveloped(place)
  // A receiver has a name: addresses are mostly of the own network.
  return protocol === 'https:' && isIP(hostname.replace(/^\[|\]$/g, '')) === 0
}

/** Answer of a receiver: its status, or the code of what kept it away. */
export interface Posted {
  status: number | null
  error: string | null
  ms: number
}

/**
 * Posts a body and returns the status of the answer, whose body is not waited for. Private addresses are refused when the connection is made.
 * Redirects are not followed.
 */
export function post(
  url: string,
  headers: Record<string, string>,
  body: string,
  place: Place,
  timeoutMs = TIMEOUT_MS,
): Promise<Posted> {
  const start = performance.now()
  const { promise, resolve } = Promise.withResolvers<Posted>()
  const end = (status: number | null, error: string | null) =>
    resolve({ status, error, ms: Math.round(performance.now() - start) })
  const to = new URL(url)
  const agent = agents[isDeveloped(place) ? 'local' : 'strict']
  const sent = { ...headers, 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
  const given = { method: 'POST', headers: sent }
  let isLate = false
  let request: http.ClientRequest
  // One plain timer: a signal for each request costs more.
  const timer = setTimeout(() => {
    isLate = true
    request.destroy()
  }, timeoutMs)
  const onReply = (reply: http.IncomingMessage) => {
    end(reply.statusCode ?? null, null)
    let bytes = 0
    reply.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes > MAX_ANSWER_BYTES) reply.destroy()
    })
    reply.on('error', () => {})
  }
  try {
    request =
      to.protocol === 'https:'
        ? https.request(to, { ...given, agent: agent.https }, onReply)
        : http.request(to, { ...given, agent: agent.http }, onReply)
    request.on('error', (error: NodeJS.ErrnoException) => end(null, isLate ? 'ETIMEDOUT' : (error.code ?? 'refused')))
    request.on('close', () => clearTimeout(timer))
    request.end(body)
  } catch {
    // The agent refuses an address that is written out before anything is sent.
    clearTimeout(timer)
    end(null, 'refused')
  }
  return promise
}
