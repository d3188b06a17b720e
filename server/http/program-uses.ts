import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { TimedWork } from '../core/clock.ts'
import { databaseNow } from '../core/now.ts'
import type { Core } from '../servers/core.ts'
import { routerOf } from '../servers/store-router.ts'

/** Milliseconds between two writes of counted requests. A killed process loses at most these. */
const WRITE_MS = 5000
const HOUR_MS = 3_600_000

/** Budget of a credential after a call was counted. */
interface Budget {
  /** Requests per second, and those left. */
  quota: number
  remaining: number
  /** Seconds until the budget is full again. */
  reset: number
}

/** Profile fields that a program read and wrote. */
export interface FieldUse {
  reads: Set<number>
  writes: Set<number>
}

interface Called {
  storeId: number
  id: number
  /** True for the secret before the last rotation. */
  former: boolean
  used: FieldUse
}

interface Use extends Called {
  hour: string
  requests: number
  refused: number
  address: string
}

const callers = new WeakMap<FastifyRequest, Called>()
const budgets = new WeakMap<FastifyRequest, Budget>()
/** Requests counted in this process and not yet written. */
const counted = new WeakMap<pg.Pool, Map<string, Use>>()

/** Keeps the credential of a request until its response is counted. */
export const rememberProgram = (request: FastifyRequest, called: Called) => callers.set(request, called)

/** Returns the credential of a request, once it is known. */
export const programOf = (request: FastifyRequest): Called | undefined => callers.get(request)

/** Keeps the budget of a request's credential for the headers of its response. */
export const rememberBudget = (request: FastifyRequest, budget: Budget) => budgets.set(request, budget)

/** Adds the headers of a program's budget to its responses (draft-ietf-httpapi-ratelimit-headers), and counts its requests. */
export function answerPrograms(app: FastifyInstance, core: Core): void {
  app.addHook('onSend', async (request, reply) => {
    const budget = budgets.get(request)
    if (!budget) return
    reply.header('ratelimit-policy', `"credential";q=${budget.quota};w=1`)
    reply.header('ratelimit', `"credential";r=${budget.remaining};t=${budget.reset}`)
  })
  app.addHook('onResponse', async (request, { statusCode }) => {
    const called = callers.get(request)
    if (!called) return
    const hour = new Date(Math.floor(databaseNow() / HOUR_MS) * HOUR_MS).toISOString()
    add(routerOf(core).countingPool(called.storeId), {
      ...called,
      hour,
      requests: 1,
      refused: statusCode >= 400 ? 1 : 0,
      address: request.ip,
    })
  })
}

function add(pool: pg.Pool, use: Use) {
  const uses = counted.get(pool) ?? new Map<string, Use>()
  counted.set(pool, uses)
  const key = `${use.id} ${use.former} ${use.hour}`
  const before = uses.get(key)
  if (before) {
    before.requests += use.requests
    before.refused += use.refused
    before.address = use.address
    for (const field of use.used.reads) before.used.reads.add(field)
    for (const field of use.used.writes) before.used.writes.add(field)
  } else uses.set(key, use)
}

/** Writes the counted requests of this process, when and from where each credential was used last, and the fields it read and wrote. */
export async function writeUses(pool: pg.Pool): Promise<void> {
  const uses = [...(counted.get(pool)?.values() ?? [])]
  counted.delete(pool)
  if (uses.length === 0) return
  try {
    const written = uses.map(({ used, ...use }) => ({ ...use, reads: [...used.reads], writes: [...used.writes] }))
    await pool.query('select auth.note_uses($1)', [JSON.stringify(written)])
  } catch (error) {
    for (const use of uses) add(pool, use)
    throw error
  }
}

/** Writes every few seconds. */
export const writeUsesSteadily = (pool: pg.Pool): TimedWork => ({
  name: 'requests of programs',
  everyMs: WRITE_MS,
  everyProcess: true,
  work: () => writeUses(pool),
})
