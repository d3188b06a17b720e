import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { failedWith } from '../../core/sqlstate.ts'
import type { DatabaseServers } from '../database-servers.ts'
import { beginMove, closedAt, holdWrites, prolongWriteLock, release } from '../store-holds.ts'
import { type Ends, inStoreAsOwner } from './connect.ts'
import type { MoverLock } from './mover-lock.ts'
import { copyPeople, placeMembers } from './people.ts'
import { removeJobs } from './queued-jobs.ts'
import { waitForMark, writeMark } from './replicate.ts'
import { beginStep, type Move } from './state.ts'
import type { StepTimes } from './step-times.ts'
import type { StoreTable } from './tables.ts'

/** Milliseconds of a hold. With the wait for writers before it and the switch after it, writes wait for 5 s at most. */
const HOLD_MS = 3500
/** Kept for the last steps, which take some hundredths of a second. */
export const LAST_STEPS_MS = 500
/** A hold for a plain COPY is prolonged as long as the mover works. */
const COPY_HOLD_MS = 15_000
const PROLONG_MS = 2000

export interface Holding {
  servers: DatabaseServers
  ends: Ends
  move: Move
  tables: readonly StoreTable[]
  lock: MoverLock
  times: StepTimes
}

/** A hold under way. */
interface Hold {
  /** Its time, which names it. */
  since: string
  /** Milliseconds until it ends. */
  left(): number
}

/**
 * Holds the writes of a store until all of its changes are on the target, and works then. Whatever fails releases it, and the source does by itself
 * when its time is over. Returns undefined if writers or the target take too long.
 */
export async function withWritesStopped<T>(
  { servers, ends, move, lock, times }: Omit<Holding, 'tables'>,
  work: (hold: Hold) => Promise<T | undefined>,
): Promise<T | undefined> {
  const { home, source, target } = ends
  await ends.open()
  await beginStep(home, move.store, 'held')
  let kept: T | undefined
  let stopProlonging = async () => {}
  const start = performance.now()
  let end = Number.POSITIVE_INFINITY
  try {
    const since = await times.time('wait for writers', () =>
      holdWrites(ends, move.store, move.by_copy ? COPY_HOLD_MS : HOLD_MS),
    )
    if (!since) return undefined
    if (!move.by_copy) end = performance.now() + HOLD_MS
    // This process slept, and another one may move the store.
    if (lock.lost()) throw lockLostError()
    if (move.by_copy) stopProlonging = prolongSteadily(servers.get(move.source).ownerUrl, move.store, since)
    const left = () => end - performance.now()
    await times.time('people', async () => {
      await copyPeople(servers, source, move.store, move.target)
      await placeMembers(servers, source, move.store)
    })
    if (!move.by_copy) {
      const mark = randomUUID()
      await writeMark(source, move.store, mark)
      const arrived = () => waitForMark(target, move.store, mark, left() - LAST_STEPS_MS)
      if (!(await times.time('last changes', arrived))) return undefined
    }
    kept = await work({ since, left })
    return kept
  } catch (error) {
    // Too late for the hold, not for the move.
    if (failedWith(error, 'queryCanceled', 'lockNotAvailable')) return undefined
    throw error
  } finally {
    await stopProlonging()
    // The source let writes in at the end of the hold, unless the store has left it.
    const until = kept === undefined ? Math.min(performance.now(), end) : performance.now()
    const left = kept !== undefined || !(await reopenStore(ends, move))
    await beginStep(home, move.store, left ? 'settling' : 'following', { held_ms: Math.round(until - start) })
  }
}

/** Prolongs a hold until the returned function is called, or until it cannot be. */
function prolongSteadily(ownerUrl: string, storeId: number, since: string): () => Promise<void> {
  const stop = new AbortController()
  const prolonging = inStoreAsOwner(ownerUrl, storeId, async (client) => {
    while (await prolongWriteLock(client, storeId, since, COPY_HOLD_MS)) await sleep(PROLONG_MS, undefined, stop)
  }).catch(() => {})
  return () => {
    stop.abort()
    return prolonging
  }
}

/** An outage of home: the move resumes once it has the lock again. */
export const lockLostError = () => new Error('Connection terminated: it held the lock of the move')

/** Opens a held store again at its current server, and continues its move. Returns false if its old copy is closed for good. */
export async function reopenStore(ends: Ends, move: Move): Promise<boolean> {
  if ((await closedAt(ends.source, move.store)) === 'moved') return false
  await release(ends, move.store)
  await removeJobs(ends.target, move.store)
  await beginMove(ends, move.store, move.target)
  return true
}
