import { databaseNow } from '../../core/now.ts'
import type { Db } from '../../database/db.ts'
import { stopRuns } from '../engine/stop-runs.ts'
import { cancelMessages } from '../messages/sets.ts'
import { type AutomationRow, setState } from '../records/queries.ts'

/** Stops an automation that the caller has locked: its runs end, and its messages that wait are not sent. Returns how many runs. */
export async function stop(db: Db, storeId: number, { id, version }: AutomationRow): Promise<number> {
  const now = new Date(databaseNow()).toISOString()
  if (version === null) await setState(db, storeId, id, { status: 'draft', pending_start: null })
  else await setState(db, storeId, id, { status: 'stopped', reason: null, pending_start: null, stopped_at: now })
  const people = await stopRuns(db, storeId, id, { reason: 'stopped', at: now })
  await cancelMessages(db, storeId, id)
  return people
}
