import { type CallLimit, callLimits } from '@ruam/contract/platform/constants.ts'
import type pg from 'pg'
import { ApiError } from './api-error.ts'
import type { TimedWork } from './clock.ts'
import { type Principal, principalKey } from './principal.ts'

/** Milliseconds between two exchanges with the other processes. */
const EXCHANGE_MS = 1000

export interface CallLimits {
  /** Counts a call against a limit of who calls. Throws too_many_requests. */
  take(by: Principal, limit: CallLimit): void
  /** Returns the calls that are left, and the seconds until the budget is full again. */
  left(by: Principal, limit: CallLimit): { quota: number; remaining: number; reset: number }
  /** Adds what was spent here to what all processes have spent, and reads that. */
  exchange(): Promise<void>
}

interface Spender {
  by: Principal
  limit: CallLimit
  /** When the limit is whole again, by this process's clock. A burst is spent when that is the time of a burst away. */
  wholeAt: number
  /** Milliseconds of it spent here that the others have not heard of. */
  untold: number
}

/**
 * The limits of who calls (generic cell rate): counted in memory, so that a call costs nothing, and added up across the processes of an installation
 * once a second through one table. A person who goes to several processes at once has at most one burst more in each, once. See decision 17.
 */
export function newCallLimits(pool: pg.Pool, now: () => number = () => performance.now()): CallLimits {
  const spenders = new Map<string, Spender>()

  async function exchange() {
    const told = [...spenders.values()].filter(({ untold }) => untold > 0).map((spender) => ({ ...spender }))
    forgetThoseAtRest()
    if (told.length === 0) return
    for (const { by, limit } of told) spenders.get(keyOf(by, limit))!.untold = 0
    for (const kind of ['person', 'program'] as const) {
      const ofKind = told.filter(({ by }) => by.kind === kind)
      if (ofKind.length > 0) await exchangeOf(kind, ofKind)
    }
  }

  async function exchangeOf(kind: Principal['kind'], told: readonly Spender[]) {
    const { rows } = await pool.query<{ id: number; budget: CallLimit; ahead_ms: number }>(
      kind === 'person'
        ? 'select user_id as id, budget, ahead_ms from auth.spend($1::int[], $2::text[], $3::int[])'
        : 'select credential_id as id, budget, ahead_ms from auth.spend_credentials($1::int[], $2::text[], $3::int[])',
      [told.map(({ by }) => by.id), told.map(({ limit }) => limit), told.map(({ untold }) => Math.round(untold))],
    )
    const time = now()
    for (const { id, budget, ahead_ms } of rows) {
      const spender = spenders.get(keyOf({ kind, id }, budget))
      if (spender) spender.wholeAt = Math.max(spender.wholeAt, time + ahead_ms + spender.untold)
    }
  }

  function forgetThoseAtRest() {
    const time = now()
    for (const [key, { wholeAt, untold }] of spenders) if (wholeAt <= time && untold === 0) spenders.delete(key)
  }

  return {
    take(by, limit) {
      const key = keyOf(by, limit)
      const time = now()
      const spender = spenders.get(key) ?? { by, limit, wholeAt: time, untold: 0 }
      const { perSecond, burst } = callLimits[limit]
      const cost = 1000 / perSecond
      const wholeAt = Math.max(spender.wholeAt, time) + cost
      const tooMuch = wholeAt - time - burst * cost
      // Sums of fractions: a thousandth of a millisecond is none.
      if (tooMuch > 0.001) throw new ApiError('too_many_requests', { seconds: Math.max(1, Math.ceil(tooMuch / 1000)) })
      spenders.set(key, { ...spender, wholeAt, untold: spender.untold + cost })
    },
    left(by, limit) {
      const { perSecond, burst } = callLimits[limit]
      const ahead = Math.max(0, (spenders.get(keyOf(by, limit))?.wholeAt ?? 0) - now())
      const remaining = Math.max(0, Math.floor(burst - (ahead / 1000) * perSecond + 0.001))
      return { quota: perSecond, remaining, reset: Math.ceil(ahead / 1000) }
    },
    exchange,
  }
}

/** Keeps the budgets of all processes together. */
export const exchangeLimits = (limits: CallLimits): TimedWork => ({
  name: 'call limits',
  everyMs: EXCHANGE_MS,
  everyProcess: true,
  work: () => limits.exchange(),
})

const keyOf = (by: Principal, limit: CallLimit) => `${principalKey(by)} ${limit}`
