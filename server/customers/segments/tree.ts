import type { Rule, RuleGroup } from '@ruam/contract/customers/rules.ts'
import { normalizeRule, pathWithin, type StoredRule } from '../membership/stored-rule.ts'
import type { LeafPath } from '../rules/leaves-of.ts'

/** A rule as a tree: groups, and the rules at their ends in their order. */
export type TreeNode = { path: LeafPath } & (
  | { leaf: number; rule: Rule }
  | { condition: 'and' | 'or'; not: boolean; items: TreeNode[] }
)

export interface Tree {
  root: TreeNode
  leaves: { rule: Rule; path: LeafPath }[]
}

/** A segment's rule with the place of each part in it. The filter and the target are what all must be so. */
export function treeOf(rule: StoredRule): Tree {
  const leaves: Tree['leaves'] = []
  const walk = (part: Rule | RuleGroup, inWhole: LeafPath): TreeNode => {
    const path = inWhole.length === 0 ? [] : pathWithin(rule, inWhole)
    if (!('rules' in part)) return { path, rule: part, leaf: leaves.push({ rule: part, path }) - 1 }
    const items = part.rules.map((inner, place) => walk(inner, [...inWhole, 'rules', place]))
    return { path, condition: part.condition, not: part.not ?? false, items }
  }
  return { root: walk(normalizeRule(rule), []), leaves }
}

/** The rules of a tree, in their order. */
export const rulesOf = ({ leaves }: Pick<Tree, 'leaves'>): Rule[] => leaves.map(({ rule }) => rule)

/** Combines the results of leaves. `upTo`: evaluates the rule up to this leaf; undefined if no leaf was evaluated. */
export function evaluateTree(
  node: TreeNode,
  leaf: (place: number) => boolean,
  upTo = Number.POSITIVE_INFINITY,
): boolean | undefined {
  if ('leaf' in node) return node.leaf <= upTo ? leaf(node.leaf) : undefined
  const asked = node.items.map((item) => evaluateTree(item, leaf, upTo)).filter((holds) => holds !== undefined)
  if (asked.length === 0) return undefined
  const holds = node.condition === 'and' ? asked.every(Boolean) : asked.some(Boolean)
  return holds !== node.not
}
