import { importRun } from '@ruam/contract/imports/run.ts'
import { IconHistory } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useRead } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import type { TableColumn } from '../../../ui/data-table.ts'
import { EMPTY } from '../../../ui/Loaded.tsx'
import { importing } from '../import-text.ts'
import { recordText } from '../record-text.ts'
import { runs } from '../run-text.ts'
import { RunState } from '../StatusBadge.tsx'
import { text } from '../text.ts'
import type { DataSourceOfStore, RunOfSource } from '../use-source.ts'
import styles from './DataSourceOutput.module.css'
import { RunCounts } from './RunCounts.tsx'
import { useRunDuration } from './use-run-duration.ts'
import { useRunTitle } from './use-run-title.ts'

const LIMIT = 10

/** Every run of a data source, the newest first. Its place is not in the address: that holds the rows below. */
export function RunHistory({ source }: { source: DataSourceOfStore }) {
  const t = useWords(text)
  const r = useWords(recordText)
  const u = useWords(runs)
  const i = useWords(importing)
  const format = useFormat()
  const duration = useRunDuration()
  const title = useRunTitle()
  const [{ page, limit }, setPlace] = useState({ page: 1, limit: LIMIT })
  const read = useRead(importRun.runs, {
    params: { id: source.id },
    query: { offset: (page - 1) * limit, limit },
  })
  const { refetch } = read
  const { status, latestRun, latestDryRun } = source
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the data source has moved on, so has its history
  useEffect(() => void refetch({ cancelRefetch: false }), [refetch, status, latestRun, latestDryRun])
  const anyActivities = read.data?.data.some(({ stats }) => stats.activities > 0) ?? false
  const count = (id: 'added' | 'updated' | 'duplicated' | 'failed' | 'total'): TableColumn<RunOfSource, never> => ({
    id,
    title: t[id],
    align: 'right',
    cell: ({ stats }) => format.formatNumber(stats[id]),
  })
  const anyHeld = read.data?.data.some(({ stats }) => stats.held > 0) ?? false
  const held: TableColumn<RunOfSource, never>[] = [
    { id: 'held', title: u.held, align: 'right', cell: ({ stats }) => format.formatNumber(stats.held) },
    {
      id: 'failed',
      title: t.failed,
      align: 'right',
      cell: ({ stats }) => format.formatNumber(stats.failed - stats.held),
    },
  ]
  const activities: TableColumn<RunOfSource, never> = {
    id: 'activities',
    title: r.activities,
    align: 'right',
    cell: ({ stats }) => format.formatNumber(stats.activities),
  }
  const columns: TableColumn<RunOfSource, never>[] = [
    { id: 'startedAt', title: t.startedAt, link: true, width: 190, cell: (run) => format.dateTime(run.createdAt) },
    { id: 'kind', title: t.kind, cell: (run) => (run.kind === 'dry' ? t.dryRun : t.realRun) },
    { id: 'status', title: t.status, cell: (run) => <RunState status={run.status} undone={run.undoneAt !== null} /> },
    { id: 'author', title: r.author, quiet: true, cell: (run) => run.author?.name || EMPTY },
    { id: 'duration', title: r.duration, quiet: true, cell: duration },
    count('total'),
    count('added'),
    count('updated'),
    count('duplicated'),
    ...(anyHeld ? held : [count('failed')]),
    ...(anyActivities ? [activities] : []),
  ]
  return (
    <DataTable
      label={t.history}
      columns={columns}
      read={read}
      failed={i.getFailed}
      rowKey={(run) => run.runId}
      view={{
        page,
        limit,
        sort: '',
        dir: 'desc',
        keyword: '',
        narrowed: false,
        clear() {},
        show: (change) => setPlace({ page: change.page ?? 1, limit: change.limit ?? limit }),
      }}
      link={(run) => ({
        to: 'data-source-v2-list-output',
        params: { dataSourceId: source.id },
        search: { run: run.runId, ...(run.kind === 'dry' && { kind: run.kind }) },
      })}
      card={(run) => (
        <>
          <strong className={styles.runTitle}>{title(run)}</strong>
          <RunState status={run.status} undone={run.undoneAt !== null} />
          <RunCounts stats={run.stats} />
        </>
      )}
      empty={{ icon: IconHistory, title: t.noRun, text: t.noRunText }}
    />
  )
}
