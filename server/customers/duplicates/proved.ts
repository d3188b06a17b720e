import { sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import { publishChanged } from '../changes/publish-change.ts'
import { lockForEdit } from '../profiles/lock.ts'
import { mergeProfiles, undoMerge } from './merge.ts'
import { findMerge, lockBothProfiles, lockForPairs, lockPair, settlePair, undoMergeRow } from './queries.ts'
import { CHOSEN_PRIORITY } from './review-priority.ts'

// Pairs that customers make themselves in a chat: proved by a word, or suggested by a phone or e-mail that they typed.

/** Priority of a proved pair: above all others. */
const PROVED_PRIORITY = 2 * CHOSEN_PRIORITY
/** A typed phone is no proof: a child may type the mother's. */
const TYPED_SCORE = 0.9

const ordered = (one: number, other: number) => [Math.min(one, other), Math.max(one, other)] as const

/** Opens the pair of two profiles that are proved to be one person. Returns null if one is gone, or both are merged. */
export async function provePair(db: Db, storeId: number, one: number, other: number): Promise<number | null> {
  const [low, high] = ordered(one, other)
  if ((await lockForPairs(db, storeId, [low, high])).size < 2) return null
  const { rows } = await sql<{ id: number }>`
    insert into profile_duplicate as d (store_id, low_id, high_id, score, gain, reasons, chosen)
    values (${storeId}, ${low}, ${high}, 1, ${PROVED_PRIORITY}, array['proved_by_line'], true)
    on conflict (store_id, low_id, high_id) do update set score = 1, gain = ${PROVED_PRIORITY}, chosen = true, status = 'open',
      settled_at = null, settled_by = null, reasons = array_append(array_remove(d.reasons, 'proved_by_line'), 'proved_by_line')
    where d.status <> 'merged' returning id`.execute(db)
  return rows[0]?.id ?? null
}

/** Makes a pair of two profiles that a typed phone or e-mail connects, unless a person has settled it before. */
export async function suggestPair(db: Db, storeId: number, one: number, other: number): Promise<void> {
  const [low, high] = ordered(one, other)
  if ((await lockForPairs(db, storeId, [low, high])).size < 2) return
  await sql`
    insert into profile_duplicate as d (store_id, low_id, high_id, score, gain, reasons, chosen)
    values (${storeId}, ${low}, ${high}, ${TYPED_SCORE}, ${CHOSEN_PRIORITY - 1}, array['typed_in_chat'], true)
    on conflict (store_id, low_id, high_id) do update set gain = greatest(d.gain, excluded.gain), chosen = true,
      score = greatest(d.score, excluded.score), reasons = array_append(array_remove(d.reasons, 'typed_in_chat'), 'typed_in_chat')
    where d.status = 'open'`.execute(db)
}

/** Merges the profile of a LINE user into the customer who proved to be that user. The caller holds lockForEdit. */
export async function mergeProved(
  db: Db,
  storeId: number,
  duplicateId: number,
  ends: { kept: number; gone: number },
): Promise<number> {
  await lockPair(db, storeId, duplicateId)
  const profiles = await lockBothProfiles(db, storeId, [ends.kept, ends.gone])
  const [kept, gone] = [ends.kept, ends.gone].map((id) => profiles.find((profile) => profile.id === id))
  if (!kept || !gone) throw new Error('A profile went while it was held')
  const none: ReadonlySet<number> = new Set()
  const id = await mergeProfiles(db, storeId, { duplicateId, userId: null, source: 'line', kept, gone, taken: none })
  await settlePair(db, storeId, duplicateId, null, 'open', 'merged')
  await publishChanged(db, storeId, null, [kept.id, gone.id])
  return id
}

/** Takes a merge back and leaves its pair with a status. Throws merge_not_undoable and profile_locked. */
export async function undoMergeOfPair(
  db: Db,
  storeId: number,
  mergeId: number,
  userId: number,
  pair: 'open' | 'dismissed',
): Promise<{ kept: number; gone: number }> {
  const found = await findMerge(db, storeId, mergeId)
  if (!found) throw new ApiError('not_found')
  await lockForEdit(db, storeId)
  await lockPair(db, storeId, found.duplicate_id)
  const profiles = await lockBothProfiles(db, storeId, [found.kept_id, found.gone_id])
  // Once more, now that no other caller can change them.
  const merge = await findMerge(db, storeId, mergeId)
  const kept = profiles.find(({ id }) => id === found.kept_id)
  if (!merge?.undoable || !kept) throw new ApiError('merge_not_undoable')
  await undoMerge(db, storeId, merge, kept)
  await undoMergeRow(db, storeId, merge.id, userId)
  await settlePair(db, storeId, merge.duplicate_id, userId, 'merged', pair)
  return { kept: merge.kept_id, gone: merge.gone_id }
}

/** Returns the last merge that was proved on LINE into a profile, if it can be taken back. */
export async function provedMerge(db: Db, storeId: number, profileId: number): Promise<number | null> {
  const last = await db
    .selectFrom('profile_merge')
    .select('id')
    .where('store_id', '=', storeId)
    .where('kept_id', '=', profileId)
    .where('source', '=', 'line')
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const merge = last && (await findMerge(db, storeId, last.id))
  return merge?.undoable ? merge.id : null
}

/** Returns the open pair of a profile that came from a chat, the surest first. */
export async function chatPair(db: Db, storeId: number, profileId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from profile_duplicate where store_id = ${storeId} and ${profileId} in (low_id, high_id) and status = 'open'
      and reasons && array['proved_by_line', 'typed_in_chat'] order by gain desc, id desc limit 1`.execute(db)
  return rows[0]?.id ?? null
}
