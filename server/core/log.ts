import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { type LoggerOptions, pino } from 'pino'
import type { Config } from './config.ts'
import { faultOf } from './sqlstate.ts'

/** Target of log lines instead of the standard output. */
export interface LogSink {
  write(line: string): void
}

/** JSON lines without bodies; secrets are redacted everywhere. */
export function loggerOf(config: Config, sink?: LogSink): FastifyBaseLogger {
  const options: LoggerOptions = {
    level: config.environment === 'test' && !sink ? 'silent' : 'warn',
    redact: {
      paths: ['authorization', 'cookie', 'password', 'token', '*.authorization', '*.cookie', '*.password', '*.token'],
      censor: '[hidden]',
    },
    base: undefined,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { err: told },
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
