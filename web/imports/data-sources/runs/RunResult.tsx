import { IconAlertCircle, IconArrowBackUp, IconCircleCheck, IconHandStop } from '@tabler/icons-react'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { useView } from '../../../ui/view.ts'
import { ConsentCounts } from '../consents/ConsentCounts.tsx'
import { importing } from '../import-text.ts'
import { recordText } from '../record-text.ts'
import { RecordBrowser, type RecordView } from '../records/RecordBrowser.tsx'
import { remainingText } from '../remaining-text.ts'
import { filterOf, firstToSee, type RowFilter, rowFilters } from '../run-counts.ts'
import { runs } from '../run-text.ts'
import type { DataSourceOfStore, RunDetail } from '../use-source.ts'
import { ImportedCounts } from './ImportedCounts.tsx'
import { RemainingSteps } from './RemainingSteps.tsx'
import styles from './RunResult.module.css'
import { RunRows } from './RunRows.tsx'
import { useRunDuration } from './use-run-duration.ts'

const looks = {
  completed: IconCircleCheck,
  cancel: IconHandStop,
  failed: IconAlertCircle,
  undone: IconArrowBackUp,
} as const

/** Result of a run: what is left to do, what came in, and the rows, waiting and failed ones first. */
export function RunResult({ source, run }: { source: DataSourceOfStore; run: RunDetail }) {
  const { id } = source
  const t = useWords(runs)
  const r = useWords(recordText)
  const i = useWords(importing)
  const l = useWords(remainingText)
  const format = useFormat()
  const duration = useRunDuration()
  const view = useView({
    sorts: ['record_no'],
    sort: 'record_no',
    filters: { status: [...rowFilters, 'all'] as const, row: 'text' },
  })
  const ended = run.status === 'cancel' || run.status === 'failed' ? run.status : 'completed'
  const status = run.undoneAt === null ? ended : 'undone'
  const { total, added, updated, duplicated, failed } = run.stats
  const done = added + updated + duplicated
  const Icon = looks[status]
  const title = {
    completed: l.doneOf({ done, total }),
    cancel: t.resultCancelled,
    failed: i.executeFailed,
    undone: l.undoneTitle,
  }[status]
  const more = { completed: undefined, cancel: t.resultCancelledText, failed: t.resultFailedText, undone: undefined }[
    status
  ]
  const facts = [
    status !== 'completed' && status !== 'undone' && t.doneOf({ done: done + failed, total }),
    source.file?.fileName,
    run.author?.name,
    run.finishedAt && format.dateTime(run.finishedAt),
    duration(run) && `${r.duration} ${duration(run)}`,
  ]
  // Failures are shown first.
  const first = run.undoneAt === null ? firstToSee(run.stats) : undefined
  const chosen = view.filters.status ?? first ?? 'all'
  const shown = chosen === 'all' ? undefined : filterOf(chosen)
  const { row } = view.filters
  const heldView: RecordView = {
    ...view,
    filters: { status: 'held', row },
    show: ({ page = 1, limit = view.limit, filters }) =>
      view.show({ page, limit, filters: { status: 'held', row: filters?.row } }),
  }
  const see = (next: RowFilter) => view.show({ filters: { status: next } })
  return (
    <div className={styles.result}>
      <section className={styles.head}>
        <div className={styles.main}>
          <div className={styles.title} data-status={status}>
            <Icon size={20} stroke={1.6} />
            <h2>{title}</h2>
            <span>{facts.filter(Boolean).join(' · ')}</span>
          </div>
          {(run.error ?? more) && <p className={styles.more}>{[run.error?.message, more].filter(Boolean).join(' ')}</p>}
          {run.undoneAt === null && run.consents.length > 0 && (
            <div className={styles.more}>
              <ConsentCounts run={run} />
            </div>
          )}
          <RemainingSteps
            id={id}
            run={run}
            onDecide={shown === 'held' ? undefined : () => see('held')}
            onCorrect={shown === 'failed' ? undefined : () => see('failed')}
          />
        </div>
        <ImportedCounts id={id} run={run} onUnread={() => see('unread')} />
      </section>
      <RunRows
        id={id}
        run={run}
        status={shown}
        onStatus={(next) => view.show({ filters: { status: next ?? 'all' } })}
        view={{
          ...view,
          narrowed: false,
          show: ({ page, limit }) => view.show({ page: page ?? 1, limit: limit ?? view.limit, filters: view.filters }),
        }}
      >
        {shown === 'held' && (
          <section className={styles.held} aria-label={t.rows}>
            <RecordBrowser id={id} run={run} view={heldView} />
          </section>
        )}
      </RunRows>
    </div>
  )
}
