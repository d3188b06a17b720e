import type { Rule, RuleGroup, SegmentRule } from '@ruam/contract/customers/rules.ts'
import { type LeafPath, leavesOf } from '../rules/leaves-of.ts'

/** Evaluated part of a segment's rule. */
export type StoredRule = Pick<SegmentRule, 'filter' | 'target'>

interface Part {
  rule: Rule | RuleGroup
  /** Path in the segment's rule. */
  path: LeafPath
}

function partsOf({ filter, target }: StoredRule): Part[] {
  const { from, to } = filter.profile_created_at ?? {}
  const parts: Part[] = []
  if (from || to) {
    const value = { ...(from && { from }), ...(to && { to }) }
    const rule = { kind: 'time', at: 'created', operator: 'between', value } as const
    parts.push({ rule, path: ['filter', 'profile_created_at'] })
  }
  const label_ids = filter.reference_label_ids
  if (label_ids.length > 0)
    parts.push({
      rule: { kind: 'label', operator: 'has_any', label_ids },
      path: ['filter', 'reference_label_ids'],
    })
  parts.push({ rule: { condition: target.condition, rules: target.groups }, path: ['target', 'groups'] })
  return parts
}

/** The rule of a segment as one group: its filter first. */
export const normalizeRule = (rule: StoredRule): RuleGroup => ({
  condition: 'and',
  rules: partsOf(rule).map((part) => part.rule),
})

/** Maps a path of the whole rule to one of the segment's rule. */
export function pathWithin(rule: StoredRule, path: LeafPath): LeafPath {
  const [, part, ...rest] = path
  const { path: base } = partsOf(rule)[part as number]!
  if (base[0] === 'target') return [...base, ...rest.slice(1)]
  return rest[0] === 'label_ids' ? [...base, ...rest.slice(1)] : base
}

/** The labels that a rule is about, each once. */
export const labelsIn = (rule: StoredRule): number[] => [
  ...new Set(leavesOf(normalizeRule(rule)).flatMap(({ rule: leaf }) => (leaf.kind === 'label' ? leaf.label_ids : []))),
]
