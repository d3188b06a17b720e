import type { DataSource } from '@ruam/contract/data-sources.ts'
import type { Camel } from '../core/camel.ts'
import type { Column } from '../core/DataTable.tsx'
import { useWords } from '../core/text.ts'
import { useFormat } from '../core/use-format.ts'
import { SourceStatus } from './StatusBadge.tsx'
import { text } from './text.ts'

/** A data source as lists show it. */
export type SourceRow = Camel<DataSource>

/** The columns of the data source list. */
export function useDataSourceColumns(): Column<SourceRow, never>[] {
  const t = useWords(text)
  const format = useFormat()
  const count = (id: keyof SourceRow['stats'], title: string): Column<SourceRow, never> => ({
    id,
    title,
    align: 'right',
    // Before the first run there is nothing to count.
    cell: ({ stats }) => stats.total > 0 && format.formatNumber(stats[id]),
  })
  return [
    { id: 'name', title: t.name, link: true, cell: (source) => source.name },
    { id: 'status', title: t.status, cell: (source) => <SourceStatus status={source.status} /> },
    count('total', t.total),
    count('success', t.added),
    count('update', t.updated),
    count('duplicate', t.duplicated),
    count('failed', t.failed),
    { id: 'author', title: t.author, quiet: true, cell: (source) => source.author?.name },
    {
      id: 'createdAt',
      title: t.createdAt,
      quiet: true,
      width: 172,
      cell: (source) => format.dateTime(source.createdAt),
    },
    {
      id: 'updatedAt',
      title: t.updatedAt,
      quiet: true,
      width: 172,
      cell: (source) => format.dateTime(source.updatedAt),
    },
  ]
}
