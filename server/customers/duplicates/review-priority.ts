import { SAME_LINE_PRIORITY } from '../changes/same-line.ts'
import type { ComparedPerson } from './compare.ts'

/** Cost of reviewing a pair of two different people, in the unit of gain. */
const COST = 5
/** Gain of a pair chosen by hand: before all found ones. */
export const CHOSEN_PRIORITY = 1000

/**
 * Gain of reviewing a pair: expected united data minus the cost of a false pair. Data held by only one of the two counts, with each
 * doubling worth as much as the first: values, and activities of the smaller one.
 */
export function reviewPriority(
  score: number,
  a: ComparedPerson,
  b: ComparedPerson,
  activities: readonly [a: number, b: number],
): number {
  if (a.line_user_id !== null && a.line_user_id === b.line_user_id) return SAME_LINE_PRIORITY
  const together = 1 + Math.log2(1 + Math.min(...activities)) + Math.log2(1 + valuesOfOne(a, b))
  return score * together - (1 - score) * COST
}

/** Counts values that one has and the other lacks. */
function valuesOfOne({ custom: customOfA, ...a }: ComparedPerson, { custom: customOfB, ...b }: ComparedPerson): number {
  const fields = Object.keys(a) as (keyof typeof a)[]
  const own = new Set([...Object.keys(customOfA), ...Object.keys(customOfB)])
  return (
    fields.filter((field) => (a[field] === null) !== (b[field] === null)).length +
    [...own].filter((field) => field in customOfA !== field in customOfB).length
  )
}
