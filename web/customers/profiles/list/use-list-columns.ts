import { useColumnsBesidePanel, useDeletedColumns, useProfileColumns } from './profile-columns.tsx'
import { useColumns } from './use-columns.ts'
import { useMarks } from './use-marks.ts'
import type { ProfileListState } from './use-profile-list.ts'

/** Columns of the list, fewer next to an open panel. */
export function useListColumns({ view, views, preference, read, deleted }: ProfileListState, besidePanel: boolean) {
  const choice = useColumns(views.open, preference, read.data?.data)
  const marks = useMarks(view.keyword, read.isPlaceholderData)
  const all = useProfileColumns(choice.columns, choice.fields, marks, read.data?.data)
  const deletedColumns = useDeletedColumns(all)
  const besideColumns = useColumnsBesidePanel(all, besidePanel)
  return { choice, marks, all, shown: deleted ? deletedColumns : besideColumns }
}

export type ListColumns = ReturnType<typeof useListColumns>
