import type { Principal } from '../../core/principal.ts'
import type { Db } from '../../database/db.ts'
import { startJob } from '../../jobs/start.ts'
import type { Core } from '../../servers/core.ts'
import { lockForQueuedJob } from '../profiles/lock.ts'
import { erasable } from './queries.ts'

/** Customers with the jobs that erase them, without unknown and erased ones. `started`: profiles whose job is new. */
interface StartedErasures {
  all: { profile_id: number; job_id: number }[]
  started: number[]
}

/** Starts one job for those of the profiles that no job erases yet. Throws profile_locked while an import runs. */
export async function startErasures(
  core: Pick<Core, 'jobs'>,
  db: Db,
  storeId: number,
  user: Principal,
  ids: readonly number[],
): Promise<StartedErasures> {
  await lockForQueuedJob(db, storeId)
  const known = await erasable(db, storeId, ids)
  const started = known.flatMap(({ profile_id, job_id }) => (job_id === null ? [profile_id] : []))
  const request = { profile_ids: started, again: [] }
  const job = started.length > 0 ? await startJob(core, db, storeId, user, { kind: 'profile_erase', request }) : 0
  return { all: known.map(({ profile_id, job_id }) => ({ profile_id, job_id: job_id ?? job })), started }
}
