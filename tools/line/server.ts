import { setTimeout } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { accountCalls } from './account-calls.ts'
import { contentCalls } from './content-calls.ts'
import { controlCalls } from './control-calls.ts'
import { couponCalls } from './coupon-calls.ts'
import { followerCalls } from './follower-calls.ts'
import { insightCalls } from './insight-calls.ts'
import { isLogin, loginCalls } from './login-calls.ts'
import { richMenuCalls } from './rich-menu-calls.ts'
import { hangUp, sendCalls } from './send-calls.ts'
import { consumeFault, newRequestId, newState, noteViolation, type State } from './state.ts'
import { stickerCalls } from './sticker-calls.ts'
import { openapi } from './strictness.ts'
import { tokenCalls } from './token-calls.ts'

/** Duration of a hanging call, in milliseconds. */
const HANG_MS = 60_000

export interface LineSimulator {
  url: string
  state: State
  stop(): Promise<void>
}

/** Starts LINE's Messaging API on 127.0.0.1. Port 0 takes a free one. */
export async function startLine({
  port = 0,
  now = Date.now,
}: {
  port?: number
  now?: () => number
} = {}): Promise<LineSimulator> {
  const state = newState(now)
  const app = Fastify({ forceCloseConnections: true })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body as string)))
  })
  app.setErrorHandler((error: Error & { statusCode?: number; line?: string }, _, reply) =>
    reply.code(error.statusCode ?? 500).send({ message: error.line ?? 'The request body could not be parsed as JSON' }),
  )
  app.setNotFoundHandler((_, reply) => reply.code(404).send({ message: 'Not found' }))
  app.addHook('onRequest', async (_, reply) => {
    reply.header('x-line-request-id', newRequestId())
  })
  keepBodies(app, state)
  meetFaults(app, state)
  refuseStrangers(app, state)
  accountCalls(app, state)
  followerCalls(app, state)
  insightCalls(app, state)
  tokenCalls(app, state)
  loginCalls(app, state)
  sendCalls(app, state)
  contentCalls(app, state)
  couponCalls(app, state)
  richMenuCalls(app, state)
  stickerCalls(app, state)
  controlCalls(app, state)
  const url = await app.listen({ port, host: '127.0.0.1' })
  return { url, state, stop: () => app.close() }
}

/** Notes the bodies that come with a retry key, also of calls that a fault meets. */
function keepBodies(app: FastifyInstance, state: State): void {
  app.addHook('preHandler', async ({ headers, body }) => {
    const key = headers['x-line-retry-key']
    if (typeof key !== 'string') return
    const bodies = state.bodies.get(key) ?? new Set()
    state.bodies.set(key, bodies.add(JSON.stringify(body)))
    state.traces.set(key, { traceparent: headers.traceparent, requestId: headers['x-request-id'] })
  })
}

/** Refuses requests that break LINE's own description, where the machine has it, and notes them. */
function refuseStrangers(app: FastifyInstance, state: State): void {
  app.addHook('preHandler', async ({ method, url, body }, reply) => {
    if (url.startsWith('/_control') || url.startsWith('/stickershop/') || url === '/' || isLogin(url, body)) return
    const faults = openapi()?.request({ method, url, body: Buffer.isBuffer(body) ? '' : body }) ?? []
    if (faults.length === 0) return
    noteViolation(state, `${method} ${url}`, faults)
    const details = faults.map((message) => ({ message, property: '' }))
    return reply.code(400).send({ message: `The request body has ${faults.length} error(s)`, details })
  })
}

/** Answers calls badly that a test has asked for. Faults after acceptance are met in `sendCalls`. */
function meetFaults(app: FastifyInstance, state: State): void {
  app.addHook('preHandler', async (request, reply) => {
    if (request.url.startsWith('/_control')) return
    const fault = consumeFault(state, request.url)
    if (fault?.kind === 'timeout_after_accept' || fault?.kind === 'slow_after_accept')
      state.faults.push({ ...fault, path: `accept:${request.url}`, times: 1 })
    if (fault?.until) await fault.until
    else if (fault?.kind === 'slow') await setTimeout(fault.delay ?? 1000)
    if (fault?.kind === 'timeout') {
      await setTimeout(fault.delay ?? HANG_MS, undefined, { ref: false })
      return hangUp(request.raw.socket, reply)
    }
    if (fault?.kind === 'error') return reply.code(500).send({ message: 'Internal server error' })
    if (fault?.kind === 'too_many') return reply.code(429).send({ message: 'The API rate limit has been exceeded.' })
    if (fault?.kind === 'unreadable') return reply.type('application/json').send('<html>')
    if (fault?.kind === 'answer') return reply.code(fault.status ?? 200).send(fault.text ?? '')
    if (fault?.kind === 'unauthorized') return reply.code(401).send({ message: 'Authentication failed.' })
  })
}
