import type { Rule, RuleGroup } from '@ruam/contract/customers/rules.ts'

/** Path of a rule in a group: `['rules', 2, 'rules', 0]`. */
export type LeafPath = readonly (string | number)[]

/** The rules of a group and of those in it, each with its place. */
export function leavesOf(group: RuleGroup, at: LeafPath = []): { rule: Rule; path: LeafPath }[] {
  return group.rules.flatMap((rule, place) => {
    const path = [...at, 'rules', place]
    return 'rules' in rule ? leavesOf(rule, path) : [{ rule, path }]
  })
}
