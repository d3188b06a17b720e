import { Button } from '@mantine/core'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { IconListSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useRead } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import type { TableColumn, TableView } from '../../../ui/data-table.ts'
import { EMPTY } from '../../../ui/Loaded.tsx'
import { useMayOpen } from '../../../ui/may.ts'
import { importing } from '../import-text.ts'
import { recordText } from '../record-text.ts'
import { remainingText } from '../remaining-text.ts'
import { type RowFilter, requestedFilter, statusOf } from '../run-counts.ts'
import { runs } from '../run-text.ts'
import { RecordState } from '../StatusBadge.tsx'
import { text } from '../text.ts'
import { type RecordOfRun, type RunOfSource, requestedAs } from '../use-source.ts'
import { CorrectCells } from './CorrectCells.tsx'
import { RecordDetail } from './RecordDetail.tsx'
import styles from './RecordTable.module.css'
import { cellAtFault, type Legend, legendOf, noLegend, recordLineOf } from './record-view.ts'
import type { Corrections } from './use-corrections.ts'
import { useAbout } from './use-record-text.ts'
import { useRecordTitle } from './use-record-title.ts'

interface RecordTableProps {
  id: number
  run: Pick<RunOfSource, 'runId' | 'kind'>
  status: RowFilter | undefined
  view: TableView<'record_no'>
  /** True if the run's rows were purged. */
  gone?: boolean
  /** Cells that are corrected in place; left out where rows are only looked at. */
  corrections?: Corrections | undefined
}

/** The rows of a run as a table: who, what became of them, and why not. */
export function RecordTable({ id, run, status, view, gone = false, corrections }: RecordTableProps) {
  const t = useWords(text)
  const r = useWords(recordText)
  const i = useWords(importing)
  const u = useWords(runs)
  const l = useWords(remainingText)
  const [opened, setOpened] = useState<RecordOfRun>()
  const maySee = useMayOpen('profile-detail')
  const mapping = useRead(dataSources.getMapping, { params: { id } })
  const legend = useMemo(() => (mapping.data ? legendOf(mapping.data) : noLegend), [mapping.data])
  const about = useAbout(legend)
  const titleOf = useRecordTitle(legend)
  const { page, limit } = view
  const read = useRead(importRun.records, {
    params: { id, runId: run.runId },
    query: { offset: (page - 1) * limit, limit, status: requestedFilter(status), ...requestedAs(run.kind) },
  })
  const faultColumns: TableColumn<RecordOfRun, never>[] = [
    { id: 'column', title: t.column, cell: (record) => cellAtFault(record, legend)?.column },
    { id: 'value', title: t.value, cell: (record) => <Wide>{cellAtFault(record, legend)?.value}</Wide> },
  ]
  // Rows that were taken have no cell to blame.
  const refused = status === 'failed' || status === 'conflict' || status === 'held'
  const correcting = status === 'failed' ? corrections : undefined
  const faulty = status === undefined || status === 'unread' || refused
  const columns: TableColumn<RecordOfRun, never>[] = [
    { id: 'no', title: t.rowNo, align: 'right', width: 80, cell: recordLineOf },
    { id: 'customer', title: t.customer, link: true, cut: 160, cell: titleOf },
    // All of them failed.
    ...(correcting
      ? []
      : [{ id: 'status', title: t.status, cell: (record: RecordOfRun) => <RecordState status={statusOf(record)} /> }]),
    ...(faulty ? faultColumns : []),
    {
      id: 'reason',
      title: refused ? t.reason : r.details,
      quiet: true,
      cell: (record) =>
        hasDetail(record) ? (
          <Button variant="transparent" size="compact-sm" className={styles.open} onClick={() => setOpened(record)}>
            {record.status === 'added' ? r.seeValues : about(record)}
          </Button>
        ) : (
          <Wide>{record.error ?? about(record)}</Wide>
        ),
    },
    ...(correcting
      ? [
          {
            id: 'fix',
            title: l.fix,
            pinned: 'end' as const,
            cell: (record: RecordOfRun) => <CorrectCells record={record} legend={legend} corrections={correcting} />,
          },
        ]
      : []),
  ]
  return (
    <>
      <Dialog
        opened={opened !== undefined}
        size={720}
        title={opened ? u.row({ no: recordLineOf(opened) }) : ''}
        onClose={() => setOpened(undefined)}
        transitionProps={{ duration: 0 }}
      >
        <div className={styles.opened}>
          {opened && <RecordDetail record={opened} legend={legend} onBack={undefined} corrections={correcting} />}
        </div>
      </Dialog>
      <DataTable
        label={t.records}
        columns={columns}
        read={read}
        failed={i.getFailed}
        rowKey={(record) => record.recordNo}
        view={view}
        link={({ profileId }) =>
          profileId === null || !maySee ? undefined : { to: 'profile-detail', params: { profileId } }
        }
        card={(record) => <RecordCard record={record} legend={legend} />}
        openCard={(record) =>
          hasDetail(record) || (correcting && record.correctable.length > 0) ? () => setOpened(record) : undefined
        }
        empty={{
          icon: IconListSearch,
          title: gone ? t.recordsGone : t.noRecords,
          text: gone ? t.recordsGoneText : t.noRecordsText,
        }}
      />
    </>
  )
}

/** True if a row has details: people it points to, or changes. */
const hasDetail = ({ conflict, change, status }: RecordOfRun) =>
  conflict !== null || (change !== null && status !== 'duplicated')

/** Text that may take several lines. */
function Wide({ children }: { children: string | null | undefined }) {
  return children ? <span className={styles.wide}>{children}</span> : EMPTY
}

function RecordCard({ record, legend }: { record: RecordOfRun; legend: Legend }) {
  const t = useWords(text)
  const about = useAbout(legend)
  const titleOf = useRecordTitle(legend)
  const cell = cellAtFault(record, legend)
  return (
    <>
      <span className={styles.top}>
        <span>{recordLineOf(record)}</span>
        <strong className="ruam-two-lines">{titleOf(record)}</strong>
        <RecordState status={statusOf(record)} />
      </span>
      {cell && (
        <span className={styles.cell}>
          {t.column} {cell.column} {cell.value && `“${cell.value}”`}
        </span>
      )}
      <span className={styles.cell}>{record.conflict?.held ? about(record) : (record.error ?? about(record))}</span>
    </>
  )
}
