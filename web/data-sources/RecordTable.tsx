import { dataSources } from '@ruam/contract/data-sources.ts'
import type { RecordStatus } from '@ruam/contract/status.ts'
import { IconListSearch } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useRead } from '../core/api.ts'
import { type Column, DataTable, type TableView } from '../core/DataTable.tsx'
import { useMay } from '../core/session.ts'
import { useWords } from '../core/text.ts'
import styles from './RecordTable.module.css'
import { cellAtFault, type Legend, legendOf, nameOfRecord, type RunRecord } from './record-view.ts'
import { RecordState } from './StatusBadge.tsx'
import { text } from './text.ts'

interface RecordTableProps {
  id: number
  runId: string
  status: RecordStatus | undefined
  view: TableView<'record_no'>
  /** Whether the run's rows are no longer kept. */
  gone?: boolean
}

const noLegend: Legend = { columns: new Map(), fields: new Map(), sources: new Map() }

/** The rows of a run as a table: who, what became of them, and why not. */
export function RecordTable({ id, runId, status, view, gone = false }: RecordTableProps) {
  const t = useWords(text)
  const maySee = useMay()('cdp-core.profile.read')
  const mapping = useRead(dataSources.getMapping, { params: { id } })
  const legend = useMemo(() => (mapping.data ? legendOf(mapping.data) : noLegend), [mapping.data])
  const { page, limit } = view
  const read = useRead(dataSources.records, {
    params: { id, runId },
    query: { offset: (page - 1) * limit, limit, status },
  })
  const columns: Column<RunRecord, never>[] = [
    { id: 'no', title: t.rowNo, align: 'right', width: 80, cell: (record) => record.recordNo },
    { id: 'customer', title: t.customer, link: true, cell: (record) => nameOfRecord(record, legend) },
    { id: 'status', title: t.status, cell: (record) => <RecordState status={record.status} /> },
    { id: 'column', title: t.column, cell: (record) => cellAtFault(record, legend)?.column },
    { id: 'value', title: t.value, cell: (record) => <Wide>{cellAtFault(record, legend)?.value}</Wide> },
    { id: 'reason', title: t.reason, quiet: true, cell: (record) => <Wide>{record.error}</Wide> },
  ]
  return (
    <DataTable
      label={t.records}
      columns={columns}
      read={read}
      rowKey={(record) => record.recordNo}
      view={view}
      link={({ profileId }) =>
        profileId === null || !maySee ? undefined : { to: 'profile-detail', params: { profileId } }
      }
      card={(record) => <RecordCard record={record} legend={legend} />}
      empty={{
        icon: IconListSearch,
        title: gone ? t.recordsGone : t.noRecords,
        text: gone ? t.recordsGoneText : t.noRecordsText,
      }}
    />
  )
}

/** Text that may take several lines. */
function Wide({ children }: { children: string | null | undefined }) {
  return children ? <span className={styles.wide}>{children}</span> : '–'
}

function RecordCard({ record, legend }: { record: RunRecord; legend: Legend }) {
  const t = useWords(text)
  const cell = cellAtFault(record, legend)
  return (
    <>
      <span className={styles.top}>
        <span>{record.recordNo}</span>
        <strong>{nameOfRecord(record, legend) || '–'}</strong>
        <RecordState status={record.status} />
      </span>
      {cell && (
        <span className={styles.cell}>
          {t.column} {cell.column} {cell.value && `“${cell.value}”`}
        </span>
      )}
      {record.error && <span className={styles.cell}>{record.error}</span>}
    </>
  )
}
