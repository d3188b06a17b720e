import { sql } from 'kysely'
import { type Db, risenUpdatedAt } from '../core/db.ts'
import { fieldsOf } from '../fields/fields.ts'
import { dropContacts, keepContacts } from '../profiles/contacts.ts'
import { loseValues } from '../profiles/kept-values.ts'
import type { Value } from '../profiles/masking.ts'
import { fieldValue } from '../profiles/queries.ts'
import { addLive, countLabels, restoreKeys, writeValues } from '../profiles/write.ts'
import { giveLabels, moveBelongings, takeLabels } from './belongings.ts'
import { type HeldProfile, type MergeRow, passPairs } from './queries.ts'

interface Merging {
  duplicateId: number
  userId: number
  /** As they are, and held. */
  kept: HeldProfile
  gone: HeldProfile
  /** Fields whose value is taken from the one that goes, where both have one. */
  taken: ReadonlySet<number>
}

/** Makes one profile of two, and answers the merge's id. The caller holds lockForEdit and both profiles. */
export async function mergeProfiles(db: Db, storeId: number, merging: Merging): Promise<number> {
  const { kept, gone, taken, userId, duplicateId } = merging
  const ends = { from: gone.id, to: kept.id }
  await countLabels(db, storeId, [gone.id], -1)
  const labels = await giveLabels(db, storeId, ends)
  const moved = await moveBelongings(db, storeId, ends)
  const { id } = await db
    .insertInto('profile_merge')
    .values({
      store_id: storeId,
      duplicate_id: duplicateId,
      kept_id: kept.id,
      gone_id: gone.id,
      labels: JSON.stringify(labels),
      ...moved,
      created_by: userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const by = { source: 'merge', id } as const
  const values = new Map<number, Value>()
  for (const field of await fieldsOf(db, storeId, 'en')) {
    // A computed one follows the values it is made of.
    if (field.type === 'transform_profile') continue
    const [mine, theirs] = [fieldValue(kept, field), fieldValue(gone, field)]
    if (theirs !== null && (mine === null || taken.has(field.id))) values.set(field.id, theirs)
  }
  await writeValues(db, storeId, by, [{ id: kept.id, values }])
  await keepContacts(db, storeId, { mergeId: id, kept, gone })
  await addLive(db, storeId, -1)
  await turn(db, storeId, gone.id, kept.id)
  await tell(db, storeId, { ...by, profileId: gone.id, changes: { merged_into: [null, kept.id] } })
  const given = Object.keys(labels).map((label) => [`label:${label}`, [false, true]])
  await tell(db, storeId, {
    ...by,
    profileId: kept.id,
    changes: { merged: [null, gone.id], ...Object.fromEntries(given) },
  })
  await passPairs(db, storeId, gone.id, kept.id)
  return id
}

/** Takes a merge back: both have what they had, but what was changed since stays with the kept one. Both profiles are held. */
export async function undoMerge(db: Db, storeId: number, merge: MergeRow, kept: HeldProfile): Promise<void> {
  const by = { source: 'undo', id: merge.id } as const
  const written = await db
    .selectFrom('profile_change')
    .select(['changes', 'previous'])
    .where('store_id', '=', storeId)
    .where('profile_id', '=', merge.kept_id)
    .where('source', '=', 'merge')
    .where('source_id', '=', merge.id)
    .execute()
  const fields = new Map((await fieldsOf(db, storeId, 'en')).map((field) => [String(field.id), field]))
  const values = new Map<number, Value>()
  const sources = new Map<number, (typeof kept.sources)[string] | null>()
  for (const { changes, previous } of written) {
    for (const [key, [before, after]] of Object.entries(changes)) {
      const field = fields.get(key)
      const [source, sourceId] = kept.sources[key] ?? []
      if (!field || source !== 'merge' || sourceId !== merge.id || fieldValue(kept, field) !== after) continue
      values.set(field.id, before as Value)
      sources.set(field.id, previous[key] ?? null)
    }
  }
  await writeValues(db, storeId, by, [{ id: merge.kept_id, values, sources }])
  await dropContacts(db, storeId, merge.kept_id, merge.id)
  await moveBelongings(db, storeId, { from: merge.kept_id, to: merge.gone_id }, merge)
  // First, for it holds the labels in their order, and those that the merge gave are among them.
  await countLabels(db, storeId, [merge.gone_id], 1)
  const taken = await takeLabels(db, storeId, merge.kept_id, merge.labels)
  await turn(db, storeId, merge.gone_id, merge.kept_id, true)
  await restoreKeys(db, storeId, [merge.gone_id])
  await addLive(db, storeId, 1)
  await tell(db, storeId, { ...by, profileId: merge.gone_id, changes: { merged_into: [merge.kept_id, null] } })
  await tell(db, storeId, {
    ...by,
    profileId: merge.kept_id,
    changes: {
      merged: [merge.gone_id, null],
      ...Object.fromEntries(taken.map((label) => [`label:${label}`, [true, false]])),
    },
  })
}

/** Hides a profile behind the one it went into, or brings it back; that one has changed as well, whatever its values are. */
async function turn(db: Db, storeId: number, gone: number, kept: number, back = false): Promise<void> {
  await db
    .updateTable('profile')
    .set({
      merged_into: sql<number | null>`case when id = ${gone} then ${back ? null : kept}::bigint else merged_into end`,
      updated_at: risenUpdatedAt,
    })
    .where('store_id', '=', storeId)
    .where('id', 'in', [gone, kept])
    .execute()
  if (!back) await loseValues(db, storeId, [gone])
}

interface Told {
  source: 'merge' | 'undo'
  id: number
  profileId: number
  changes: Record<string, [before: unknown, after: unknown]>
}

/** One entry of the history: beside the values that were written with it, where there are any. */
async function tell(db: Db, storeId: number, { source, id, profileId, changes }: Told): Promise<void> {
  const more = JSON.stringify(changes)
  const beside = await db
    .updateTable('profile_change')
    .set({ changes: sql`changes || ${more}::jsonb` })
    .where('store_id', '=', storeId)
    .where('profile_id', '=', profileId)
    .where('source', '=', source)
    .where('source_id', '=', id)
    // The undo of an import names a run, and has a job.
    .where('job', 'is', null)
    .returning('id')
    .execute()
  if (beside.length > 0) return
  await db
    .insertInto('profile_change')
    .values({ store_id: storeId, profile_id: profileId, source, source_id: id, changes: more, previous: '{}' })
    .execute()
}
