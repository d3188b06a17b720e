import type { Language } from '@ruam/contract/errors/catalog.ts'
import { newKept, readNamesVersion } from '../../access/stores/names-version.ts'
import type { Db } from '../../platform/core/db.ts'
import { type Field, fieldsIn, ownFieldsOf } from '../fields/fields.ts'
import type { LabelChip } from './queries.ts'

/** What a store calls the fields and labels of its profiles. */
interface ProfileNames {
  fields: Record<Language, Field[]>
  /** By id, in the order in which profiles show them. */
  labels: ReadonlyMap<number, LabelChip>
  /** Whether there are computed fields, whose values take a statement of their own. */
  computes: boolean
}

export const profileNames = newKept<ProfileNames>()

/** Those of now, read where none are kept of this version. In the snapshot of a reading call alone, for what it finds is kept. */
export async function knownNames(db: Db, storeId: number): Promise<ProfileNames> {
  const version = await readNamesVersion(db, storeId)
  const kept = profileNames.at(storeId, version)
  if (kept) return kept
  const own = await ownFieldsOf(db, storeId)
  const labels = await db
    .selectFrom('label')
    .select(['id', 'name', 'color', 'type', 'display_enabled'])
    .where('store_id', '=', storeId)
    .orderBy('name')
    .orderBy('id')
    .execute()
  const names = {
    fields: { th: fieldsIn('th', own), en: fieldsIn('en', own) },
    labels: new Map(labels.map((label) => [label.id, label])),
    computes: own.some(({ formula }) => formula !== null),
  }
  profileNames.keep(storeId, version, names)
  return names
}

/** The labels with these ids; `hidden`: also those that lists leave out. */
export function knownLabels(
  { labels }: ProfileNames,
  ids: readonly number[],
  { hidden }: { hidden: boolean },
): LabelChip[] {
  if (ids.length === 0) return []
  const given = new Set(ids)
  return [...labels.values()].filter(({ id, display_enabled }) => given.has(id) && (hidden || display_enabled))
}
