import type { Endpoint } from '@ruam/contract/platform/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { ApiError } from '../core/api-error.ts'
import { logEvent, logFailure } from '../core/log.ts'
import { type Principal, principalKey, userIdOf } from '../core/principal.ts'
import { inStore } from '../database/db.ts'
import { audit } from './audit.ts'
import { requestOrigin } from './came-from.ts'
import { oncePerMinute } from './throttle.ts'

interface Called {
  storeId: number
  by: Principal
}

const callers = new WeakMap<FastifyRequest, Called>()

/** Keeps who calls, for the case that they are refused. */
export const rememberCaller = (request: FastifyRequest, caller: Called) => callers.set(request, caller)

/** Returns who made a call, once it is authorized. */
export const callerOf = (request: FastifyRequest): Called | undefined => callers.get(request)

/** Errors of a missing right. */
const refusals = new Set<string>(['forbidden', 'field_closed'])

/** By database: numbers of stores and people are those of one. */
const throttles = new WeakMap<pg.Pool, (key: string) => boolean>()

function isFirst(pool: pg.Pool, key: string): boolean {
  const throttle = throttles.get(pool) ?? oncePerMinute()
  throttles.set(pool, throttle)
  return throttle(key)
}

/**
 * Logs that a caller lacks a right, and writes it to the audit log in a transaction of its own, because that of the call is rolled
 * back. Throttled to one line and row a minute per caller and right, so that a flood of calls is no flood of rows. Returns the error.
 */
export async function logForbidden(
  { pool }: { pool: pg.Pool },
  { method, path }: Endpoint,
  request: FastifyRequest,
  error: unknown,
): Promise<unknown> {
  const caller = callers.get(request)
  if (!caller || !(error instanceof ApiError) || !refusals.has(error.errorName)) return error
  const { storeId, by } = caller
  const permission = String(error.details?.permission ?? '')
  const key = `refused:${storeId}:${principalKey(by)}:${permission}`
  if (!isFirst(pool, key)) return error
  logEvent(request, 'right_refused', {
    store_id: storeId,
    user_id: userIdOf(by),
    call: `${method} ${path}`,
    permission,
  })
  await inStore(pool, storeId, async (db, client) => {
    await client.query(requestOrigin(request))
    // Other processes count in the same row.
    const { rows } = await client.query<{ wait: number }>('select auth.take($1, 1, 60) as wait', [key])
    if (rows[0]!.wait > 0) return
    const entry = {
      action: 'right_refused',
      subject_type: 'call' as const,
      subject_id: `${method} ${path}`,
      details: { permission },
    }
    await audit(db, storeId, by, request.id, entry)
  }).catch(logFailure(request))
  return error
}
