import { jobKindsWith, jobOf } from '@ruam/contract/jobs.ts'
import { sql } from 'kysely'
import { type Principal, userIdOf } from '../core/principal.ts'
import type { Db } from '../database/db.ts'
import { storeLocks } from '../database/postgres/locks.ts'
import type { Core } from '../servers/core.ts'
import { publishJob } from './publish-job.ts'
import { insertJob, type JobRow, type NewJob } from './queries.ts'

/**
 * Starts a job in the caller's transaction and returns its id. A kind with a queue of its own is enqueued at once, any other after the
 * store's earlier jobs. The caller checks if the job may start.
 */
export async function startJob(
  core: Pick<Core, 'jobs'>,
  db: Db,
  storeId: number,
  by: Principal | null,
  job: NewJob,
  publish: (db: Db, storeId: number, job: JobRow) => Promise<void> = publishJob,
): Promise<number> {
  const { queue } = jobOf(job.kind)
  const row = await insertJob(db, storeId, userIdOf(by), { ...job, queued: queue !== undefined })
  if (queue) await core.jobs.enqueue(db, queue, { store_id: storeId, job: row.id })
  else await enqueueNext(core, db, storeId, { behind: false })
  await publish(db, storeId, row)
  return row.id
}

/** First key of the advisory locks under which a store's next job is chosen. */
const LOCK = storeLocks.jobs

const byItself = jobKindsWith((definition) => definition.automatic === true)
/** Kinds that neither wait for other jobs of the store nor block them. */
const ownPlace = jobKindsWith((definition) => definition.ownQueue === true)
/** Kinds with a queue of their own, outside of the store's order. */
const ownQueue = jobKindsWith((definition) => definition.queue !== undefined)

/**
 * Enqueues the store's next job and its next calculation of segments, unless one is queued or active: requested jobs first, in order. A
 * job waiting for a retry blocks no other. `behind`: the store has just had a time slice.
 */
export async function enqueueNext(
  core: Pick<Core, 'jobs'>,
  db: Db,
  storeId: number,
  { behind }: { behind: boolean },
): Promise<void> {
  // Serializes a starting and an ending job, which would each expect the other to enqueue the next.
  await sql`select pg_advisory_xact_lock(${LOCK}, ${storeId}::int)`.execute(db)
  const active = sql`select id, kind, queued, kind = any(${ownPlace}::text[]) as alone from job
    where store_id = ${storeId} and status in ('pending', 'processing') and error is null and kind <> all(${ownQueue}::text[])`
  const { rows } = await sql<Pick<JobRow, 'id' | 'kind'>>`
    with active as materialized (${active})
    update job set queued = true
    where store_id = ${storeId} and id in (
      select distinct on (alone) id from active
      where alone not in (select alone from active where queued)
      order by alone, kind = any(${byItself}::text[]), id)
    returning id, kind`.execute(db)
  for (const { id, kind } of rows) {
    const options = { patient: !jobOf(kind).cancellable, behind }
    const queue = jobOf(kind).ownQueue ? 'segment-calculate' : 'store-job'
    await core.jobs.enqueue(db, queue, { store_id: storeId, job: id }, options)
  }
}

/** True if an automatic job must wait for a requested one of its store. */
export async function mustWait(db: Db, storeId: number, { kind }: Pick<JobRow, 'kind'>): Promise<boolean> {
  if (!byItself.includes(kind)) return false
  const { rows } = await sql<{ waits: boolean }>`select exists (select from job
    where store_id = ${storeId} and status = 'pending' and not queued and kind <> all(${[...byItself, ...ownPlace, ...ownQueue]}::text[])) as waits`.execute(
    db,
  )
  return rows[0]!.waits
}
