import type { ProfileFilter } from '@ruam/contract/customers/profiles.ts'
import type { RuleGroup } from '@ruam/contract/customers/rules.ts'
import { may, type Rights } from '@ruam/contract/platform/permissions.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import type { Db } from '../../platform/core/db.ts'
import { faultsOf } from '../rules/check.ts'
import { type CompiledRule, compileRule } from '../rules/compile.ts'
import type { Condition } from '../rules/condition.ts'
import { ruleContext } from '../rules/context.ts'
import { isFound, readKeyword, searchIds } from './search.ts'
import { refuseSensitive } from './sensitive-rule.ts'

/** A filter whose rule is SQL. */
export type AskedFilter = Omit<ProfileFilter, 'rule'> & { rule?: CompiledRule }

/** A filter that was kept: what its rule names and the store has no more makes it mean nobody. */
export async function compileFilter(db: Db, storeId: number, { rule, ...filter }: ProfileFilter): Promise<AskedFilter> {
  if (!rule) return filter
  return { ...filter, rule: compileRule(rule, await ruleContext(db, storeId, [rule])) }
}

/**
 * A filter as somebody sends it, `at` this place of the call. Throws forbidden for deleted profiles and for sensitive fields without
 * the right, and what `readRule` throws.
 */
export async function readFilter(
  db: Db,
  storeId: number,
  rights: Rights,
  { rule, ...filter }: ProfileFilter,
  at: string,
): Promise<AskedFilter> {
  if (filter.deleted && !may(rights, 'cdp-core.profile.delete'))
    throw new ApiError('forbidden', { permission: 'cdp-core.profile.delete' })
  return rule ? { ...filter, rule: await readRule(db, storeId, rights, rule, `${at}.rule`) } : filter
}

/**
 * A rule as somebody sends it. Throws not_found for an id that the store does not have, forbidden for a sensitive field of somebody who
 * may not see such, and invalid_input, with its place, for a rule that compares with values of another type than the field has.
 */
export async function readRule(
  db: Db,
  storeId: number,
  rights: Rights,
  rule: RuleGroup,
  at: string,
): Promise<CompiledRule> {
  const context = await ruleContext(db, storeId, [rule])
  refuseSensitive(rule, context, rights)
  const faults = faultsOf(rule, context)
  if (faults.some(({ reason }) => reason === 'unknown')) throw new ApiError('not_found')
  if (faults.length > 0)
    throw new ApiError('invalid_input', { fields: faults.map(({ path }) => [at, ...path].join('.')) })
  return compileRule(rule, context)
}

/** Conditions of a filter: the parts of its rule, then the keyword, whose ids cost most. */
export function conditionsOf({ rule, keyword }: AskedFilter): Condition[] {
  const conditions = rule?.conditions ?? []
  return keyword ? [...conditions, ofKeyword(keyword)] : conditions
}

/** More ids than any store has profiles. */
const ALL = 2_147_483_647

function ofKeyword(keyword: string): Condition {
  const search = readKeyword(keyword)
  const reads = ['search_key', 'custom_search', 'custom', 'phone', 'email'] as const
  return { is: isFound(search), ids: (most = ALL) => searchIds(search, most), exact: true, reads, scans: true }
}
