import { faultsOf, type RuleFault } from '../rules/check.ts'
import type { RuleContext } from '../rules/context.ts'
import { normalizeRule, placeIn, type StoredRule } from './stored-rule.ts'

/** What of a segment's rule can't be asked, each with its place in the rule; nothing when all can. */
export const faultsIn = (rule: StoredRule, context: RuleContext): RuleFault[] =>
  faultsOf(normalizeRule(rule), context).map((fault) => ({ ...fault, path: placeIn(rule, fault.path) }))

/** Whether a rule can't be asked only while a field's values are given another type: it is settled when that is done. */
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
