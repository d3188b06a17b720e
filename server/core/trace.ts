// The trace of a call or a job (W3C Trace Context): its ids go along to jobs, log lines and outgoing requests. Spans are recorded only if
// OpenTelemetry is set up, which replaces `recorder`.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes, randomUUIDv7 } from 'node:crypto'

/** Ids of a trace at one point of it. */
export interface Trace {
  /** Found in log lines and in `x-request-id`. */
  requestId: string
  /** 32 hexadecimal digits. */
  traceId: string
  /** 16 hexadecimal digits: the span at work. */
  spanId: string
  /** True if the caller records this trace. */
  sampled: boolean
}

export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal'
/** Names, numbers and states of the product. Never data of people. */
type SpanAttributes = Record<string, string | number | boolean>

export interface OpenSpan {
  spanId: string
  set(attributes: SpanAttributes): void
  end(failed: boolean): void
}

interface SpanRecorder {
  start(
    name: string,
    kind: SpanKind,
    parent: Trace | undefined,
    attributes: SpanAttributes,
  ): OpenSpan & { traceId: string }
}

const current = new AsyncLocalStorage<Trace>()
let recorder: SpanRecorder | undefined

/** Records spans from now on; undefined ends it. */
export function recordSpans(by: SpanRecorder | undefined): void {
  recorder = by
}

/** Returns the trace at work, if there is one. */
export const currentTrace = (): Trace | undefined => current.getStore()

/** Runs work as a part of a trace. */
export const inTrace = <T>(trace: Trace, work: () => T): T => current.run(trace, work)

/** Letters of a request id that another system may have given. */
const REQUEST_ID = /^[\w.-]{1,64}$/

/** Returns a given request id if it is harmless, otherwise a new one. */
export const requestIdOf = (given: unknown): string =>
  typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUIDv7()

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Returns the milliseconds at which a request id was made; undefined for one that another system gave. */
export const timeOfRequestId = (id: string): number | undefined =>
  UUID_V7.test(id) ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : undefined

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/
const ZEROS = /^0+$/

/** Begins a trace, or continues that of a `traceparent` header. An invalid one is ignored. */
export function newTrace(requestId: string, traceparent?: unknown): Trace {
  const [, traceId = '', spanId = '', flags = ''] =
    (typeof traceparent === 'string' && TRACEPARENT.exec(traceparent)) || []
  if (!traceId || ZEROS.test(traceId) || ZEROS.test(spanId))
    return { requestId, traceId: hex(16), spanId: hex(8), sampled: false }
  return { requestId, traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

/** Returns the header that continues a trace elsewhere. */
const traceparentOf = ({ traceId, spanId, sampled }: Trace): string =>
  `00-${traceId}-${spanId}-${sampled || recorder ? '01' : '00'}`

/** Headers of an outgoing request that continue the trace at work; none outside a trace. */
export function traceHeaders(): Record<string, string> {
  const trace = current.getStore()
  return trace ? { traceparent: traceparentOf(trace), 'x-request-id': trace.requestId } : {}
}

/** Begins a span below a trace. Returns its trace, for `inTrace`, and undefined instead of the span if none are recorded. */
export function startSpan(name: string, kind: SpanKind, parent: Trace, attributes: SpanAttributes = {}) {
  const span = recorder?.start(name, kind, parent, attributes)
  return { span, trace: span ? { ...parent, traceId: span.traceId, spanId: span.spanId, sampled: true } : parent }
}

/** Runs work in a span below the trace at work. Without a recorder, it only runs the work. */
export async function inSpan<T>(
  name: string,
  kind: SpanKind,
  attributes: SpanAttributes,
  work: (span: OpenSpan | undefined) => Promise<T>,
): Promise<T> {
  const parent = current.getStore()
  if (!recorder || !parent) return work(undefined)
  const { span, trace } = startSpan(name, kind, parent, attributes)
  try {
    const result = await inTrace(trace, () => work(span))
    span!.end(false)
    return result
  } catch (error) {
    span!.end(true)
    throw error
  }
}

/** Letters that continue a trace in a job. */
export const writeTrace = (trace: Trace): string => `${traceparentOf(trace)} ${trace.requestId}`

/** Reads what `writeTrace` wrote; begins a trace for anything else. */
export function readTrace(text: unknown): Trace {
  const [traceparent, requestId] = typeof text === 'string' ? text.split(' ') : []
  return newTrace(requestIdOf(requestId), traceparent)
}
