import { sql } from 'kysely'
import type { TimedWork } from '../../core/clock.ts'
import { databaseNow } from '../../core/now.ts'
import { type Db, inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { eachStore } from '../../work/each-store.ts'
import { forgetDepartures } from '../membership/departures.ts'
import { markDueStale } from '../membership/segments.ts'
import { noteSizes } from '../membership/sizes.ts'
import { startPendingCalculation } from '../membership/start.ts'
import { writesMany } from '../profiles/lock.ts'

const MINUTE_MS = 60_000

/**
 * Recalculates segments that have become stale by time, and stale ones without a job, as after downtime or a cancelled job. Skips
 * stores with a running import or bulk change.
 */
export async function sweepSegments(core: Pick<Core, 'pool' | 'jobs'>, now: Date): Promise<void> {
  const due = 'select auth.stores_to_calculate($1) as store_id'
  const { rows } = await core.pool.query<{ store_id: number }>(due, [now.toISOString()])
  await eachStore(rows, ({ store_id }) => inStore(core.pool, store_id, (db) => sweep(core, db, store_id, now)))
}

async function sweep(core: Pick<Core, 'jobs'>, db: Db, storeId: number, now: Date): Promise<void> {
  await markDueStale(db, storeId, now)
  await noteSizes(db, storeId, now)
  await forgetDepartures(db, storeId)
  if (await writesMany(db, storeId)) return
  const { rows } = await sql<{ active: boolean }>`select exists (select from job
    where store_id = ${storeId} and kind = 'segment_calculate' and status in ('pending', 'processing')) as active`.execute(
    db,
  )
  if (!rows[0]!.active) await startPendingCalculation(core, db, storeId)
}

/** Runs every minute. */
export const sweepSteadily = (core: Pick<Core, 'pool' | 'jobs'>): TimedWork => ({
  name: 'segments',
  everyMs: MINUTE_MS,
  work: () => sweepSegments(core, new Date(databaseNow())),
})
