import type { FastifyInstance } from 'fastify'

/** Seconds after which a call that met a restart of PostgreSQL is worth repeating. */
export const AWAY_SECONDS = 5
/** Seconds for a limit that names none. */
const LIMIT_SECONDS = 60

/** Returns the seconds of `Retry-After`: those of the error, or those of its status. Undefined if a retry does not help. */
export function retrySeconds(status: number, seconds?: unknown): number | undefined {
  if (typeof seconds === 'number') return seconds
  return status === 429 ? LIMIT_SECONDS : status === 503 ? AWAY_SECONDS : undefined
}

/** Adds `Retry-After` to each 429 and 503 that has none, also to those that are no error of the contract. */
export function addRetryAfter(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    const seconds = retrySeconds(reply.statusCode)
    if (seconds !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', String(seconds))
  })
}
