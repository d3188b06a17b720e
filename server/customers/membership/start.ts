import { segmentJobs } from '@ruam/contract/customers/segment-state.ts'
import { sql } from 'kysely'
import type { Principal } from '../../core/principal.ts'
import type { Db } from '../../database/db.ts'
import { startJob } from '../../jobs/start.ts'
import { pushCommand } from '../../push/publish.ts'
import type { Core } from '../../servers/core.ts'
import { markStale } from './segments.ts'

const { kind } = segmentJobs.segment_calculate

/**
 * Queues one job that calculates the store's stale segments, or reuses a waiting one. Returns its id. The caller's transaction has
 * marked them as stale.
 */
export async function startCalculation(
  core: Pick<Core, 'jobs'>,
  db: Db,
  storeId: number,
  by: Principal | null,
): Promise<number> {
  // Held, so that it does not begin before what was wanted is there to be seen.
  const waiting = await db
    .selectFrom('job')
    .select('id')
    .where('store_id', '=', storeId)
    .where('kind', '=', kind)
    .where('status', '=', 'pending')
    .where('cancel_requested', '=', false)
    .orderBy('id')
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (waiting) return waiting.id
  const id = await startJob(core, db, storeId, by, { kind, request: {} })
  await pushCommand(db, 'segmentation', { store_id: storeId, job_id: id })
  return id
}

/** Marks a segment as stale and starts its calculation, after the caller's transaction. Returns the job. */
export async function startCalculationOf(
  core: Core,
  db: Db,
  storeId: number,
  id: number,
  by: Principal,
): Promise<number> {
  await markStale(db, storeId, [id])
  return startCalculation(core, db, storeId, by)
}

/** Starts a calculation if automatic segments are stale. */
export async function startPendingCalculation(core: Pick<Core, 'jobs'>, db: Db, storeId: number): Promise<void> {
  const { rows } = await sql<{ wanted: boolean }>`select exists (
      select from segment s join label l on l.store_id = s.store_id and l.id = s.label_id
      where s.store_id = ${storeId} and s.wanted > s.done and l.auto_apply_enabled) as wanted`.execute(db)
  if (rows[0]!.wanted) await startCalculation(core, db, storeId, null)
}
