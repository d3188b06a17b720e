import { importRun } from '@ruam/contract/imports/run.ts'
import { useState } from 'react'
import { useRead } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { RecordTable } from '../imports/data-sources/records/RecordTable.tsx'
import { recordLineOf } from '../imports/data-sources/records/record-view.ts'
import { filtersOf, type RowFilter, requestedFilter } from '../imports/data-sources/run-counts.ts'
import { RecordFilter } from '../imports/data-sources/runs/RecordFilter.tsx'
import { isOver, type RunDetail, requestedAs, useRun } from '../imports/data-sources/use-source.ts'
import { useView } from '../ui/view.ts'
import { stretchOf } from './row-sequence.ts'
import styles from './WatchFile.module.css'
import { watchFileText } from './watch-file-text.ts'

interface FileRowsProps {
  sourceId: number
  runId: string
}

const faults = ['failed', 'unread'] as const
type Fault = (typeof faults)[number]

/** Rows of the dry run of a file, as the result of an import shows them: at first those that fail, or that lose a cell. */
export function FileRows({ sourceId, runId }: FileRowsProps) {
  const { data: run } = useRun(sourceId, runId, 'dry')
  const view = useView({ sorts: ['record_no'], sort: 'record_no', filters: {} })
  const [chosen, setChosen] = useState<{ status: RowFilter | undefined }>()
  if (!run || !isOver(run) || run.stats.total === 0) return null
  const counted = filtersOf(run.stats)
  const first = counted.find(({ status, count }) => faults.some((one) => one === status) && count > 0)
  const status = chosen ? chosen.status : first?.status
  return (
    <div className={styles.rows}>
      {first && <Faults sourceId={sourceId} run={run} fault={first.status as Fault} count={first.count} />}
      <div className={styles.filter}>
        <RecordFilter
          stats={run.stats}
          status={status}
          onStatus={(next) => {
            setChosen({ status: next })
            view.show({ page: 1 })
          }}
        />
      </div>
      <RecordTable id={sourceId} run={run} status={status} view={view} />
    </div>
  )
}

/** Rows whose numbers are compared. */
const COMPARED = 100

interface FaultsProps {
  sourceId: number
  run: RunDetail
  fault: Fault
  count: number
}

/** Count of the faulty rows, and where they are if one fault may have made them all. */
function Faults({ sourceId, run, fault, count }: FaultsProps) {
  const t = useWords(watchFileText)
  const params = { id: sourceId, runId: run.runId }
  const query = { limit: COMPARED, status: requestedFilter(fault), ...requestedAs(run.kind) }
  const { data } = useRead(importRun.records, { params, query }, { enabled: count <= COMPARED })
  const stretch = data && stretchOf(data.data.map(recordLineOf))
  return (
    <div className={styles.title}>
      <h2>{t[`rows_${fault}`]({ count })}</h2>
      {stretch && (
        <span>
          {t[stretch.whole ? 'together' : 'mostlyTogether']({ from: String(stretch.from), to: String(stretch.to) })}
        </span>
      )}
    </div>
  )
}
