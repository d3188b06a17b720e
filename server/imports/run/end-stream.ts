import { sql } from 'kysely'
import { startPendingCalculation } from '../../customers/membership/start.ts'
import type { Db } from '../../database/db.ts'
import { audit } from '../../http/audit.ts'
import type { Core } from '../../servers/core.ts'
import { oldStreams, streamsOfDeleted } from '../data-sources/open-streams.ts'
import { publishRun } from '../data-sources/publish-run.ts'
import { endRun } from '../data-sources/run-states.ts'
import type { RunRow } from '../data-sources/runs.ts'
import { addStats } from '../data-sources/streams.ts'
import { groupPendingRows } from './pending-groups.ts'

/** Ends a stream, whose records can be undone for 30 days from then on. */
export async function endStream(core: Pick<Core, 'jobs'>, db: Db, storeId: number, stream: RunRow): Promise<void> {
  const ended = await endRun(db, storeId, stream.id, stream.fence, 'completed')
  if (!ended) return
  if (ended.held > 0) await groupPendingRows(db, storeId, ended.id)
  await addStats(db, storeId, ended)
  await forgetOldReplaced(db, storeId)
  await startPendingCalculation(core, db, storeId)
  const { run_id, total, added, updated, duplicated, held, failed, activities } = ended
  await audit(db, storeId, null, null, {
    action: 'run_ended',
    subject_type: 'data_source',
    subject_id: ended.data_source_id,
    details: { run_id, status: 'completed', rows: total, added, updated, duplicated, held, failed, activities },
  })
  await publishRun(db, storeId, ended)
}

/** Deletes what replaced activities were when their run cannot be undone any more. The 31st day leaves time for a late undo. */
async function forgetOldReplaced(db: Db, storeId: number): Promise<void> {
  await sql`delete from replaced_activity o using run r
    where o.store_id = ${storeId} and r.store_id = o.store_id and r.id = o.run and r.finished_at < now() - interval '31 days'`.execute(
    db,
  )
}

/** Ends the streams of earlier days, also where nothing was sent since. */
export async function endOldStreams(core: Pick<Core, 'jobs'>, db: Db, storeId: number): Promise<void> {
  for (const stream of await oldStreams(db, storeId)) await endStream(core, db, storeId, stream)
}

/** Ends the streams of data sources that were deleted. */
export async function endStreamsOfDeleted(core: Pick<Core, 'jobs'>, db: Db, storeId: number): Promise<void> {
  for (const stream of await streamsOfDeleted(db, storeId)) await endStream(core, db, storeId, stream)
}
