import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { type LoggerOptions, pino } from 'pino'
import type { Config } from './config.ts'
import { oncePerSecond } from './repeated-errors.ts'
import { faultOf } from './sqlstate.ts'
import { currentTrace } from './trace.ts'

/** Target of log lines instead of the standard output. */
export interface LogSink {
  write(line: string): void
}

/** Level of pino from which on lines are errors. */
const ERROR = 50

const fieldsOf = (first: unknown) =>
  first instanceof Error ? { err: first } : typeof first === 'object' ? { ...first } : {}

/** JSON lines without bodies; secrets are redacted everywhere. The same error is logged once a second. */
export function loggerOf(config: Config, sink?: LogSink): FastifyBaseLogger {
  const repeated = oncePerSecond()
  const options: LoggerOptions = {
    level: config.environment === 'test' && !sink ? 'silent' : 'warn',
    redact: {
      paths: ['authorization', 'cookie', 'password', 'token', '*.authorization', '*.cookie', '*.password', '*.token'],
      censor: '[hidden]',
    },
    base: undefined,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { err: told },
    mixin: () => ({ trace_id: currentTrace()?.traceId }),
    hooks: {
      logMethod(args, method, level) {
        if (level < ERROR) return method.apply(this, args)
        const [first, ...rest] = args as unknown as [unknown, ...unknown[]]
        const trace_id = currentTrace()?.traceId
        repeated(first, rest[0], (left_out) => {
          if (left_out === 0) return method.apply(this, args)
          const message = typeof first === 'string' ? [first] : rest
          method.apply(this, [{ ...fieldsOf(first), trace_id, left_out }, ...message] as unknown as typeof args)
        })
      },
    },
  }
  return sink ? pino(options, sink) : pino(options)
}

/**
 * Logs security events for an operator: which user was rejected or let in, from where. Contains only ids and names of calls, never
 * personal data. No other line has this level: Fastify uses it only for successful calls.
 */
export function logEvent(
  request: FastifyRequest,
  action: string,
  what: Record<string, string | number | null> = {},
): void {
  const level = request.log.level === 'silent' ? 'silent' : 'info'
  const log = request.log.child({}, { level })
  log.info({ request_id: request.id, address: request.ip, action, ...what }, 'event')
}

/** Logs an answer, if ACCESS_LOG is set. No field may come from an address, a body or a person. */
export function logAnswer(
  request: FastifyRequest,
  answer: { method: string; call: string; status: number; ms: number; bytes: number; store: number | null },
): void {
  request.log.child({}, { level: 'info' }).info({ ...answer, request_id: request.id }, 'answer')
}

/** For what is not waited for. */
export const logFailure = (request: FastifyRequest) => (error: unknown) =>
  request.log.error({ err: error, request_id: request.id }, 'not written down')

/**
 * Returns the loggable part of an error. Database errors repeat the rejected row in `detail`, and unreadable values (class 22) in their
 * message, and with them data of customers.
 */
function told(error: Error & { code?: string }) {
  const plain = (text = '') => (faultOf(error) === 'item' ? text.replace(/"[^"]*"/g, '"[hidden]"') : text)
  return { type: error.name, message: plain(error.message), code: error.code, stack: plain(error.stack) }
}
