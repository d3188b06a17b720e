import { newNamesCache, readNamesVersion } from '../../access/stores/names-version.ts'
import type { Db } from '../../database/db.ts'
import { allTypes, ownActivityFields } from './queries.ts'

/** Names of a store's activity types and fields, by id. */
export interface ActivityNames {
  types: Awaited<ReturnType<typeof allTypes>>
  fields: Awaited<ReturnType<typeof ownActivityFields>>
  /** True if computed fields exist, which need a separate statement. */
  computes: boolean
}

export const activityNames = newNamesCache<ActivityNames>()

export async function readActivityNames(db: Db, storeId: number): Promise<ActivityNames> {
  const fields = await ownActivityFields(db, storeId)
  return { types: await allTypes(db, storeId), fields, computes: [...fields.values()].some(({ computed }) => computed) }
}

/**
 * Returns current names, read if the cache has another version. Only within the snapshot of a reading call, because the result is cached.
 */
export async function loadActivityNames(db: Db, storeId: number): Promise<ActivityNames> {
  const version = await readNamesVersion(db, storeId)
  const kept = activityNames.at(storeId, version)
  if (kept) return kept
  const names = await readActivityNames(db, storeId)
  activityNames.keep(storeId, version, names)
  return names
}
