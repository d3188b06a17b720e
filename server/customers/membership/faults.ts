import { faultsOf, type RuleFault } from '../rules/check.ts'
import type { RuleContext } from '../rules/context.ts'
import { normalizeRule, pathWithin, type StoredRule } from './stored-rule.ts'

/** Returns the parts of a segment's rule that cannot be evaluated, by path; empty if all can. */
export const ruleFaultsIn = (rule: StoredRule, context: RuleContext): RuleFault[] =>
  faultsOf(normalizeRule(rule), context).map((fault) => ({ ...fault, path: pathWithin(rule, fault.path) }))

/** True if only a running conversion of a field blocks the rule; it is checked again afterwards. */
export function isConverting(faults: readonly RuleFault[], { fields, activityTypes }: RuleContext): boolean {
  const converting = ({ subject, id }: RuleFault) =>
    subject === 'field'
      ? fields.get(id)?.converting === true
      : [...activityTypes.values()].some((properties) => properties.get(id)?.converting === true)
  return (
    faults.length > 0 &&
    faults.every(
      (fault) =>
        fault.reason === 'retyped' && (fault.subject === 'field' || fault.subject === 'property') && converting(fault),
    )
  )
}
