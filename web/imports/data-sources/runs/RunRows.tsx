import { Button } from '@mantine/core'
import { importRun } from '@ruam/contract/imports/run.ts'
import type { ReactNode } from 'react'
import { useWords } from '../../../data/text.ts'
import type { TableView } from '../../../ui/data-table.ts'
import { useMayCall } from '../../../ui/may.ts'
import { RecordTable } from '../records/RecordTable.tsx'
import { useCorrections } from '../records/use-corrections.ts'
import { remainingText } from '../remaining-text.ts'
import type { RowFilter } from '../run-counts.ts'
import { runs } from '../run-text.ts'
import type { RunDetail } from '../use-source.ts'
import { CorrectionButton } from './CorrectionButton.tsx'
import { RecordFilter } from './RecordFilter.tsx'
import styles from './RunRows.module.css'

interface RunRowsProps {
  id: number
  run: RunDetail
  status: RowFilter | undefined
  onStatus: (status: RowFilter | undefined) => void
  view: TableView<'record_no'>
  /** Shown in place of the table. */
  children?: ReactNode
}

/** The rows of an ended run by what became of them; failed ones are corrected in place and imported. */
export function RunRows({ id, run, status, onStatus, view, children }: RunRowsProps) {
  const t = useWords(runs)
  const l = useWords(remainingText)
  const mayCorrect = useMayCall(importRun.correct)
  const corrections = useCorrections(id, run)
  const { total, added, updated, duplicated, failed, unreadRows } = run.stats
  if (added + updated + duplicated + failed === 0 && total === 0) return null
  const correcting = mayCorrect && run.kind === 'real' && run.undoableUntil !== null
  return (
    <section className={styles.rows} aria-label={t.rows}>
      <div className={styles.bar}>
        <RecordFilter stats={run.stats} status={status} onStatus={onStatus} />
        {status === 'failed' && correcting && (
          <div className={styles.fix}>
            <span>{l.only}</span>
            <Button disabled={corrections.count === 0} loading={corrections.busy} onClick={corrections.start}>
              {l.importFixed({ count: corrections.count })}
            </Button>
          </div>
        )}
        {status === 'unread' && unreadRows > 0 && (
          <CorrectionButton id={id} run={run} rows="unread">
            {l.unreadFile}
          </CorrectionButton>
        )}
      </div>
      {children || (
        <RecordTable
          id={id}
          run={run}
          status={status}
          gone={status === undefined && total > 0}
          view={view}
          corrections={correcting ? corrections : undefined}
        />
      )}
    </section>
  )
}
