import type { RuleGroup } from '@ruam/contract/customers/rules.ts'
import type { RuleContext } from '../rules/context.ts'
import { leavesOf } from '../rules/leaves-of.ts'
import { type Bits, invertBits } from './bits.ts'
import { columnLeaf } from './column-leaf.ts'
import { combined, MAX_LEAVES, type Matches } from './evaluate.ts'
import type { StoreColumns } from './store-columns.ts'

/** Returns the labels of each part of a rule that is about labels; undefined if `evaluateCached` cannot evaluate the rule. */
export function labelSetsOf(rule: RuleGroup): number[][] | undefined {
  const parts = leavesOf(rule).map((part) => part.rule)
  if (parts.length > MAX_LEAVES || !parts.some(({ kind }) => kind === 'profile')) return undefined
  const sets: number[][] = []
  for (const part of parts) {
    if (part.kind === 'profile') continue
    if (part.kind !== 'label' || (part.operator === 'has_all' && part.label_ids.length > 1)) return undefined
    sets.push(part.label_ids)
  }
  return sets
}

/**
 * Evaluates a checked rule by columns that were brought up to date. Returns undefined if they lack a field, or a value was not tested yet.
 * `sets`: ids of the rule's labels.
 */
export function evaluateCached(
  columns: StoreColumns,
  rule: RuleGroup,
  context: RuleContext,
  sets: readonly (readonly number[])[],
): Matches | undefined {
  const bits: Bits[] = []
  let set = 0
  for (const part of leavesOf(rule)) {
    const leaf = columnLeaf(part.rule, context)
    if (!leaf) return undefined
    if ('ids' in leaf) {
      const ids = columns.bitsOf(sets[set++]!)
      bits.push(leaf.not ? invertBits(ids) : ids)
      continue
    }
    const column = columns.columns.get(leaf.field)
    const results = column?.resultsOf(leaf.key)
    if (!column || results!.length < column.values.length) return undefined
    bits.push(column.bitsOf(results!, columns.size))
  }
  return {
    columns,
    leaves: bits,
    sets: [],
    upTo: (leaf = Number.POSITIVE_INFINITY) => combined(rule, bits, leaf),
    rankOf: () => 0,
  }
}
