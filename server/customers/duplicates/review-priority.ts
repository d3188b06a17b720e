import { SAME_LINE_PRIORITY } from '../changes/same-line.ts'
import type { Person } from './compare.ts'

/** What it costs to be shown two people as one, in the same measure as what comes together. */
const COST = 5
/** Of a pair that somebody has chosen: it stands before all that were found. */
export const CHOSEN_PRIORITY = 1000

/**
 * What is gained by looking at a pair: what comes together where it is one person, less what the look costs where it is two. It comes
 * together what only one of them has, each doubling as much as the first: values, and the activities of the one with fewer.
 */
export function reviewPriority(
  score: number,
  a: Person,
  b: Person,
  activities: readonly [a: number, b: number],
): number {
  if (a.line_user_id !== null && a.line_user_id === b.line_user_id) return SAME_LINE_PRIORITY
  const together = 1 + Math.log2(1 + Math.min(...activities)) + Math.log2(1 + valuesOfOne(a, b))
  return score * together - (1 - score) * COST
}

/** How many values one of the two has and the other lacks. */
function valuesOfOne({ custom: customOfA, ...a }: Person, { custom: customOfB, ...b }: Person): number {
  const fields = Object.keys(a) as (keyof typeof a)[]
  const own = new Set([...Object.keys(customOfA), ...Object.keys(customOfB)])
  return (
    fields.filter((field) => (a[field] === null) !== (b[field] === null)).length +
    [...own].filter((field) => field in customOfA !== field in customOfB).length
  )
}
