import { sql } from 'kysely'
import { newKept, raiseNames, readNamesVersion } from '../../access/stores/names-version.ts'
import type { Field } from '../../customers/fields/fields.ts'
import type { Db } from '../../platform/core/db.ts'

/** Fields of the profile API that differ from the default: all but the sensitive ones. */
interface Exposure {
  /** Fields that no program reads. */
  hidden: ReadonlySet<number>
  /** Sensitive fields that the SQL login reads. */
  opened: ReadonlySet<number>
}

const exposures = newKept<Exposure>()

export async function readExposure(db: Db, storeId: number): Promise<Exposure> {
  const row = await db
    .selectFrom('profile_api')
    .select(['hidden_field_ids', 'opened_field_ids'])
    .where('store_id', '=', storeId)
    .executeTakeFirst()
  return { hidden: new Set(row?.hidden_field_ids), opened: new Set(row?.opened_field_ids) }
}

/** Returns the cached exposure of a version of the store's names; undefined if it is not cached. */
export const keptExposure = (storeId: number, version: number): Exposure | undefined => exposures.at(storeId, version)

/** Returns the current exposure. Only within the snapshot of a reading call, because the result is cached. */
export async function knownExposure(db: Db, storeId: number): Promise<Exposure> {
  const version = await readNamesVersion(db, storeId)
  const kept = exposures.at(storeId, version)
  if (kept) return kept
  const exposure = await readExposure(db, storeId)
  exposures.keep(storeId, version, exposure)
  return exposure
}

/** True if the SQL login reads a field. A field that became sensitive since it was chosen is not read. */
export const isExposed = ({ id, sensitive }: Field, { hidden, opened }: Exposure): boolean =>
  sensitive ? opened.has(id) : !hidden.has(id)

/** Saves the chosen fields. Raises the version of the names, by which programs and views learn of it. */
export async function saveExposure(
  db: Db,
  storeId: number,
  fields: readonly Field[],
  chosen: ReadonlySet<number>,
): Promise<void> {
  const ids = (wanted: (field: Field) => boolean) => fields.filter(wanted).map(({ id }) => id)
  const choice = {
    hidden_field_ids: ids(({ id, sensitive }) => !sensitive && !chosen.has(id)),
    opened_field_ids: ids(({ id, sensitive }) => sensitive && chosen.has(id)),
  }
  await db
    .insertInto('profile_api')
    .values({ store_id: storeId, ...choice })
    .onConflict((row) => row.column('store_id').doUpdateSet({ ...choice, updated_at: sql<string>`clock_timestamp()` }))
    .execute()
  await raiseNames(db, storeId)
}
