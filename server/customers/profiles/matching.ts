import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { type CompiledFilter, conditionsOf } from './list-conditions.ts'
import { areLive, idsOfAll, narrowed, type Rows } from './list-count.ts'
import { probed, profilesOf } from './queries.ts'

/** The ids of the profiles that a filter means, all of them and in no order: they are compared as sets, the deleted one by one. */
export function matchingIds(db: Db, storeId: number, filter: CompiledFilter) {
  const conditions = conditionsOf(filter)
  if (filter.deleted) return matchingDeleted(db, storeId, filter).select('profile.id')
  if (conditions.length === 0) return profilesOf(db, storeId).select('profile.id')
  const ids = idsOfAll(conditions)
  if (!areLive(conditions)) return probed(db, storeId, ids, []).select('profile.id')
  return db.selectFrom(ids.as('profile')).select(sql<number>`profile.id`.as('id'))
}

/** The profiles that were deleted, and that a filter means. */
export const matchingDeleted = (db: Db, storeId: number, filter: CompiledFilter): Rows =>
  narrowed(profilesOf(db, storeId, true), conditionsOf(filter))
