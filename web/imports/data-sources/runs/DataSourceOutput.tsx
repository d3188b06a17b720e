import { useParams } from '@tanstack/react-router'
import { usePageTitle } from '../../../app/page-title.ts'
import { NotFound } from '../../../app/pages.tsx'
import { useWords } from '../../../data/text.ts'
import { Bones } from '../../../ui/Bones.tsx'
import { useView } from '../../../ui/view.ts'
import { filterOf, rowFilters } from '../run-counts.ts'
import { SourceUnread } from '../SourceUnread.tsx'
import { text } from '../text.ts'
import { SourceFacts } from '../upload/SourceFacts.tsx'
import { type DataSourceOfStore, isOver, useRun, useSource } from '../use-source.ts'
import styles from './DataSourceOutput.module.css'
import { LatestRun } from './LatestRun.tsx'
import { RemainingSteps } from './RemainingSteps.tsx'
import { RunHistory } from './RunHistory.tsx'
import { RunRows } from './RunRows.tsx'
import { useRunTitle } from './use-run-title.ts'

/** One data source: what its last run did and what can be done about it, each row, all its runs, and its facts. */
export function DataSourceOutput() {
  const { dataSourceId = '' } = useParams({ strict: false }) as { dataSourceId?: string }
  const id = /^[1-9]\d{0,9}$/.test(dataSourceId) ? Number(dataSourceId) : undefined
  const read = useSource(id)
  usePageTitle(read.data?.name)
  if (id === undefined || read.error?.status === 404) return <NotFound />
  return (
    <div className={styles.page} aria-busy={read.isFetching}>
      <SourceUnread read={read} />
      {read.data ? <Output key={id} source={read.data} /> : !read.error && <Bones />}
    </div>
  )
}

function Output({ source }: { source: DataSourceOfStore }) {
  const t = useWords(text)
  const hasRun = source.latestRun !== null || source.latestDryRun !== null
  return (
    <>
      <LatestRun source={source} />
      <Records source={source} />
      {hasRun && (
        <section className={styles.section}>
          <h2>{t.history}</h2>
          <RunHistory source={source} />
        </section>
      )}
      <section className={styles.section}>
        <h2>{t.facts}</h2>
        <div className={styles.block}>
          <SourceFacts source={source} />
        </div>
      </section>
    </>
  )
}

function Records({ source }: { source: DataSourceOfStore }) {
  const t = useWords(text)
  const title = useRunTitle()
  const view = useView({
    sorts: ['record_no'],
    sort: 'record_no',
    filters: { status: rowFilters, run: 'text', kind: ['dry'] as const },
  })
  const runId = view.filters.run ?? source.latestRun ?? source.latestDryRun
  const read = useRun(source.id, runId, view.filters.kind)
  const run = read.data
  // The latest run's place says why it could not be read.
  if (!run && !read.error) return runId ? <div className={styles.coming} /> : null
  if (!run) return view.filters.run ? <SourceUnread read={read} /> : null
  if (!isOver(run)) return null
  const status = filterOf(view.filters.status)
  const show = (change: { page?: number; limit?: number; status?: typeof status }) => {
    const { page = 1, limit = view.limit } = change
    view.show({
      page,
      limit,
      filters: { run: view.filters.run, kind: view.filters.kind, status: 'status' in change ? change.status : status },
    })
  }
  return (
    <section className={styles.section} id="records">
      <h2>{t.recordsOf({ run: title(run) })}</h2>
      {run.runId !== source.latestRun && run.kind === 'real' && (
        <div className={styles.block}>
          <RemainingSteps id={source.id} run={run} onCorrect={() => show({ status: 'failed' })} />
        </div>
      )}
      <RunRows
        key={run.runId}
        id={source.id}
        run={run}
        status={status}
        onStatus={(next) => show({ status: next })}
        view={{ ...view, narrowed: false, show: ({ page, limit }) => show({ page, limit }) }}
      />
    </section>
  )
}
