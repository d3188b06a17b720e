import { IconAlertCircle, IconCircleCheck, IconHandStop } from '@tabler/icons-react'
import { useWords } from '../../../data/text.ts'
import { useView } from '../../../ui/view.ts'
import { importing } from '../import-text.ts'
import { recordText } from '../record-text.ts'
import { RecordBrowser, type RecordView } from '../records/RecordBrowser.tsx'
import { RecordTable } from '../records/RecordTable.tsx'
import { firstToSee, rowFilters } from '../run-counts.ts'
import { runs } from '../run-text.ts'
import type { RunDetail } from '../use-source.ts'
import { CorrectionNote } from './CorrectionNote.tsx'
import { PendingNote } from './PendingNote.tsx'
import { RecordFilter } from './RecordFilter.tsx'
import { RunBar } from './RunBar.tsx'
import styles from './RunResult.module.css'
import { UndoImport } from './UndoImport.tsx'
import { useRunDuration } from './use-run-duration.ts'

const looks = { completed: IconCircleCheck, cancel: IconHandStop, failed: IconAlertCircle } as const

/** Result of a run: counts and rows, failed ones first. */
export function RunResult({ id, run }: { id: number; run: RunDetail }) {
  const t = useWords(runs)
  const r = useWords(recordText)
  const i = useWords(importing)
  const duration = useRunDuration()
  const view = useView({
    sorts: ['record_no'],
    sort: 'record_no',
    filters: { status: [...rowFilters, 'all'] as const, row: 'text' },
  })
  const status = run.status === 'cancel' || run.status === 'failed' ? run.status : 'completed'
  const { total, added, updated, duplicated, failed, activities, erased, unreadCells } = run.stats
  const done = added + updated + duplicated + failed
  const Icon = looks[status]
  const title = { completed: t.resultDone, cancel: t.resultCancelled, failed: i.executeFailed }[status]
  const more = { completed: undefined, cancel: t.resultCancelledText, failed: t.resultFailedText }[status]
  const facts = [
    status === 'completed' ? t.resultText({ total }) : t.doneOf({ done, total }),
    activities > 0 && r.withActivities({ count: activities }),
    duration(run) && `${r.duration} ${duration(run)}`,
  ]
  // Failures are shown first.
  const chosen = view.filters.status ?? firstToSee(run.stats) ?? 'all'
  const shown = chosen === 'all' ? undefined : chosen
  const { row } = view.filters
  const heldView: RecordView = {
    ...view,
    filters: { status: 'held', row },
    show: ({ page = 1, limit = view.limit, filters }) =>
      view.show({ page, limit, filters: { status: 'held', row: filters?.row } }),
  }
  return (
    <div className={styles.result}>
      <section className={styles.head}>
        <div className={styles.title} data-status={status}>
          <Icon size={24} stroke={1.6} />
          <h2>{title}</h2>
          <span>{facts.filter(Boolean).join(' · ')}</span>
        </div>
        {(run.error ?? more) && <p className={styles.more}>{[run.error?.message, more].filter(Boolean).join(' ')}</p>}
        {run.newLabels.length > 0 && (
          <p className={styles.more}>{t.newLabels({ count: run.newLabels.length, names: run.newLabels.join(', ') })}</p>
        )}
        {unreadCells > 0 && <p className={styles.more}>{t.unreadCells({ count: unreadCells })}</p>}
        {erased > 0 && <p className={styles.more}>{t.erased({ count: erased })}</p>}
        <PendingNote
          run={run}
          onSee={shown === 'held' ? undefined : () => view.show({ filters: { status: 'held' } })}
        />
        <RunBar stats={run.stats} />
        <RecordFilter
          stats={run.stats}
          status={shown}
          onStatus={(next) => view.show({ filters: { status: next ?? 'all' } })}
        />
        {(failed > run.stats.held || unreadCells > 0 || (failed > 0 && shown !== 'held')) && (
          <CorrectionNote id={id} run={run} />
        )}
        <UndoImport id={id} run={run} />
      </section>
      {shown === 'held' ? (
        <section className={styles.held} aria-label={t.rows}>
          <RecordBrowser id={id} run={run} view={heldView} />
        </section>
      ) : (
        done > 0 && (
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
        )
      )}
    </div>
  )
}
