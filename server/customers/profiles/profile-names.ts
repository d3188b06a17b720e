import type { Language } from '@ruam/contract/errors/catalog.ts'
import { newNamesCache, readNamesVersion } from '../../access/stores/names-version.ts'
import type { Db } from '../../database/db.ts'
import { type Field, fieldsIn, ownFieldsOf } from '../fields/fields.ts'
import { type SegmentGraph, segmentGraph } from '../membership/closed-segments.ts'
import type { LabelChip } from './queries.ts'

/** Names of a store's profile fields and labels. */
export interface ProfileNames {
  fields: Record<Language, Field[]>
  /** By id, in the order in which profiles show them. */
  labels: ReadonlyMap<number, LabelChip>
  /** Decides which segments are closed to a reader. */
  graph: SegmentGraph
  /** True if computed fields exist, which need a separate statement. */
  computes: boolean
}

export const profileNames = newNamesCache<ProfileNames>()

/**
 * Returns current names, read if the cache has another version. Only within the snapshot of a reading call, because the result is cached.
 */
export async function loadProfileNames(db: Db, storeId: number): Promise<ProfileNames> {
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
    graph: await segmentGraph(db, storeId),
    computes: own.some(({ formula }) => formula !== null),
  }
  profileNames.keep(storeId, version, names)
  return names
}

/** The labels with these ids; `hidden`: also those that lists leave out. */
export function loadLabels(
  { labels }: ProfileNames,
  ids: readonly number[],
  { hidden }: { hidden: boolean },
): LabelChip[] {
  if (ids.length === 0) return []
  const given = new Set(ids)
  return [...labels.values()].filter(({ id, display_enabled }) => given.has(id) && (hidden || display_enabled))
}
