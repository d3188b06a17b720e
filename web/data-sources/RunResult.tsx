import { recordStatuses } from '@ruam/contract/status.ts'
import { IconAlertCircle, IconCircleCheck, IconHandStop } from '@tabler/icons-react'
import { useWords } from '../core/text.ts'
import { useView } from '../core/view.ts'
import { CorrectionNote } from './CorrectionNote.tsx'
import { importing } from './import-text.ts'
import { RecordFilter } from './RecordFilter.tsx'
import { RecordTable } from './RecordTable.tsx'
import { RunBar } from './RunBar.tsx'
import styles from './RunResult.module.css'
import { recordText } from './record-text.ts'
import { runs } from './run-text.ts'
import { useRunDuration } from './use-run-duration.ts'
import type { Run } from './use-source.ts'

const looks = { completed: IconCircleCheck, cancel: IconHandStop, failed: IconAlertCircle } as const

/** What came of a run: its counts, and its rows, those that failed first. */
export function RunResult({ id, run }: { id: number; run: Run }) {
  const t = useWords(runs)
  const r = useWords(recordText)
  const i = useWords(importing)
  const duration = useRunDuration()
  const view = useView({
    sorts: ['record_no'],
    sort: 'record_no',
    limit: 20,
    filters: { status: [...recordStatuses, 'all'] as const },
  })
  const status = run.status === 'cancel' || run.status === 'failed' ? run.status : 'completed'
  const { total, added, updated, duplicated, failed, activities, erased } = run.stats
  const done = added + updated + duplicated + failed
  const Icon = looks[status]
  const title = { completed: t.resultDone, cancel: t.resultCancelled, failed: i.executeFailed }[status]
  const more = { completed: undefined, cancel: t.resultCancelledText, failed: t.resultFailedText }[status]
  const facts = [
    status === 'completed' ? t.resultText({ total }) : t.doneOf({ done, total }),
    activities > 0 && r.withActivities({ count: activities }),
    duration(run) && `${r.duration} ${duration(run)}`,
  ]
  // Who comes here wants to know what did not work.
  const chosen = view.filters.status ?? (failed > 0 ? 'failed' : 'all')
  const shown = chosen === 'all' ? undefined : chosen
  return (
    <div className={styles.result}>
      <section className={styles.head}>
        <div className={styles.title} data-status={status}>
          <Icon size={24} stroke={1.6} aria-hidden />
          <h2>{title}</h2>
          <span>{facts.filter(Boolean).join(' · ')}</span>
        </div>
        {(run.error ?? more) && <p className={styles.more}>{[run.error?.message, more].filter(Boolean).join(' ')}</p>}
        {erased > 0 && <p className={styles.more}>{t.erased({ count: erased })}</p>}
        <RunBar stats={run.stats} />
        <RecordFilter
          stats={run.stats}
          status={shown}
          onStatus={(next) => view.show({ filters: { status: next ?? 'all' } })}
        />
        {failed > 0 && <CorrectionNote id={id} run={run} failed={failed} />}
      </section>
      {done > 0 && (
        <section className={styles.rows} aria-label={t.rows}>
          <RecordTable
            id={id}
            run={run}
            status={shown}
            gone={shown === undefined}
            view={{
              ...view,
              narrowed: false,
              show: ({ page, limit }) =>
                view.show({ page: page ?? 1, limit: limit ?? view.limit, filters: view.filters }),
            }}
          />
        </section>
      )}
    </div>
  )
}
