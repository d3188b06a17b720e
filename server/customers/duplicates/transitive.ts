import { LISTED } from './rule.ts'

/** A profile that is paired with more is a hub of something else than one person. */
const MOST_NEIGHBOURS = 10

export interface ScoredPair {
  low_id: number
  high_id: number
  score: number
}

export const nameOf = ({ low_id, high_id }: Pick<ScoredPair, 'low_id' | 'high_id'>) => `${low_id} ${high_id}`

/** The third pair of each three profiles with two likely pairs: as certain as both together. */
export function transitivePairs(pairs: readonly ScoredPair[]): ScoredPair[] {
  const neighbours = new Map<number, [id: number, score: number][]>()
  const join = (one: number, other: number, score: number) => {
    const around = neighbours.get(one)
    if (around) around.push([other, score])
    else neighbours.set(one, [[other, score]])
  }
  for (const { low_id, high_id, score } of pairs) {
    join(low_id, high_id, score)
    join(high_id, low_id, score)
  }
  const direct = new Set(pairs.map(nameOf))
  const through = new Map<string, ScoredPair>()
  for (const around of neighbours.values()) {
    if (around.length < 2 || around.length > MOST_NEIGHBOURS) continue
    for (const [low_id, ofLow] of around)
      for (const [high_id, ofHigh] of around) {
        const score = ofLow * ofHigh
        if (low_id >= high_id || score < LISTED) continue
        const pair = { low_id, high_id, score }
        const name = nameOf(pair)
        if (!direct.has(name) && score > (through.get(name)?.score ?? 0)) through.set(name, pair)
      }
  }
  return [...through.values()]
}
