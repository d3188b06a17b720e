import type { ProfileView } from '@ruam/contract/customers/views.ts'
import type { Camel } from '../../../data/camel.ts'
import { equalRules, isMasked, readRuleAddress, type ScreenRule, writeRule } from '../../rules/rule-address.ts'
import { type ColumnChoice, sameColumns } from './columns.ts'

export type SavedView = Camel<ProfileView>
type Definition = SavedView['definition']
/** What of the list a saved view keeps. */
interface Shown {
  keyword: string
  rule: ScreenRule | undefined
  sort: string
  dir: 'asc' | 'desc'
  filters: { deleted?: 'true' }
}
/** A definition that may be saved: nothing in it is masked. */
export type NewDefinition = Omit<Definition, 'rule'> & { rule: ScreenRule | null }

/** The list as a saved view keeps it. */
export function definitionOf(
  { keyword, rule, filters, sort, dir }: Shown,
  columns: ColumnChoice[] | null,
): NewDefinition {
  return { keyword, deleted: filters.deleted === 'true', rule: rule ?? null, sortBy: sort, sortDir: dir, columns }
}

/** A definition as an update sends it. A masked rule is left out, which keeps it. */
export function updateDefinition({ rule, ...others }: Definition) {
  return rule && isMasked(rule) ? others : { ...others, rule: rule as ScreenRule | null }
}

/** The address of a saved view as it was saved. */
export const addressOfView = ({ id }: Pick<SavedView, 'id'>) => ({ search: { view: String(id) } })

/** Returns the id of the view that an address names. */
export function viewIdOf(search: Record<string, unknown>): number | undefined {
  const id = Number(search.view)
  return Number.isInteger(id) && id > 0 ? id : undefined
}

/** Fragment of an address whose view has a rule, and the list has none. */
const WITHOUT_RULE = 'rule=none'

/** The rule that a fragment shows. A fragment without a rule shows that of the open view. */
export function addressedRule(fragment: string, definition: Definition | undefined): ScreenRule | undefined {
  if (fragment.startsWith('rule=')) return readRuleAddress(fragment)
  // A masked rule of another person's view is shown as masked, and never sent.
  return (definition?.rule as ScreenRule | null | undefined) ?? undefined
}

/** The fragment that shows a rule: empty if the open view shows it already. */
export function fragmentOf(rule: ScreenRule | undefined, definition: Definition | undefined): string {
  if (equalRules(rule, definition?.rule)) return ''
  return rule ? writeRule(rule) : WITHOUT_RULE
}

/** Whether the list shows something else than the view that it was opened with. */
export function differs(definition: Definition, shown: Shown, columns: ColumnChoice[]): boolean {
  const { keyword, deleted, rule, sortBy, sortDir } = definitionOf(shown, null)
  const same = definition.keyword === keyword && definition.deleted === deleted && equalRules(definition.rule, rule)
  if (!same || definition.sortBy !== sortBy || definition.sortDir !== sortDir) return true
  return definition.columns !== null && !sameColumns(definition.columns, columns)
}
