import { importUndoJobs } from '@ruam/contract/imports/undo.ts'
import { jobKindsWith } from '@ruam/contract/jobs.ts'
import { sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import { storeLocks } from '../../database/postgres/locks.ts'

/** First key of the advisory locks of a store's profiles. */
const LOCK = storeLocks.profiles

/** Jobs that write many profiles. No run may start during one, because it decides by what it has read. */
const writers = jobKindsWith(({ locksProfiles }) => locksProfiles)

/** Returns the import or undo that blocks manual edits (spec section 4: the running flag). */
export async function runningPipeline(db: Db, storeId: number) {
  const running = await db
    .selectFrom('run')
    .innerJoin('data_source', (join) =>
      join.onRef('data_source.store_id', '=', 'run.store_id').onRef('data_source.id', '=', 'run.data_source_id'),
    )
    .select(['run.data_source_id', 'data_source.name', 'run.total', 'run.done', 'run.started_at'])
    .where('run.store_id', '=', storeId)
    .where('run.kind', '=', 'real')
    .where('run.status', 'in', ['pending', 'processing'])
    .executeTakeFirst()
  if (running) return { ...running, kind: 'run' as const }
  const undoing = await db
    .selectFrom('job')
    .innerJoin('run', (join) =>
      join.onRef('run.store_id', '=', 'job.store_id').on('run.id', '=', sql<number>`(job.request ->> 'run')::bigint`),
    )
    .innerJoin('data_source', (join) =>
      join.onRef('data_source.store_id', '=', 'run.store_id').onRef('data_source.id', '=', 'run.data_source_id'),
    )
    .select(['run.data_source_id', 'data_source.name', 'job.total', 'job.done', 'job.started_at'])
    .where('job.store_id', '=', storeId)
    .where('job.kind', '=', importUndoJobs.run_undo.kind)
    .where('job.status', 'in', ['pending', 'processing'])
    .executeTakeFirst()
  return undoing && { ...undoing, kind: 'undo' as const }
}

/** True while an import, undo or other job writes many profiles. */
export async function writesMany(db: Db, storeId: number): Promise<boolean> {
  return (await runningPipeline(db, storeId)) !== undefined || (await writingJob(db, storeId)) !== undefined
}

const writingJob = (db: Db, storeId: number) =>
  db
    .selectFrom('job')
    .select('id')
    .where('store_id', '=', storeId)
    .where('kind', 'in', writers)
    .where('status', 'in', ['pending', 'processing'])
    .limit(1)
    .executeTakeFirst()

/**
 * Lets the caller's transaction write profiles: no import and no undo of one can begin until it ends. Throws profile_locked
 * (code 61) while one is at work.
 */
export async function lockForEdit(db: Db, storeId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${LOCK}, ${storeId}::int)`.execute(db)
  const running = await runningPipeline(db, storeId)
  if (running) throw new ApiError('profile_locked', { datasource_id: running.data_source_id, name: running.name })
}

/** Does what lockForEdit does, and returns false instead of throwing while an import or its undo is at work. */
export async function tryLockForEdit(db: Db, storeId: number): Promise<boolean> {
  await sql`select pg_advisory_xact_lock_shared(${LOCK}, ${storeId}::int)`.execute(db)
  return (await runningPipeline(db, storeId)) === undefined
}

/** Blocks other writers of profiles until the transaction ends, after waiting for running ones. For jobs. */
export async function lockProfiles(db: Db, storeId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK}, ${storeId}::int)`.execute(db)
}

/**
 * Blocks other writers of profiles until the transaction ends, for a batch that decides by what it reads. Manual edits wait. Returns
 * false during an import or its undo.
 */
export async function tryLockProfiles(db: Db, storeId: number): Promise<boolean> {
  await lockProfiles(db, storeId)
  return (await runningPipeline(db, storeId)) === undefined
}

/**
 * Lets the transaction enqueue a job that writes many profiles behind those that are queued already: jobs of a store run one after
 * another. Throws profile_locked (code 61) while an import or its undo is at work.
 */
export async function lockForQueuedJob(db: Db, storeId: number): Promise<void> {
  await lockProfiles(db, storeId)
  if (await runningPipeline(db, storeId)) throw new ApiError('profile_locked')
}

/**
 * Lets the transaction start an import, an undo or a job that writes many profiles: waits for running writers, and throws if another
 * such job is running.
 */
export async function lockForPipeline(
  db: Db,
  storeId: number,
  refusal: 'pipeline_busy' | 'profile_locked',
): Promise<void> {
  await lockProfiles(db, storeId)
  if (await runningPipeline(db, storeId)) throw new ApiError(refusal)
  if (await writingJob(db, storeId)) throw new ApiError(refusal)
}
