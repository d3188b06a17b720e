import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { allSegments } from '../membership/segments.ts'
import { labelsIn } from '../membership/stored-rule.ts'

/** A segment that is to be calculated. */
export interface PendingSegment {
  id: number
  /** Version to calculate, see `segment.wanted`. */
  wanted: number
  /** Number of segments to calculate, this one included. */
  waiting: number
}

/** The next segment that is to be calculated: none that it looks at is, and of those the lowest id. */
export async function nextPendingSegment(db: Db, storeId: number): Promise<PendingSegment | undefined> {
  const { rows } = await sql<{ id: number; wanted: number }>`select label_id as id, wanted from segment
    where store_id = ${storeId} and wanted > done order by label_id`.execute(db)
  if (rows.length === 0) return undefined
  const ranks = rows.length > 1 ? await ranksOf(db, storeId) : new Map<number, number>()
  const rankOf = ({ id }: { id: number }) => ranks.get(id) ?? 0
  const first = rows.reduce((one, other) => (rankOf(other) < rankOf(one) ? other : one))
  return { ...first, waiting: rows.length }
}

/** By segment: how long the longest chain of segments is that it looks at. */
export async function ranksOf(db: Db, storeId: number): Promise<Map<number, number>> {
  const segments = await allSegments(db, storeId)
  const looksAt = new Map(segments.map(({ id, rule }) => [id, labelsIn(rule)]))
  const ranks = new Map<number, number>()
  const rankOf = (id: number, along: ReadonlySet<number>): number => {
    const known = ranks.get(id)
    if (known !== undefined) return known
    const next = (looksAt.get(id) ?? []).filter((label) => looksAt.has(label) && !along.has(label))
    const rank = Math.max(0, ...next.map((label) => 1 + rankOf(label, new Set([...along, id]))))
    ranks.set(id, rank)
    return rank
  }
  for (const { id } of segments) rankOf(id, new Set())
  return ranks
}
