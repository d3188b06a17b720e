import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useWords } from '../../../data/text.ts'
import { useFieldText } from '../field-text.ts'
import type { Marks, marksOf } from './list-marks.tsx'
import { listText } from './list-text.ts'
import { useColumnsWithPanel, useDeletedColumns, useProfileColumns } from './profile-columns.tsx'
import { useColumns } from './use-columns.ts'
import type { ProfileListState } from './use-profile-list.ts'

/** Columns of the list, fewer next to an open panel. */
export function useListColumns({ view, views, preference, read, deleted }: ProfileListState, besidePanel: boolean) {
  const choice = useColumns(views.open, preference, read.data?.data)
  const marks = useMarks(view.keyword, read.isPlaceholderData)
  const all = useProfileColumns(choice.columns, choice.fields, marks, read.data?.data)
  const deletedColumns = useDeletedColumns(all)
  // The panel is painted first: rows take their new order of columns after it.
  const besideColumns = useColumnsWithPanel(all, useDeferredValue(besidePanel))
  return { choice, marks, all, shown: deleted ? deletedColumns : besideColumns }
}

export type ListColumns = ReturnType<typeof useListColumns>

const load = () => import('./list-marks.tsx')

/**
 * Marks what the keyword of the rows has found. Their code comes with the first search; `stale`: the rows are still those of the keyword
 * before, and keep its marks.
 */
function useMarks(keyword: string, stale: boolean): Marks | undefined {
  const l = useWords(listText)
  const say = useFieldText()
  const [code, setCode] = useState<{ marksOf: typeof marksOf }>()
  const [answered, setAnswered] = useState(keyword)
  if (!stale && answered !== keyword) setAnswered(keyword)
  useEffect(() => {
    // Asked for again with the rows: without a connection it did not come.
    if (keyword !== '' && !(stale && code)) void load().then(setCode, () => undefined)
  }, [keyword, stale, code])
  return useMemo(
    () =>
      code && answered !== ''
        ? code.marksOf(answered, { say, foundIn: (field) => l.foundIn({ field }), elsewhere: l.elsewhere })
        : undefined,
    [code, answered, say, l],
  )
}
