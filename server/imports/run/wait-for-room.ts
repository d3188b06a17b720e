import type { Db } from '../../database/db.ts'
import { publishRun } from '../data-sources/publish-run.ts'
import { pauseRun } from '../data-sources/run-states.ts'

/** Notes that a run waits for room on the disk, and tells its screens. Returns false if it was cancelled, or is over. */
export async function noteWaiting(db: Db, storeId: number, id: number): Promise<boolean> {
  const paused = await pauseRun(db, storeId, id)
  if (paused) await publishRun(db, storeId, paused)
  return paused !== undefined
}
