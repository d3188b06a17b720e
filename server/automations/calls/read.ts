import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import { type AutomationRow, findAutomation, lockAutomation, lockEngine } from '../records/queries.ts'
import { type Reader, viewAutomation } from './view.ts'

/** Returns an automation. Throws not_found. */
export async function existing(db: Db, storeId: number, id: number): Promise<AutomationRow> {
  const row = await findAutomation(db, storeId, id)
  if (!row) throw new ApiError('not_found')
  return row
}

/** Locks an automation against its engine and other calls, and returns it. Throws not_found. */
export async function locked(db: Db, storeId: number, id: number): Promise<AutomationRow> {
  await lockEngine(db, storeId)
  const row = await lockAutomation(db, storeId, id)
  if (!row) throw new ApiError('not_found')
  return row
}

/** Returns an automation as a reader sees it. */
export const answerOf = async (db: Db, storeId: number, reader: Reader, id: number) =>
  viewAutomation(db, storeId, reader, await existing(db, storeId, id))
