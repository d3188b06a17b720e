import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import type { Config } from './config.ts'

/** JSON lines without bodies; what could open a door is cut out wherever it stands. */
export function loggerOf(config: Config): FastifyBaseLogger {
  return pino({
    level: config.environment === 'test' ? 'silent' : 'warn',
    redact: {
      paths: ['authorization', 'cookie', 'password', 'token', '*.authorization', '*.cookie', '*.password', '*.token'],
      censor: '[hidden]',
    },
    base: undefined,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: {
      // A database error repeats the row it refused in `detail`, and with it a customer's values.
      err: (error: Error & { code?: string }) => ({
        type: error.name,
        message: error.message,
        code: error.code,
        stack: error.stack,
      }),
    },
  })
}
