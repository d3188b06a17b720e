import { newKept, readNamesVersion } from '../../access/stores/names-version.ts'
import type { Db } from '../../platform/core/db.ts'
import { allTypes, ownActivityFields } from './queries.ts'

/** What a store calls the types and fields of its activities, by id. */
export interface ActivityNames {
  types: Awaited<ReturnType<typeof allTypes>>
  fields: Awaited<ReturnType<typeof ownActivityFields>>
  /** Whether there are computed fields, whose values take a statement of their own. */
  computes: boolean
}

export const activityNames = newKept<ActivityNames>()

export async function readActivityNames(db: Db, storeId: number): Promise<ActivityNames> {
  const fields = await ownActivityFields(db, storeId)
  return { types: await allTypes(db, storeId), fields, computes: [...fields.values()].some(({ computed }) => computed) }
}

/** Those of now, read where none are kept of this version. In the snapshot of a reading call alone, for what it finds is kept. */
export async function knownActivityNames(db: Db, storeId: number): Promise<ActivityNames> {
  const version = await readNamesVersion(db, storeId)
  const kept = activityNames.at(storeId, version)
  if (kept) return kept
  const names = await readActivityNames(db, storeId)
  activityNames.keep(storeId, version, names)
  return names
}
