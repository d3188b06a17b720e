import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { TimedWork } from '../core/clock.ts'
import type { Core } from '../servers/core.ts'
import { routerOf } from '../servers/store-router.ts'
import { callerOf } from './forbidden-log.ts'
import { programOf } from './program-uses.ts'

/** Milliseconds between two writes. A killed process loses the counts since the last one. */
const WRITE_MS = 10_000

interface Count {
  requests: number
  errors: number
}

/** Stores of cached tokens: an outage ends a request before its caller is known. */
const expected = new WeakMap<FastifyRequest, number>()
/** Counts of this process that are not written yet, by database and store. */
const counted = new WeakMap<pg.Pool, Map<number, Count>>()

/** Keeps the store to which a request's token led the last time. */
export const expectStore = (request: FastifyRequest, storeId: number) => expected.set(request, storeId)

/** Counts requests of people and programs by store, and those answered with a 5xx. */
export function countRequests(app: FastifyInstance, core: Core): void {
  app.addHook('onResponse', async (request, { statusCode }) => {
    const storeId = (callerOf(request) ?? programOf(request))?.storeId ?? expected.get(request)
    if (storeId) add(routerOf(core).countingPool(storeId), storeId, { requests: 1, errors: statusCode >= 500 ? 1 : 0 })
  })
}

function add(pool: pg.Pool, storeId: number, { requests, errors }: Count) {
  const counts = counted.get(pool) ?? new Map<number, Count>()
  counted.set(pool, counts)
  const before = counts.get(storeId)
  counts.set(storeId, { requests: (before?.requests ?? 0) + requests, errors: (before?.errors ?? 0) + errors })
}

/** Adds the counts of this process to the present hour of each store. */
export async function writeRequestCounts(pool: pg.Pool): Promise<void> {
  const counts = [...(counted.get(pool) ?? [])]
  counted.delete(pool)
  if (counts.length === 0) return
  try {
    await pool.query('select auth.count_requests($1, $2, $3)', [
      counts.map(([storeId]) => storeId),
      counts.map(([, { requests }]) => requests),
      counts.map(([, { errors }]) => errors),
    ])
  } catch (error) {
    for (const [storeId, count] of counts) add(pool, storeId, count)
    throw error
  }
}

/** Writes the counts every ten seconds. */
export const writeRequestCountsSteadily = (pool: pg.Pool): TimedWork => ({
  name: 'requests of stores',
  everyMs: WRITE_MS,
  everyProcess: true,
  work: () => writeRequestCounts(pool),
})
