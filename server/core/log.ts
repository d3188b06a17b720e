import type { FastifyBaseLogger } from 'fastify'
import { type LoggerOptions, pino } from 'pino'
import type { Config } from './config.ts'

/** Where log lines go instead of the standard output. */
export interface LogSink {
  write(line: string): void
}

/** JSON lines without bodies; what could open a door is cut out wherever it stands. */
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
 * What is told of an error. A database error repeats the row it refused in `detail`, and a value it could not read (class 22)
 * in its message, and with them what a customer's file held.
 */
function told(error: Error & { code?: string }) {
  const plain = (text = '') => (error.code?.startsWith('22') ? text.replace(/"[^"]*"/g, '"[hidden]"') : text)
  return { type: error.name, message: plain(error.message), code: error.code, stack: plain(error.stack) }
}
