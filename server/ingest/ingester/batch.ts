import type pg from 'pg'
import { faultOf, isConnectionLost, isOutage, type StateFault } from '../../core/sqlstate.ts'
import { type Db, inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { type Strategy, together, writeIsolated } from './apart.ts'
import { type CrashSuspects, crashSuspectsOf, type Queue } from './doubts.ts'
import { acquireTurn } from './turn.ts'

/** Items or events per transaction: as many as an import writes rows. */
const BATCH = 2500

/** A queue of a store from which its ingester takes batches, oldest first. */
export interface Feeder<T> {
  queue: Queue
  /** Ingests up to `limit` in the ingester's transaction. Returns undefined if nothing waits, or nothing may be written. */
  ingest(db: Db, client: pg.PoolClient, limit: number, strategy: Strategy): Promise<T | undefined>
  /** Sets the first request or event aside. Returns undefined if there is none. */
  refuse(db: Db, fault: StateFault): Promise<T | undefined>
}

/**
 * Ingests a batch in one transaction: whole, then item by item, then its first request alone, which is set aside in the end. One that
 * cannot be processed must not stop all others behind it. Throws in an outage: nothing is blamed, and the caller waits.
 */
export async function ingestBatch<T>(core: Core, storeId: number, feeder: Feeder<T>): Promise<T | undefined> {
  const inTurn = (work: (db: Db, client: pg.PoolClient) => Promise<T | undefined>) =>
    inStore(core.pool, storeId, async (db, client) => ((await acquireTurn(db, storeId)) ? work(db, client) : undefined))
  const doubts = crashSuspectsOf(core.pool, storeId, feeder.queue)
  const alone = writeIsolated(doubts)
  const attempts: [limit: number, Strategy][] = [
    [BATCH, alone],
    [1, alone],
  ]
  if (!doubts.singly) attempts.unshift([BATCH, together])
  let last: unknown
  for (const [limit, strategy] of attempts) {
    try {
      return cleared(doubts, await inTurn((db, client) => feeder.ingest(db, client, limit, strategy)))
    } catch (error) {
      if (isConnectionLost(error)) doubts.lost()
      if (isConnectionLost(error) || (isOutage(error) && strategy !== together)) throw error
      last = error
    }
  }
  core.report?.(last, 'request set aside')
  return cleared(doubts, await inTurn((db) => feeder.refuse(db, faultOf(last))))
}

function cleared<T>(doubts: CrashSuspects, result: T): T {
  doubts.clear()
  return result
}

/** True if the item may be processed later by itself: five tries over an hour. */
export const isPatient = (fault: StateFault): boolean => fault === 'ours' || fault === 'unknown' || fault === 'outage'
