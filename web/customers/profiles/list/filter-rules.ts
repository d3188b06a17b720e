import type { OpenRule, ScreenLeaf } from '../../rules/draft.ts'
import type { ScreenRule } from '../../rules/rule-address.ts'
import { subjectOf } from '../../rules/subjects.ts'

type Rule = ScreenRule['rules'][number]

/** Conditions that all apply: each is a chip. A rule joined by "or", or negated, is a single one. */
const topRules = (rule: ScreenRule | undefined): readonly Rule[] => {
  if (!rule) return []
  return rule.not || (rule.condition === 'or' && rule.rules.length > 1) ? [rule] : rule.rules
}

/** Subject of a condition; undefined for a group. */
export const subjectOfRule = (rule: Rule): string | undefined =>
  'rules' in rule ? undefined : subjectOf(rule as OpenRule)

/** Key under which a new condition replaces an older one. */
function keyOf(rule: Rule): string | undefined {
  if ('rules' in rule) return undefined
  if (rule.kind === 'label') return `label ${rule.operator}`
  // "Bought this year, but not in the last 90 days" needs both.
  if (rule.kind === 'activity') return `${subjectOf(rule as OpenRule)} ${rule.done}`
  return subjectOf(rule as OpenRule)
}

function joined(rules: readonly Rule[]): ScreenRule | undefined {
  const [only] = rules
  if (!only) return undefined
  return rules.length === 1 && 'rules' in only ? only : { condition: 'and', rules: [...rules] }
}

/** The rule with a further condition, which replaces one about the same. */
export function withRule(rule: ScreenRule | undefined, next: ScreenLeaf): ScreenRule {
  const rules = topRules(rule)
  const place = rules.findIndex((one) => keyOf(one) === keyOf(next))
  return joined(place < 0 ? [...rules, next] : rules.with(place, next))!
}

/** The rule without the condition that `gone` would replace. */
export const withoutRule = (rule: ScreenRule | undefined, gone: ScreenLeaf): ScreenRule | undefined =>
  joined(topRules(rule).filter((one) => keyOf(one) !== keyOf(gone)))

/** The rule without all conditions about a subject. */
export const withoutSubject = (rule: ScreenRule | undefined, subject: string): ScreenRule | undefined =>
  joined(topRules(rule).filter((one) => subjectOfRule(one) !== subject))

/** The conditions about a subject. */
export const rulesAbout = (rule: ScreenRule | undefined, subject: string): readonly ScreenLeaf[] =>
  topRules(rule).filter((one): one is ScreenLeaf => subjectOfRule(one) === subject)
