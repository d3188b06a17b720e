import type { TimedWork } from '../../core/clock.ts'
import { inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { addUsage, type CountedCalls } from './queries.ts'

/** Milliseconds between two writes. A killed process loses what it counted since the last one. */
const EVERY_MS = 10_000

type Counts = Map<string, CountedCalls & { storeId: number }>

/** Calls that are not written yet, per server. */
const waiting = new WeakMap<Core['pool'], Counts>()

/** Counts a call of the older API, in memory: no request waits for it. */
export function countUse({ pool }: Pick<Core, 'pool'>, storeId: number, userId: number, call: string): void {
  const counts: Counts = waiting.get(pool) ?? new Map()
  waiting.set(pool, counts)
  const key = `${storeId} ${userId} ${call}`
  const counted = counts.get(key) ?? { storeId, userId, call, calls: 0 }
  counts.set(key, { ...counted, calls: counted.calls + 1 })
}

/** Writes what was counted since the last time. */
export async function writeUsage({ pool }: Pick<Core, 'pool'>): Promise<void> {
  const counts = [...(waiting.get(pool)?.values() ?? [])]
  waiting.delete(pool)
  for (const [storeId, counted] of Map.groupBy(counts, (one) => one.storeId))
    await inStore(pool, storeId, (db) => addUsage(db, storeId, counted))
}

/** Writes the counters every ten seconds. */
export const writeUsageSteadily = (core: Core): TimedWork => ({
  name: 'older usage',
  everyMs: EVERY_MS,
  everyProcess: true,
  work: () => writeUsage(core),
})
