import { jobOf } from '@ruam/contract/jobs.ts'
import { ApiError } from '../core/api-error.ts'
import { isOutage, isRace } from '../core/sqlstate.ts'
import { type Db, inStore } from '../database/db.ts'
import type { Core } from '../servers/core.ts'
import { unexpected } from '../work/reference.ts'
import type { TimeSlice } from '../work/time-slice.ts'
import type { JobContext, JobHandler, JobHandlers } from './define.ts'
import { notifyEnd } from './notify-end.ts'
import { publishJob } from './publish-job.ts'
import { claimJob, clearJob, countBlock, endJob, type JobRow, recordJobBlock, unqueueJob } from './queries.ts'
import { enqueueNext, mustWait } from './start.ts'

/** Thrown inside a block when another worker has claimed the job: nothing of the block may be committed. */
class LostJob extends Error {}
/** Thrown inside a block when a user has cancelled the job. */
class CancelledJob extends Error {}
/** Thrown after the block at which a job yields: it resumes from its cursor in its next time slice. */
class LeftPlace extends Error {}

/** Attempts at a block that met another writer. */
const TRIES = 5

async function again(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!isRace(error) || tries === TRIES) throw error
    }
  }
}

/** Works one job, whatever its kind: claims it, hands it to its worker, and ends it. Safe to be run twice. */
export async function workJob(
  works: Partial<JobHandlers>,
  core: Core,
  storeId: number,
  id: number,
  signal: AbortSignal,
  turn?: TimeSlice,
): Promise<void> {
  const next = (db: Db) => enqueueNext(core, db, storeId, { behind: true })
  const job = await inStore(core.pool, storeId, async (db) => {
    const claimed = await claimJob(db, storeId, id)
    // The job was cancelled while waiting.
    if (!claimed) await next(db)
    return claimed
  })
  if (!job) return
  const { work, forget, after, about, unused, publish = publishJob } = works[job.kind]! as unknown as JobHandler<object>
  const end = (status: 'completed' | 'cancel' | 'failed', how: Parameters<typeof endJob>[4] = {}) =>
    inStore(core.pool, storeId, async (db) => {
      const ended = await endJob(db, storeId, job, status, how)
      if (!ended) return false
      await clearJob(db, storeId, id, forget)
      await after?.(core, db, storeId, ended)
      await next(db)
      await publish(db, storeId, ended)
      await notifyEnd(db, storeId, ended, about)
      return true
    })
  let cursor = JSON.stringify(job.cursor)
  const block: JobContext<never>['block'] = async (work) => {
    signal.throwIfAborted()
    let left = false
    let reached = cursor
    await again(() =>
      inStore(core.pool, storeId, async (db, client) => {
        const block = await work(db, client)
        const counted = await countBlock(db, storeId, job, block)
        if (!counted) throw new LostJob()
        if (counted.cancel_requested) throw new CancelledJob()
        await publish(db, storeId, counted)
        // A block that would be done again, as the first of the next turn, brings a job no further.
        reached = JSON.stringify(counted.cursor)
        const moved = !block.midway && ((block.done ?? 0) > 0 || reached !== cursor)
        left = moved && turn !== undefined && ((await turn.isOver(db)) || (await mustWait(db, storeId, job)))
        if (!left) return
        await unqueueJob(db, storeId, id)
        await next(db)
        await turn!.leave(db)
      }),
    )
    cursor = reached
    if (left) throw new LeftPlace()
  }
  try {
    const result = await work({ core, storeId, job, signal, block } as JobContext<object>)
    if (!(await end('completed', { result }))) await unused?.(core, result)
  } catch (error) {
    if (error instanceof LostJob || error instanceof LeftPlace) return
    if (error instanceof CancelledJob) return void (await end('cancel'))
    // A stopping server and a database that is away leave the job to the next worker; anything else would only fail again.
    if (signal.aborted || isOutage(error)) throw error
    if (error instanceof ApiError)
      return void (await end('failed', { error: { name: error.errorName, details: error.details } }))
    if (!jobOf(job.kind).cancellable) await holdUp(core, storeId, job, error)
    else await end('failed', { error: unexpected(error) })
    throw error
  }
}

/** The queue calls the job again after a pause; until then its screens say what holds it up. */
async function holdUp(core: Core, storeId: number, job: JobRow, error: unknown): Promise<void> {
  await inStore(core.pool, storeId, async (db) => {
    const held = await recordJobBlock(db, storeId, job, unexpected(error))
    if (!held) return
    await enqueueNext(core, db, storeId, { behind: true })
    await publishJob(db, storeId, held)
  })
}
