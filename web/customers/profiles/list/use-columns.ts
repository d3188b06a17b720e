import { useCallback, useMemo, useState } from 'react'
import { type ListField, ownFieldsIn, useOwnFields, useSystemFields } from '../list-fields.ts'
import type { ListedProfile } from '../values.ts'
import { arrange, type ColumnChoice, changed, defaultColumns } from './columns.ts'
import { isOwnColumn } from './list-sorts.ts'
import type { useOwnPreference } from './use-own-preference.ts'
import type { SavedView } from './view-definition.ts'

const firstColumns: readonly string[] = [...defaultColumns.map(([columnId]) => columnId), 'createdAt', 'lineReach']

/**
 * The columns of the list: those of the open view where it has some of its own, else the person's. A change to the columns of a view
 * stays on this screen until the view is saved.
 */
export function useColumns(
  open: SavedView | undefined,
  { own, save }: ReturnType<typeof useOwnPreference>,
  rows: readonly ListedProfile[] | undefined,
) {
  const [draft, setDraft] = useState<{ view: number; columns: ColumnChoice[] }>()
  const [choosing, setChoosing] = useState(false)
  const ofView = open?.definition.columns ?? null
  const chosen = (ofView && (draft?.view === open?.id ? draft?.columns : ofView)) ?? own?.profileListColumn ?? noColumns
  const system = useSystemFields()
  const wantsOwn = choosing || chosen.some(({ enabled, columnId }) => enabled && isOwnColumn(columnId))
  const listed = useOwnFields(wantsOwn, rows?.[0]?.id)
  const fields = useMemo<ListField[]>(() => [...system, ...(listed ?? ownFieldsIn(rows ?? []))], [system, listed, rows])
  const columns = useMemo(() => {
    const ids = [...firstColumns, ...fields.map((field) => field.columnId)]
    // Until they are known, what was chosen of the store's own fields counts as there.
    const kept = listed ? [] : chosen.map(({ columnId }) => columnId).filter(isOwnColumn)
    return arrange(chosen, [...new Set([...ids, ...kept])])
  }, [chosen, fields, listed])
  const openId = open?.id
  const setColumns = (next: ColumnChoice[]) => {
    if (ofView && openId !== undefined) setDraft({ view: openId, columns: next })
    else save({ profileListColumn: next })
  }
  return {
    columns,
    fields,
    setColumns,
    setWidth: (columnId: string, width: number) => setColumns(changed(columns, columnId, { width })),
    reset: () => setColumns([]),
    forgetDraft: useCallback(() => setDraft(undefined), []),
    /** Called before the user chooses columns: loads the fields of the store. */
    choose: useCallback(() => setChoosing(true), []),
  }
}

const noColumns: ColumnChoice[] = []
