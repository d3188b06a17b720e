import { MAX_GROUP_RULES, MAX_RULE_DEPTH } from '@ruam/contract/customers/rules.ts'
import type { ScreenRule } from '../../rules/rule-address.ts'
import { rulesBefore } from '../edit/rules-before.ts'
import type { Segment } from '../segment.ts'

type ScreenSegmentRule = NonNullable<Segment['segmentRule']>

const depthOf = ({ rules }: ScreenRule): number =>
  1 + Math.max(0, ...rules.map((rule) => ('rules' in rule ? depthOf(rule) : 0)))

/** A segment's rule as a filter of the list; undefined of one that does not fit into its levels, which its members stand for. */
export function filterOfSegment(rule: ScreenSegmentRule): ScreenRule | undefined {
  const before = rulesBefore(rule)
  const { condition } = rule.target
  const groups = rule.target.groups as ScreenRule[]
  const [only] = groups
  if (groups.length === 1 && only && before.length === 0) return only
  const inner: ScreenRule = { condition, rules: groups }
  // Rules that are joined in the same way need no level of their own.
  const joined = groups.length === 1 && only && !only.not && only.condition === 'and' ? only.rules : [inner]
  const filter: ScreenRule =
    before.length === 0
      ? inner
      : { condition: 'and', rules: [...before, ...(condition === 'and' && groups.length > 1 ? groups : joined)] }
  return depthOf(filter) <= MAX_RULE_DEPTH && filter.rules.length <= MAX_GROUP_RULES ? filter : undefined
}
