import type { Preference } from '@ruam/contract/customers/preferences.ts'
import type { Camel } from '../../../data/camel.ts'

/** A column as a person, or a saved view, has it. */
export type ColumnChoice = Camel<Preference>['profileListColumn'][number]

/** The default columns of spec section 2, in its order, and whether they are shown. */
export const defaultColumns = [
  ['updatedAt', true],
  ['firstName', true],
  ['lastName', true],
  ['email', true],
  ['phone', true],
  ['businessType', false],
  ['company', false],
  ['labels', true],
  ['advanceLabels', true],
] as const satisfies readonly (readonly [string, boolean])[]

const numbered = (columns: readonly ColumnChoice[]): ColumnChoice[] =>
  columns.map((column, place) => (column.sortId === place ? column : { ...column, sortId: place }))

/**
 * Every column there is, in order: those that were chosen as they were, then whatever is new, which is hidden. Without a choice
 * the defaults. `known` names what may be shown; a chosen column that is gone is left out.
 */
export function arrange(chosen: readonly ColumnChoice[], known: readonly string[]): ColumnChoice[] {
  const there = new Set(known)
  const start =
    chosen.length > 0 ? chosen : defaultColumns.map(([columnId, enabled]) => ({ columnId, enabled, sortId: 0 }))
  const kept = new Map<string, ColumnChoice>()
  const ordered = chosen.length > 0 ? [...start].sort((a, b) => a.sortId - b.sortId) : start
  for (const column of ordered) {
    if (there.has(column.columnId) && !kept.has(column.columnId)) kept.set(column.columnId, column)
  }
  for (const columnId of known) {
    if (!kept.has(columnId)) kept.set(columnId, { columnId, enabled: false, sortId: 0 })
  }
  return numbered([...kept.values()])
}

/** The columns with one of them changed. */
export const changed = (
  columns: readonly ColumnChoice[],
  columnId: string,
  change: Partial<Pick<ColumnChoice, 'enabled' | 'width' | 'pinned'>>,
): ColumnChoice[] => columns.map((column) => (column.columnId === columnId ? { ...column, ...change } : column))

/** The columns with one of them at another place. */
export function placed(columns: readonly ColumnChoice[], columnId: string, place: number): ColumnChoice[] {
  const from = columns.findIndex((column) => column.columnId === columnId)
  if (from < 0) return [...columns]
  const next = columns.filter((_, index) => index !== from)
  next.splice(Math.min(Math.max(place, 0), next.length), 0, columns[from]!)
  return numbered(next)
}

/** Visible columns from the left, pinned first. Never empty: such a list would be unreadable. */
export function visibleColumns(columns: readonly ColumnChoice[]): ColumnChoice[] {
  const shown = columns.filter((column) => column.enabled)
  if (shown.length === 0) return columns.filter((column) => column.columnId === 'firstName')
  return [...shown.filter((column) => column.pinned), ...shown.filter((column) => !column.pinned)]
}

/** True if two choices show the same columns. */
export function sameColumns(a: readonly ColumnChoice[], b: readonly ColumnChoice[]): boolean {
  const said = (columns: readonly ColumnChoice[]) =>
    JSON.stringify(visibleColumns(columns).map(({ columnId, width, pinned }) => [columnId, width, pinned ?? false]))
  return said(a) === said(b)
}
