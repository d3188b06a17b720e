import { IconAlertCircle, IconCircleCheck, IconHandStop } from '@tabler/icons-react'
import { useWords } from '../core/text.ts'
import { useView } from '../core/view.ts'
import { RecordTable } from './RecordTable.tsx'
import { RunBar } from './RunBar.tsx'
import { RunCounts } from './RunCounts.tsx'
import styles from './RunResult.module.css'
import { runs } from './run-text.ts'
import type { Run } from './use-source.ts'

const looks = { completed: IconCircleCheck, cancel: IconHandStop, failed: IconAlertCircle } as const

/** What came of a run: its counts, and the rows that failed with their reasons. */
export function RunResult({ id, run }: { id: number; run: Run }) {
  const t = useWords(runs)
  const view = useView({ sorts: ['record_no'], sort: 'record_no', limit: 20 })
  const status = run.status === 'cancel' || run.status === 'failed' ? run.status : 'completed'
  const { total, added, updated, duplicated, failed } = run.stats
  const done = added + updated + duplicated + failed
  const Icon = looks[status]
  const title = { completed: t.resultDone, cancel: t.resultCancelled, failed: t.resultFailed }[status]
  const more = { completed: undefined, cancel: t.resultCancelledText, failed: t.resultFailedText }[status]
  return (
    <div className={styles.result}>
      <section className={styles.head}>
        <div className={styles.title} data-status={status}>
          <Icon size={24} stroke={1.6} aria-hidden />
          <h2>{title}</h2>
          <span>{status === 'completed' ? t.resultText({ total }) : t.doneOf({ done, total })}</span>
        </div>
        {(run.error ?? more) && <p className={styles.more}>{[run.error?.message, more].filter(Boolean).join(' ')}</p>}
        <RunBar stats={run.stats} />
        <RunCounts stats={run.stats} />
      </section>
      <section className={styles.rows}>
        {failed > 0 && <h3>{t.notPassedRows}</h3>}
        {failed === 0 && status === 'completed' && <h3>{t.allPassed}</h3>}
        {failed > 0 && <RecordTable id={id} runId={run.runId} status="failed" view={view} />}
      </section>
    </div>
  )
}
