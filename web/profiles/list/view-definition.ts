import type { ProfileView } from '@ruam/contract/profile-views.ts'
import type { Camel } from '../../core/camel.ts'
import type { ViewState } from '../../core/view.ts'
import { type ColumnChoice, sameColumns } from './columns.ts'
import type { ListFilters } from './list-view.ts'

export type SavedView = Camel<ProfileView>
type Definition = SavedView['definition']
/** What of the list a saved view keeps. */
type Shown = Pick<ViewState<string, ListFilters>, 'keyword' | 'filters' | 'sort' | 'dir'>

/** The list as a saved view keeps it. */
export function definitionOf({ keyword, filters, sort, dir }: Shown, columns: ColumnChoice[] | null): Definition {
  const set = Object.entries(filters).flatMap(([name, value]) => (value ? [{ name, value }] : []))
  return { keyword, filters: set, sortBy: sort, sortDir: dir, columns }
}

/** The address of a saved view. */
export function addressOfView({ id, definition }: Pick<SavedView, 'id' | 'definition'>): Record<string, string> {
  const { keyword, filters, sortBy, sortDir } = definition
  return {
    view: String(id),
    ...(keyword && { q: keyword }),
    ...Object.fromEntries(filters.map(({ name, value }) => [name, value])),
    ...((sortBy !== 'updated_at' || sortDir !== 'desc') && { sort: sortBy, dir: sortDir }),
  }
}

const said = ({ keyword, filters, sortBy, sortDir }: Definition) =>
  JSON.stringify([
    keyword,
    [...filters].sort((a, b) => (a.name < b.name ? -1 : 1)).map(({ name, value }) => [name, value]),
    sortBy,
    sortDir,
  ])

/** Whether the list shows something else than the view that it was opened with. */
export function differs(definition: Definition, shown: Shown, columns: ColumnChoice[]): boolean {
  if (said(definition) !== said(definitionOf(shown, null))) return true
  return definition.columns !== null && !sameColumns(definition.columns, columns)
}
