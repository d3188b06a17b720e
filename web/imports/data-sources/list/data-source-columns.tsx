import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import type { TableColumn } from '../../../ui/data-table.ts'
import { SourceStatus } from '../StatusBadge.tsx'
import { text } from '../text.ts'
import { EnableSwitch } from './EnableSwitch.tsx'
import { sourceList } from './list-text.ts'
import { PendingRows } from './PendingRows.tsx'
import { SourceActions } from './SourceActions.tsx'
import type { SourceRow } from './source-row.ts'

export const dataSourceSorts = ['updated_at', 'created_at', 'name', 'status'] as const
type SourceSort = (typeof dataSourceSorts)[number]

/** The columns of the data source list. */
export function useDataSourceColumns(onNewFile: (source: SourceRow) => void): TableColumn<SourceRow, SourceSort>[] {
  const t = useWords(text)
  const l = useWords(sourceList)
  const format = useFormat()
  const count = (id: keyof SourceRow['stats'], title: string): TableColumn<SourceRow, SourceSort> => ({
    id,
    title,
    align: 'right',
    width: 62,
    // Before the first run there is nothing to count.
    cell: ({ stats }) =>
      stats.total > 0 && format.formatNumber(id === 'failed' ? stats.failed - stats.held : stats[id]),
  })
  const date = (
    id: 'createdAt' | 'updatedAt',
    sort: SourceSort,
    title: string,
    { say, width }: { say: typeof format.dateTime; width: number },
  ): TableColumn<SourceRow, SourceSort> => ({
    id,
    title,
    sort,
    sortKind: 'date',
    quiet: true,
    width,
    cell: (source) => say(source[id]),
  })
  return [
    {
      id: 'name',
      title: t.name,
      sort: 'name',
      link: true,
      cut: 180,
      cell: ({ name }) => name,
    },
    {
      id: 'status',
      title: t.status,
      sort: 'status',
      width: 124,
      cell: (source) => <SourceStatus status={source.status} undone={source.undoneAt !== null} />,
    },
    count('total', t.total),
    count('success', t.added),
    count('update', t.updated),
    count('duplicate', t.duplicated),
    {
      id: 'held',
      title: l.held,
      align: 'right',
      width: 86,
      cell: (source) => source.stats.total > 0 && <PendingRows source={source} />,
    },
    count('failed', t.failed),
    // Without its time, which leaves the name more room.
    date('createdAt', 'created_at', t.createdAt, { say: format.date, width: 108 }),
    date('updatedAt', 'updated_at', t.updatedAt, { say: format.dateTime, width: 162 }),
    { id: 'enabled', title: l.enabled, width: 80, cell: (source) => <EnableSwitch source={source} /> },
    {
      id: 'actions',
      pinned: 'end',
      title: l.actions,
      width: 64,
      cell: (source) => <SourceActions source={source} onNewFile={onNewFile} />,
    },
  ]
}
