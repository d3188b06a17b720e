import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { ApiError } from '../core/api-error.ts'
import { logEvent } from '../core/log.ts'
import { oncePerMinute } from './throttle.ts'

/** Limit of tries without a caller, such as those of a password or of an address. */
export interface Limit {
  key: string
  tries: number
  seconds: number
}

const isFirst = oncePerMinute()

/** Counts a try against each limit; throws too_many_requests at the first that is used up. */
export async function countAttempt(pool: pg.Pool, request: FastifyRequest, limits: Limit[]): Promise<void> {
  for (const { key, tries, seconds } of limits) {
    const wait = await countTry(pool, key, tries, seconds)
    if (wait === 0) continue
    if (isFirst(key)) logEvent(request, 'tries_used_up', { limit: key.split(':', 1)[0]!, seconds: wait })
    throw new ApiError('too_many_requests', { seconds: wait })
  }
}

/** Counts a try. Returns the seconds to wait, 0 if it is allowed. Kept also if the call is refused. */
async function countTry(pool: pg.Pool, key: string, allowed: number, seconds: number): Promise<number> {
  const { rows } = await pool.query<{ wait: number }>('select auth.take($1, $2, $3) as wait', [key, allowed, seconds])
  return rows[0]!.wait
}
