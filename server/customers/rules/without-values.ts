import type { RuleGroup, VisibleGroup } from '@ruam/contract/customers/rules.ts'

/** A rule without what it compares these fields with. */
export function withoutValues({ rules, ...group }: RuleGroup, hidden: ReadonlySet<number>): VisibleGroup {
  if (hidden.size === 0) return { ...group, rules }
  return {
    ...group,
    rules: rules.map((rule) => {
      if ('rules' in rule) return withoutValues(rule, hidden)
      if (rule.kind !== 'profile' || !hidden.has(rule.field_id)) return rule
      const { kind, field_id, operator } = rule
      return { kind, field_id, operator, masked: true }
    }),
  }
}
