import type { Db } from '../../database/db.ts'
import { afterProfilesChanged } from '../changes/after-profiles-changed.ts'
import { addToHistory } from '../changes/history.ts'
import { type LabelMoves, lockLabels } from '../changes/labels.ts'
import { followLineIds, lockLineIds } from '../changes/line-ids.ts'
import { followStopsOf } from '../changes/line-stops.ts'
import { fieldsOf } from '../fields/fields.ts'
import { passLabels, revertPassedLabels } from '../labels/pass-labels.ts'
import { dropContacts, retainContacts } from '../profiles/contacts.ts'
import { dropPassedNames, passFurtherNames } from '../profiles/further-names.ts'
import type { MaskedValue } from '../profiles/masking.ts'
import { fieldValue } from '../profiles/queries.ts'
import { setMergedInto, writeValues } from '../profiles/write.ts'
import { passRestriction, revertPassedRestriction } from '../restriction/queries.ts'
import { moveBelongings, withdrawBoth } from './belongings.ts'
import { type LockedProfile, type MergeRow, passPairs } from './queries.ts'

interface Merging {
  duplicateId: number
  /** Null: the customer proved it on LINE. */
  userId: number | null
  source?: 'user' | 'line'
  /** As they are, and held. */
  kept: LockedProfile
  gone: LockedProfile
  /** Fields whose value is taken from the one that goes, where both have one. */
  taken: ReadonlySet<number>
}

/** History entries of labels added and removed by a merge. */
const changesOf = (moves: LabelMoves) =>
  Object.fromEntries(Object.entries(moves).map(([label, move]) => [`label:${label}`, [move < 0, move > 0] as const]))

/** Makes one profile of two, and answers the merge's id. The caller holds lockForEdit and both profiles. */
export async function mergeProfiles(db: Db, storeId: number, merging: Merging): Promise<number> {
  const { kept, gone, taken, userId, duplicateId, source = 'user' } = merging
  const ends = { from: gone.id, to: kept.id }
  await lockLabels(db, storeId, [], [gone.id, kept.id])
  const { passed, moves } = await passLabels(db, storeId, ends)
  await lockLineIds(db, storeId, [gone.id, kept.id])
  const moved = await moveBelongings(db, storeId, ends)
  const { id } = await db
    .insertInto('profile_merge')
    .values({
      store_id: storeId,
      duplicate_id: duplicateId,
      kept_id: kept.id,
      gone_id: gone.id,
      labels: JSON.stringify(passed),
      ...moved,
      created_by: userId,
      source,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const by = { source: 'merge', id } as const
  const values = new Map<number, MaskedValue>()
  for (const field of await fieldsOf(db, storeId, 'en')) {
    // A computed one follows the values it is made of.
    if (field.type === 'transform_profile') continue
    const [mine, theirs] = [fieldValue(kept, field), fieldValue(gone, field)]
    if (theirs !== null && (mine === null || taken.has(field.id))) values.set(field.id, theirs)
  }
  await writeValues(db, storeId, by, [{ id: kept.id, values }])
  await followLineIds(db, storeId, [kept.id])
  await followStopsOf(db, storeId, [kept.id])
  await retainContacts(db, storeId, { mergeId: id, kept, gone })
  await passFurtherNames(db, storeId, { mergeId: id, from: gone.id, to: kept.id })
  await setMergedInto(db, storeId, { gone: gone.id, kept: kept.id }, true)
  await passRestriction(db, storeId, { id, kept_id: kept.id, gone_id: gone.id })
  await addToHistory(db, storeId, by, gone.id, { merged_into: [null, kept.id] })
  await addToHistory(db, storeId, by, kept.id, {
    merged: [null, gone.id],
    ...changesOf(moves),
  })
  // Looks for other profiles, so before the counts are held.
  await passPairs(db, storeId, gone.id, kept.id)
  await afterProfilesChanged(db, storeId, 'user', {
    merged: [gone.id],
    judged: { ids: [kept.id], reads: 'all' },
    labels: moves,
  })
  return id
}

/** Takes a merge back: both have what they had, but what was changed since stays with the kept one. Both profiles are held. */
export async function undoMerge(db: Db, storeId: number, merge: MergeRow, kept: LockedProfile): Promise<void> {
  const by = { source: 'undo', id: merge.id } as const
  const written = await db
    .selectFrom('profile_change')
    .select(['changes', 'previous', 'befores'])
    .where('store_id', '=', storeId)
    .where('profile_id', '=', merge.kept_id)
    .where('source', '=', 'merge')
    .where('source_id', '=', merge.id)
    .execute()
  const fields = new Map((await fieldsOf(db, storeId, 'en')).map((field) => [String(field.id), field]))
  const values = new Map<number, MaskedValue>()
  const sources = new Map<number, (typeof kept.sources)[string] | null>()
  for (const { changes, previous, befores } of written) {
    for (const [key, [before, after]] of Object.entries(changes)) {
      const field = fields.get(key)
      const [source, sourceId] = kept.sources[key] ?? []
      if (!field || source !== 'merge' || sourceId !== merge.id || fieldValue(kept, field) !== after) continue
      values.set(field.id, (befores && key in befores ? befores[key] : before) as MaskedValue)
      sources.set(field.id, previous[key] ?? null)
    }
  }
  await lockLineIds(db, storeId, [merge.kept_id])
  await moveBelongings(db, storeId, { from: merge.kept_id, to: merge.gone_id }, merge)
  await writeValues(db, storeId, by, [{ id: merge.kept_id, values, sources }])
  await dropContacts(db, storeId, merge.kept_id, merge.id)
  await dropPassedNames(db, storeId, merge.kept_id, merge.id)
  await lockLabels(db, storeId, Object.keys(merge.labels).map(Number), [merge.gone_id, merge.kept_id])
  const moves = await revertPassedLabels(db, storeId, merge.kept_id, merge.labels)
  await setMergedInto(db, storeId, { gone: merge.gone_id, kept: merge.kept_id }, false)
  await revertPassedRestriction(db, storeId, merge)
  await followLineIds(db, storeId, [merge.gone_id, merge.kept_id])
  await withdrawBoth(db, storeId, merge)
  await followStopsOf(db, storeId, [merge.gone_id, merge.kept_id])
  await addToHistory(db, storeId, by, merge.gone_id, { merged_into: [merge.kept_id, null] })
  await addToHistory(db, storeId, by, merge.kept_id, {
    merged: [merge.gone_id, null],
    ...changesOf(moves),
  })
  await afterProfilesChanged(db, storeId, 'user', {
    unmerged: [merge.gone_id],
    judged: { ids: [merge.kept_id, merge.gone_id], reads: 'all' },
    labels: moves,
  })
}
