import { type LeavingReason, leavingReasons as reasonKinds } from '@ruam/contract/automations/definition.ts'
import type { Rule } from '@ruam/contract/customers/rules.ts'
import { sql } from 'kysely'
import { normalizeRule, type StoredRule } from '../../customers/membership/stored-rule.ts'
import { faultsOf } from '../../customers/rules/check.ts'
import { compileRow } from '../../customers/rules/compiled-condition.ts'
import { evaluateTree, type TreeNode, treeOf } from '../../customers/segments/tree.ts'
import type { Moment, World } from '../records/world.ts'
import { byDay, contextAt } from './matching.ts'

/**
 * Returns why customers left a segment: the kinds of the rules that keep them out at their moments. `by_hand`: staff took a customer out,
 * or the rule still matches.
 */
export async function leavingReasons(
  world: World,
  segment: { id: number; rule: StoredRule },
  moments: readonly Moment[],
): Promise<ReadonlyMap<number, readonly LeavingReason[]>> {
  const found = new Map<number, readonly LeavingReason[]>()
  const { root, leaves } = treeOf(segment.rule)
  const complete = normalizeRule(segment.rule)
  for (const [today, some] of byDay(world, moments)) {
    const context = await contextAt(world, complete, today)
    const tests = leaves.map(({ rule }) => {
      if (faultsOf({ condition: 'and', rules: [rule] }, context).length > 0) return sql`false`
      const { is, not } = compileRow(rule, context)
      return sql`(${is}) is ${sql.raw(not ? 'not true' : 'true')}`
    })
    const { rows } = await sql<{ id: number; by_hand: boolean; so: boolean[] }>`
      select profile.id, array[${sql.join(tests)}]::boolean[] as so, exists (
        select from profile_label x where x.store_id = ${world.storeId} and x.profile_id = profile.id
          and x.label_id = ${segment.id} and x.source = 'manual_remove') as by_hand
      from unnest(${some.map(({ profile_id }) => profile_id)}::bigint[], ${some.map(({ at }) => at)}::timestamptz[]) evaluated (profile_id, at)
      cross join lateral (
        select * from profile where store_id = ${world.storeId} and id = evaluated.profile_id offset 0) profile`.execute(
      world.db,
    )
    for (const { id, by_hand, so } of rows) {
      const failing = by_hand ? [] : failingKinds(root, (index) => so[index] === true, true)
      found.set(id, failing.length > 0 ? failing : ['by_hand'])
    }
  }
  return found
}

/** Kinds of the rules by which a part of a tree is not as it should be, in their fixed order. */
function failingKinds(node: TreeNode, holds: (index: number) => boolean, should: boolean): LeavingReason[] {
  const kinds = new Set<Rule['kind']>()
  const walk = (part: TreeNode, expected: boolean) => {
    if (evaluateTree(part, holds) === expected) return
    if ('leaf' in part) kinds.add(part.rule.kind)
    else for (const item of part.items) walk(item, expected !== part.not)
  }
  walk(node, should)
  return reasonKinds.filter((kind) => kinds.has(kind as Rule['kind']))
}
