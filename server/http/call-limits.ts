import { randomUUID } from 'node:crypto'
import { type CallLimit, callLimits } from '@ruam/contract/platform/constants.ts'
import type pg from 'pg'
import { ApiError } from '../core/api-error.ts'
import type { TimedWork } from '../core/clock.ts'
import { type Principal, principalKey } from '../core/principal.ts'
import type { CallLimits } from '../servers/core.ts'

/** Milliseconds between two exchanges with the other processes. */
const EXCHANGE_MS = 1000
/** Exchanges that a process without calls leaves out: the others forget it after 5 s. */
const REST_EXCHANGES = 3
/** Share of a burst that a process spends before it asks the others: one statement for 10 calls of a program. */
const LEASE = 0.1

interface Spender {
  by: Principal
  limit: CallLimit
  /** When the limit is whole again, by this process's clock. A burst is spent when that is the time of a burst away. */
  wholeAt: number
  /** Milliseconds of it spent here that the others have not heard of. */
  untold: number
  /** Milliseconds on their way to the database. */
  telling: number
}

/**
 * Limits of callers (generic cell rate), counted in memory and summed once a second across processes. If several serve, each spends a lease, then
 * asks for the sums: a caller gets one lease more for each further process (decision 17). `asking`: connections for that.
 */
export function newCallLimits(
  pool: pg.Pool,
  { asking = pool, now = () => performance.now() }: { asking?: pg.Pool; now?: () => number } = {},
): CallLimits {
  const spenders = new Map<string, Spender>()
  const id = randomUUID()
  let others = 0
  /** Exchanges left out since the last one. */
  let rested = 0
  /** The exchange under way, shared by all who wait. */
  let asked: Promise<void> | undefined

  /** Connections for the exchange: waiting callers may hold all connections of `pool`. */
  const connections = () => (others > 0 ? asking : pool)

  async function tell(): Promise<void> {
    const told = [...spenders.values()].filter(({ untold }) => untold > 0)
    for (const spender of told) {
      spender.telling = spender.untold
      spender.untold = 0
    }
    try {
      for (const kind of ['person', 'program'] as const) {
        const ofKind = told.filter(({ by }) => by.kind === kind)
        if (ofKind.length > 0) await tellKind(kind, ofKind)
      }
    } finally {
      // Counts that the database did not store are sent with the next exchange.
      for (const spender of told) {
        spender.untold += spender.telling
        spender.telling = 0
      }
    }
  }

  async function tellKind(kind: Principal['kind'], told: readonly Spender[]): Promise<void> {
    const { rows } = await connections().query<{ id: number; budget: CallLimit; ahead_ms: number }>(
      kind === 'person'
        ? 'select user_id as id, budget, ahead_ms from auth.spend($1::int[], $2::text[], $3::int[])'
        : 'select credential_id as id, budget, ahead_ms from auth.spend_credentials($1::int[], $2::text[], $3::int[])',
      [told.map(({ by }) => by.id), told.map(({ limit }) => limit), told.map(({ telling }) => Math.round(telling))],
    )
    const time = now()
    for (const spender of told) spender.telling = 0
    for (const { id, budget, ahead_ms } of rows) {
      const spender = spenders.get(keyOf({ kind, id }, budget))
      if (spender) spender.wholeAt = Math.max(spender.wholeAt, time + ahead_ms + spender.untold)
    }
  }

  /** Shares the exchange under way: its sums may be older than the caller's last call. */
  function ask(): Promise<void> {
    asked ??= tell().finally(() => {
      asked = undefined
    })
    return asked
  }

  function forgetThoseAtRest() {
    const time = now()
    for (const [key, { wholeAt, untold, telling }] of spenders)
      if (wholeAt <= time && untold + telling === 0) spenders.delete(key)
  }

  /** Counts a call, unless the lease of its caller is spent. Throws too_many_requests. */
  function spend(by: Principal, limit: CallLimit): boolean {
    const key = keyOf(by, limit)
    const time = now()
    const { perSecond, burst } = callLimits[limit]
    const cost = 1000 / perSecond
    const known = spenders.get(key)
    const wholeAt = Math.max(known?.wholeAt ?? time, time) + cost
    const tooMuch = wholeAt - time - burst * cost
    // Sums of fractions: a thousandth of a millisecond is none.
    if (tooMuch > 0.001) throw new ApiError('too_many_requests', { seconds: Math.max(1, Math.ceil(tooMuch / 1000)) })
    if (!known) {
      // The first call after a rest: another process may have begun to serve since.
      if (rested > 0) void exchange().catch(() => {})
      spenders.set(key, { by, limit, wholeAt, untold: cost, telling: 0 })
      return true
    }
    if (others > 0 && known.untold + known.telling + cost > burst * cost * LEASE + 0.001) return false
    known.wholeAt = wholeAt
    known.untold += cost
    return true
  }

  return {
    take(by, limit) {
      if (!spend(by, limit)) return spendAsked(by, limit)
    },
    left(by, limit) {
      const { perSecond, burst } = callLimits[limit]
      const ahead = Math.max(0, (spenders.get(keyOf(by, limit))?.wholeAt ?? 0) - now())
      const remaining = Math.max(0, Math.floor(burst - (ahead / 1000) * perSecond + 0.001))
      return { quota: perSecond, remaining, reset: Math.ceil(ahead / 1000) }
    },
    exchange,
    async exchangeUnlessAtRest() {
      if (spenders.size > 0 || ++rested >= REST_EXCHANGES) await exchange()
    },
  }

  async function exchange(): Promise<void> {
    rested = 0
    const { rows } = await connections().query<{ others: number }>('select auth.note_serving($1) as others', [id])
    others = rows[0]!.others
    await ask()
    forgetThoseAtRest()
  }

  async function spendAsked(by: Principal, limit: CallLimit): Promise<void> {
    do await ask()
    while (!spend(by, limit))
  }
}

/** Keeps the budgets of all processes together. */
export const exchangeLimits = (limits: CallLimits): TimedWork => ({
  name: 'call limits',
  everyMs: EXCHANGE_MS,
  everyProcess: true,
  work: () => limits.exchangeUnlessAtRest(),
})

const keyOf = (by: Principal, limit: CallLimit) => `${principalKey(by)} ${limit}`
