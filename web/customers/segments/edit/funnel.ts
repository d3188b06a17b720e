import type { Estimate } from '@ruam/contract/customers/segment-estimate.ts'
import type { Camel } from '../../../data/camel.ts'
import type { SentRule } from './segment-rule.ts'

type PerRule = Camel<Estimate>['perRule']
type Path = readonly (string | number)[]

const at = (rule: SentRule, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown> | undefined)?.[key], rule)

/** True if "or" joins the parts at two paths: their innermost common group decides. */
function joinedByOr(rule: SentRule, one: Path, other: Path): boolean {
  let common = 0
  while (common < one.length && one[common] === other[common]) common++
  // The path of a list of parts; its group stands one level above.
  const group = at(rule, one.slice(0, Math.max(0, common - 1))) as { condition?: string } | undefined
  return group?.condition === 'or'
}

/** Steps of the funnel. `added`: what the step brings beyond the one before, if it adds and does not narrow. */
export function funnelOf(rule: SentRule, perRule: PerRule) {
  return perRule.map(({ path, left }, place) => {
    const before = perRule[place - 1]
    const more = before ? left - before.left : 0
    const adds = before !== undefined && more >= 0 && (more > 0 || joinedByOr(rule, before.path, path))
    return { path, part: at(rule, path), left, ...(adds && { added: more, before: before.left }) }
  })
}
