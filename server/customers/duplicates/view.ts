import type { DuplicatePair } from '@ruam/contract/customers/duplicates.ts'
import type { Db } from '../../database/db.ts'
import { type ProfileReading, viewProfiles } from '../profiles/view.ts'
import { activityTotals, mergesOf, type PairRow, pairProfiles } from './queries.ts'

/** Pairs as calls answer them; one of whose profiles nothing is left is not among them. */
export async function viewPairs(
  db: Db,
  storeId: number,
  pairs: PairRow[],
  shown: ProfileReading,
): Promise<DuplicatePair[]> {
  const ids = [...new Set(pairs.flatMap(({ low_id, high_id }) => [low_id, high_id]))]
  const rows = await pairProfiles(db, storeId, ids)
  const profiles = new Map((await viewProfiles(db, storeId, rows, shown)).map((profile) => [profile.id, profile]))
  const activities = await activityTotals(db, storeId, ids)
  const merges = await mergesOf(
    db,
    storeId,
    pairs.map((pair) => pair.id),
  )
  return pairs.flatMap((pair) => {
    const [low, high] = [profiles.get(pair.low_id), profiles.get(pair.high_id)]
    if (!low || !high) return []
    const merge = pair.status === 'merged' ? merges.get(pair.id) : undefined
    return [
      {
        id: pair.id,
        score: pair.score,
        reasons: pair.reasons.filter((reason) => shown.sight.mode !== 'closed' || reason !== 'same_citizen_id'),
        status: pair.status,
        profiles: [low, high],
        activity_totals: [low, high].map(({ id }) => activities.get(id) ?? 0),
        merge: merge ? { id: merge.id, kept_id: merge.kept_id, at: merge.created_at, undoable: merge.undoable } : null,
        found_at: pair.found_at,
      },
    ]
  })
}
