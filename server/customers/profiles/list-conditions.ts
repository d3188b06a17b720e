import type { ProfileFilter } from '@ruam/contract/customers/profiles.ts'
import type { RuleGroup } from '@ruam/contract/customers/rules.ts'
import { may, type Rights } from '@ruam/contract/platform/permissions.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import { faultsOf } from '../rules/check.ts'
import { type CompiledRule, compileRule } from '../rules/compile.ts'
import type { Condition } from '../rules/condition.ts'
import { ruleContext } from '../rules/context.ts'
import { refuseClosed } from './closed.ts'
import { isFound, readKeyword, searchIds, searchTimes } from './search.ts'

/** A filter whose rule is SQL. */
export type CompiledFilter = Omit<ProfileFilter, 'rule'> & { rule?: CompiledRule }

/** Compiles a stored filter. It matches no profile if its rule names something deleted. */
export async function compileFilter(
  db: Db,
  storeId: number,
  { rule, ...filter }: ProfileFilter,
): Promise<CompiledFilter> {
  if (!rule) return filter
  return { ...filter, rule: compileRule(rule, await ruleContext(db, storeId, [rule])) }
}

/**
 * Validates a sent filter; `at` is its position in the call. Throws forbidden for deleted profiles without the permission, and the errors
 * of `readRule`.
 */
export async function readFilter(
  db: Db,
  storeId: number,
  rights: Rights,
  { rule, ...filter }: ProfileFilter,
  at: string,
): Promise<CompiledFilter> {
  if (filter.deleted && !may(rights, 'cdp-core.profile.delete'))
    throw new ApiError('forbidden', { permission: 'cdp-core.profile.delete' })
  return rule ? { ...filter, rule: await readRule(db, storeId, rights, rule, `${at}.rule`) } : filter
}

/**
 * Validates a sent rule. Throws field_closed if a closed field decides it, not_found for an unknown id, and invalid_input, with the
 * position, if a value has another type than its field.
 */
export async function readRule(
  db: Db,
  storeId: number,
  rights: Rights,
  rule: RuleGroup,
  at: string,
): Promise<CompiledRule> {
  await refuseClosed(db, storeId, rights, rule)
  const context = await ruleContext(db, storeId, [rule])
  const faults = faultsOf(rule, context)
  if (faults.some(({ reason }) => reason === 'unknown')) throw new ApiError('not_found')
  if (faults.length > 0)
    throw new ApiError('invalid_input', { fields: faults.map(({ path }) => [at, ...path].join('.')) })
  return compileRule(rule, context)
}

/** Conditions of a filter: the parts of its rule, then the keyword, whose ids cost most. */
export function conditionsOf({ rule, keyword }: CompiledFilter): Condition[] {
  const conditions = rule?.conditions ?? []
  return keyword ? [...conditions, ofKeyword(keyword)] : conditions
}

/** More ids than any store has profiles. */
const ALL = 2_147_483_647

function ofKeyword(keyword: string): Condition {
  const search = readKeyword(keyword)
  const reads = ['search_key', 'custom_search', 'custom', 'phone', 'email'] as const
  const ids = (most = ALL) => searchIds(search, most)
  const timed = (most: number) => searchTimes(search, most)
  return { is: isFound(search), ids, timed, exact: true, reads, scans: true }
}
