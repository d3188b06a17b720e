import type { RuleGroup } from '@ruam/contract/customers/rules.ts'
import type { Rights } from '@ruam/contract/platform/permissions.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import { isSensitive } from '../rules/check.ts'
import type { RuleContext } from '../rules/context.ts'
import { maySeeSensitive } from './masking.ts'

/**
 * Throws forbidden for a sent rule with a sensitive leaf, without the right to such values. Called before any other check, also of an
 * unchanged rule: a different answer for a right guess would reveal the masked value.
 */
export function refuseSensitive(rule: RuleGroup, context: RuleContext, rights: Rights): void {
  if (isSensitive(rule, context) && !maySeeSensitive(rights))
    throw new ApiError('forbidden', { permission: 'cdp-core.profile-sensitive.read' })
}
