import { features } from '@ruam/contract/endpoints.ts'
import type { Endpoint } from '@ruam/contract/platform/endpoint.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../core/config.ts'
import { logAnswer } from '../core/log.ts'
import { inTrace, newTrace, type OpenSpan, startSpan, type Trace } from '../core/trace.ts'
import { count, observe } from '../metrics/metrics.ts'
import { callerOf } from './forbidden-log.ts'
import { programOf } from './program-uses.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the call in the contract, such as `profiles.list`. */
    call?: string
  }
}

const names = new Map<Endpoint, string>(
  Object.entries(features).flatMap(([feature, calls]) =>
    Object.entries<Endpoint>(calls).map(([name, endpoint]): [Endpoint, string] => [endpoint, `${feature}.${name}`]),
  ),
)

/** Returns the name of a call in metrics, logs and traces. */
export const callName = (endpoint: Endpoint): string => names.get(endpoint) ?? 'unlisted'

/** Returns the name of the call that a request is for; never its address, which may hold a search. */
const callOf = ({ routeOptions, is404 }: FastifyRequest, status: number): string =>
  routeOptions.config.call ?? (status === 404 ? 'none' : is404 ? 'web' : 'file')

/** Bytes that a connection had sent when a request came. */
const sentBefore = new WeakMap<FastifyRequest, number>()
const spans = new WeakMap<FastifyRequest, { trace: Trace; span: OpenSpan | undefined }>()

/** Gives each request its trace, and counts, times and logs all answers. Every answer carries its request id. */
export function observeAnswers(
  app: FastifyInstance,
  { trustProxy, accessLog }: Pick<Config, 'trustProxy' | 'accessLog'>,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const call = request.routeOptions.config.call ?? 'web'
    const from = newTrace(request.id, trustProxy > 0 ? request.headers.traceparent : undefined)
    const { span, trace } = startSpan(call, 'server', from)
    spans.set(request, { span, trace })
    if (accessLog) sentBefore.set(request, request.raw.socket.bytesWritten)
    inTrace(trace, done)
  })
  // A body is parsed in the context of its connection.
  app.addHook('preValidation', (request, _reply, done) => inTrace(spans.get(request)!.trace, done))
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const status = reply.statusCode
    const call = callOf(request, status)
    const store = (callerOf(request) ?? programOf(request))?.storeId ?? null
    count('ruam_requests_total', { call, status })
    observe('ruam_request_seconds', { call }, reply.elapsedTime / 1000)
    const { span } = spans.get(request) ?? {}
    span?.set({ call, 'http.response.status_code': status, ...(store !== null && { store }) })
    span?.end(status >= 500)
    if (!accessLog) return
    const bytes = request.raw.socket.bytesWritten - (sentBefore.get(request) ?? 0)
    const ms = Math.round(reply.elapsedTime)
    logAnswer(request, { method: request.method, call, status, ms, bytes, store })
  })
}
