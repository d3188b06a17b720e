import type { Db } from '../../database/db.ts'
import { ALL_EVENTS } from '../changes/cursor.ts'
import { retainReader } from '../changes/follow.ts'

/** Returns a place after all changes that have a position. */
export async function placeNow(db: Db, storeId: number) {
  const { epoch, position } = await retainReader(db, storeId)
  return { epoch, position, nth: ALL_EVENTS }
}
