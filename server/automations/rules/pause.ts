import { automationPausedNotice } from '@ruam/contract/automations/notices.ts'
import { sql } from 'kysely'
import { stoppedStep } from '../../broadcasts/records/automation-sets.ts'
import type { Db } from '../../database/db.ts'
import { notify } from '../../notifications/notify.ts'
import { setState } from '../records/queries.ts'
import type { VersionRow } from '../records/versions.ts'
import { faultsOfVersion } from './faults.ts'

/**
 * Pauses an automation whose version in use is broken, or whose starter lacks a right of it, and notifies the store. Returns true if it may
 * work. The caller holds the lease of the engine and the row of the automation.
 */
export async function pauseIfBroken(db: Db, storeId: number, version: VersionRow): Promise<boolean> {
  const faults = await faultsOfVersion(db, storeId, version)
  const stopped = await stoppedStep(db, storeId, version.automation_id)
  if (faults.length === 0 && !stopped) return true
  const id = version.automation_id
  const lacksRight = !stopped && faults.every(({ kind }) => kind === 'right')
  await setState(db, storeId, id, {
    ...{ status: 'paused', reason: lacksRight ? 'right' : 'fault', paused_at: sql<string>`clock_timestamp()` as never },
  })
  await notify(db, storeId, automationPausedNotice, {
    ending: lacksRight ? 'cancel' : 'failed',
    data: { automation_id: id },
  })
  return false
}
