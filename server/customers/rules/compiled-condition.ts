import type { Rule } from '@ruam/contract/customers/rules.ts'
import type { RawBuilder } from 'kysely'
import { leafOf } from './compile.ts'
import type { RuleContext } from './context.ts'

/** One rule, as it is asked of everybody: by each row of `profile`, or by a set of ids. */
export interface CompiledCondition {
  is: RawBuilder<boolean>
  /** Ids of profiles that match, or that do not, possibly repeated; undefined if the row suffices. */
  ids?: RawBuilder<{ id: number }>
  /** Negates the condition. */
  not: boolean
}

/** A rule that was checked, by itself. */
export function compileSet(rule: Rule, context: RuleContext): CompiledCondition {
  const { is, not = false, set } = leafOf(rule, context)
  if (!set) return { is, not }
  return { is, ids: set.repeated ?? set.ids(), not: not !== (set.allBut ?? false) }
}

/** Compiles a rule for one profile. */
export function compileRow(rule: Rule, context: RuleContext): CompiledCondition {
  const { is, not = false } = leafOf(rule, context)
  return { is, not }
}
