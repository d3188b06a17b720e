import type { Language } from '@ruam/contract/errors/catalog.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import { lockWatch, storedWatch, type WatchRow } from '../files/queries.ts'
import { viewWatches } from './view.ts'

/** Locks a watch. Throws not_found. */
export async function lockedWatch(db: Db, storeId: number, id: number): Promise<WatchRow> {
  const row = await lockWatch(db, storeId, id)
  if (!row) throw new ApiError('not_found')
  return row
}

/** Returns a watch in the form that its calls return. */
export async function watchAnswer(db: Db, storeId: number, id: number, language: Language) {
  const [watch] = await viewWatches(db, storeId, [await storedWatch(db, storeId, id)], language)
  return watch!
}
