import type { ProfileView } from '@ruam/contract/customers/views.ts'
import type { Camel } from '../../../data/camel.ts'
import { isMasked, type ScreenRule, sameRule, writeRule } from '../../rules/rule-address.ts'
import { type ColumnChoice, sameColumns } from './columns.ts'
import type { ListView } from './list-view.ts'

export type SavedView = Camel<ProfileView>
type Definition = SavedView['definition']
/** What of the list a saved view keeps. */
type Shown = Pick<ListView, 'keyword' | 'rule' | 'sort' | 'dir'> & { filters: Pick<ListView['filters'], 'deleted'> }
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
export function keptDefinition({ rule, ...others }: Definition) {
  return rule && isMasked(rule) ? others : { ...others, rule: rule as ScreenRule | null }
}

/** The address of a saved view: what follows the ?, and the rule behind the #. */
export function addressOfView({ id, definition }: Pick<SavedView, 'id' | 'definition'>) {
  const { keyword, deleted, rule, sortBy, sortDir } = definition
  const search: Record<string, string> = {
    view: String(id),
    ...(keyword && { q: keyword }),
    ...(deleted && { deleted: 'true' }),
    ...((sortBy !== 'updated_at' || sortDir !== 'desc') && { sort: sortBy, dir: sortDir }),
  }
  return { search, hash: writeRule(rule ?? undefined) }
}

const ofDefinition = ['q', 'deleted', 'sort', 'dir']

/** Returns the view that an address names without saying what of its definition is shown, as a link typed by hand does. */
export function viewAlone(search: Record<string, unknown>): number | undefined {
  const id = Number(search.view)
  if (!Number.isInteger(id) || id < 1) return undefined
  return ofDefinition.some((key) => key in search) ? undefined : id
}

/** Whether the list shows something else than the view that it was opened with. */
export function differs(definition: Definition, shown: Shown, columns: ColumnChoice[]): boolean {
  const { keyword, deleted, rule, sortBy, sortDir } = definitionOf(shown, null)
  const same = definition.keyword === keyword && definition.deleted === deleted && sameRule(definition.rule, rule)
  if (!same || definition.sortBy !== sortBy || definition.sortDir !== sortDir) return true
  return definition.columns !== null && !sameColumns(definition.columns, columns)
}
