import { dataSources } from '@ruam/contract/data-sources.ts'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '../core/api.ts'
import { type Column, DataTable } from '../core/DataTable.tsx'
import { useWords } from '../core/text.ts'
import { useFormat } from '../core/use-format.ts'
import styles from './DataSourceOutput.module.css'
import { RunCounts } from './RunCounts.tsx'
import { RunState } from './StatusBadge.tsx'
import { isRunning } from './stages.ts'
import { text } from './text.ts'
import { useRunTitle } from './use-run-title.ts'
import { POLL_MS, type Run, type Source } from './use-source.ts'

const LIMIT = 10

/** Every run of a data source, the newest first. Its place is not in the address: that holds the rows below. */
export function RunHistory({ source }: { source: Source }) {
  const t = useWords(text)
  const format = useFormat()
  const title = useRunTitle()
  const [{ page, limit }, setPlace] = useState({ page: 1, limit: LIMIT })
  const read = useRead(
    dataSources.runs,
    { params: { id: source.id }, query: { offset: (page - 1) * limit, limit } },
    { poll: () => (isRunning(source.status) ? POLL_MS * 4 : false) },
  )
  const count = (id: 'added' | 'updated' | 'duplicated' | 'failed' | 'total'): Column<Run, never> => ({
    id,
    title: t[id],
    align: 'right',
    cell: ({ stats }) => format.formatNumber(stats[id]),
  })
  const columns: Column<Run, never>[] = [
    { id: 'startedAt', title: t.startedAt, link: true, width: 190, cell: (run) => format.dateTime(run.createdAt) },
    { id: 'kind', title: t.kind, cell: (run) => (run.kind === 'dry' ? t.dryRun : t.realRun) },
    { id: 'status', title: t.status, cell: (run) => <RunState status={run.status} /> },
    count('total'),
    count('added'),
    count('updated'),
    count('duplicated'),
    count('failed'),
  ]
  return (
    <DataTable
      label={t.history}
      columns={columns}
      read={read}
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
        search: { run: run.runId },
      })}
      card={(run) => (
        <>
          <strong className={styles.runTitle}>{title(run)}</strong>
          <RunState status={run.status} />
          <RunCounts stats={run.stats} />
        </>
      )}
      empty={{ icon: IconHistory, title: t.noRun, text: t.noRunText }}
    />
  )
}
