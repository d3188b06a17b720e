import type { Db } from '../../database/db.ts'
import type { ComparedPerson } from './compare.ts'
import type { EvidenceContext } from './evidence.ts'
import { LISTED, likelihoodOf } from './rule.ts'
import { type Found, openPairs, peopleOfSpan } from './scan-queries.ts'

/** A profile that is paired with more is a hub of something else than one person. */
const MOST_NEIGHBOURS = 10
/** By itself a pair that is closed must not speak against one person more than this. */
const AGAINST = 0.01

/**
 * Adds the third pair of three profiles with two likely pairs: as certain as both together, unless data contradicts. `known` collects the
 * profiles read.
 */
export async function transitivePairs(
  db: Db,
  storeId: number,
  found: readonly Found[],
  known: Map<number, ComparedPerson>,
  context: EvidenceContext,
): Promise<Found[]> {
  const fresh = new Set(found.flatMap(({ low_id, high_id }) => [low_id, high_id]))
  const edges = new Map(found.map((pair) => [`${pair.low_id} ${pair.high_id}`, pair]))
  for (const { low_id, high_id, score, linked } of await openPairs(db, storeId, [...fresh])) {
    const name = `${low_id} ${high_id}`
    // An inferred pair stays while the other two do.
    if (score >= LISTED && !linked && !edges.has(name))
      edges.set(name, { low_id, high_id, score, gain: 0, reasons: [] })
  }
  const neighbours = new Map<number, Map<number, number>>()
  const join = (a: number, b: number, score: number) =>
    neighbours.set(a, (neighbours.get(a) ?? new Map<number, number>()).set(b, score))
  for (const { low_id, high_id, score } of edges.values()) {
    join(low_id, high_id, score)
    join(high_id, low_id, score)
  }
  const through = new Map<string, number>()
  for (const [, around] of neighbours) {
    if (around.size < 2 || around.size > MOST_NEIGHBOURS) continue
    for (const [a, ofA] of around)
      for (const [b, ofB] of around) {
        const name = `${a} ${b}`
        if (a < b && !edges.has(name) && ofA * ofB >= LISTED)
          through.set(name, Math.max(through.get(name) ?? 0, ofA * ofB))
      }
  }
  const pairs = [...through].map(([name, score]) => ({ ids: name.split(' ').map(Number) as [number, number], score }))
  const missing = pairs.flatMap(({ ids }) => ids).filter((id) => !known.has(id))
  if (missing.length > 0)
    for (const [id, person] of await peopleOfSpan(db, storeId, [...new Set(missing)])) known.set(id, person)
  return pairs.flatMap(({ ids: [low_id, high_id], score }) => {
    const [low, high] = [known.get(low_id), known.get(high_id)]
    if (!low || !high) return []
    const own = likelihoodOf(low, high, context)
    return own.score < AGAINST
      ? []
      : [{ low_id, high_id, score, gain: 0, reasons: [...own.reasons, 'linked' as const] }]
  })
}
