import { jobKindsWith, jobOf } from '@ruam/contract/jobs.ts'
import { sql } from 'kysely'
import type { Core } from '../core/core.ts'
import type { Db } from '../core/db.ts'
import { type Principal, userIdOf } from '../core/principal.ts'
import { publishJob } from './publish-job.ts'
import { insertJob, type JobRow, type NewJob } from './queries.ts'

/** Begins a job with the caller's transaction, and answers its id. Whether it may begin is the caller's to settle. */
export async function startJob(
  core: Pick<Core, 'jobs'>,
  db: Db,
  storeId: number,
  by: Principal | null,
  job: NewJob,
): Promise<number> {
  const row = await insertJob(db, storeId, userIdOf(by), { ...job, queued: false })
  await enqueueNext(core, db, storeId, { behind: false })
  await publishJob(db, storeId, row)
  return row.id
}

/** First key of the advisory locks under which a store's next job is chosen. */
const LOCK = 63

const byItself = jobKindsWith((definition) => definition.automatic === true)
/** They do not wait for the store's other jobs, nor these for them. */
const ownPlace = jobKindsWith((definition) => definition.ownQueue === true)
/** They have gone into a queue of their own, and are no part of the store's row. */
const ownQueue = jobKindsWith((definition) => definition.queue !== undefined)

/**
 * Puts the store's next job into the queue, and its next calculation of segments, unless one is there or at work: first those that somebody asked for, in their order. One
 * that is held up, and waits to be tried again, keeps no other from its turn. `behind`: the store has just had a turn.
 */
export async function enqueueNext(
  core: Pick<Core, 'jobs'>,
  db: Db,
  storeId: number,
  { behind }: { behind: boolean },
): Promise<void> {
  // A job that begins and one that ends would each take the other for the one that calls the next.
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
export async function givesWay(db: Db, storeId: number, { kind }: Pick<JobRow, 'kind'>): Promise<boolean> {
  if (!byItself.includes(kind)) return false
  const { rows } = await sql<{ waits: boolean }>`select exists (select from job
    where store_id = ${storeId} and status = 'pending' and not queued and kind <> all(${[...byItself, ...ownPlace, ...ownQueue]}::text[])) as waits`.execute(
    db,
  )
  return rows[0]!.waits
}
