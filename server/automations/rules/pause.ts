import type { AutomationFault } from '@ruam/contract/automations/faults.ts'
import { automationPausedNotice } from '@ruam/contract/automations/notices.ts'
import { sql } from 'kysely'
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
  if (faults.length === 0) return true
  const id = version.automation_id
  const lacksRight = faults.every(({ kind }) => kind === 'right')
  await setState(db, storeId, id, {
    ...{ status: 'paused', reason: reasonOf(faults), paused_at: sql<string>`clock_timestamp()` as never },
  })
  await notify(db, storeId, automationPausedNotice, {
    ending: lacksRight ? 'cancel' : 'failed',
    data: { automation_id: id },
  })
  return false
}

const reasonOf = (faults: readonly AutomationFault[]) =>
  faults.every(({ kind }) => kind === 'right') ? ('right' as const) : ('fault' as const)
