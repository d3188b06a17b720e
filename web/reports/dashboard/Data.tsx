import { SegmentedControl } from '@mantine/core'
import { labels } from '@ruam/contract/customers/labels.ts'
import { dashboard } from '@ruam/contract/reports/dashboard.ts'
import { IconLayoutDashboard } from '@tabler/icons-react'
import { Suspense } from 'react'
import { DayEnds } from '../../customers/profiles/DayEnds.tsx'
import type { Days } from '../../customers/profiles/day-range.ts'
import { type Got, useRead } from '../../data/api.ts'
import { formatNumber } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { common } from '../../data/words.ts'
import bones from '../../ui/Bones.module.css'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall } from '../../ui/may.ts'
import { Toolbar } from '../../ui/Toolbar.tsx'
import { FigureChange } from './Change.tsx'
import { Channels } from './Channels.tsx'
import styles from './Dashboard.module.css'
import { Quality } from './Quality.tsx'
import { Records } from './Records.tsx'
import { Returning } from './Returning.tsx'
import { text } from './text.ts'
import { type Period, usePeriod } from './use-period.ts'

const Segments = lazyPart(() => import('./Segments.tsx'))

/** Figures of others' work come in while the screen is open. */
const POLL_MS = 60_000

/** Received and stored data of the store. */
export default function Data() {
  const t = useWords(text)
  const period = usePeriod()
  const { asked } = period
  const summary = useRead(dashboard.pipeline, { query: asked.days }, { poll: () => POLL_MS })
  const earlier = useRead(dashboard.pipeline, { query: asked.before })
  const { data } = summary
  const error = summary.error ?? earlier.error
  const retry = () => Promise.all([summary, earlier].filter((read) => read.error).map((read) => read.refetch()))
  const isEmpty = data?.profileTotal === 0 && data.recordTotal === 0 && data.pendingTotal === 0
  const mayReadSegments = useMayCall(labels.list)
  if (isEmpty) return <EmptyState icon={IconLayoutDashboard} title={t.emptyTitle} text={t.emptyText} />
  return (
    <>
      <Toolbar>
        <PeriodChoice period={period} />
      </Toolbar>
      <div className={styles.page}>
        {error && (
          <div className={styles.unread}>
            <ErrorBanner message={error.message} onRetry={retry} busy={summary.isFetching || earlier.isFetching} />
          </div>
        )}
        {data && earlier.data ? (
          <Figures
            summary={data}
            previous={earlier.data}
            stale={summary.isPlaceholderData || earlier.isPlaceholderData}
          />
        ) : (
          !error && <FiguresPlace />
        )}
        <div className={styles.row}>
          <Records asked={asked} />
          <Channels asked={asked} />
        </div>
        <div className={styles.row} data-alone={!mayReadSegments}>
          {mayReadSegments && (
            <section className={styles.panel} aria-label={t.sizes}>
              <Suspense>
                <Segments asked={asked} />
              </Suspense>
            </section>
          )}
          <Returning asked={asked} />
        </div>
        <div className={styles.row} data-alone>
          <Quality />
        </div>
      </div>
    </>
  )
}

function PeriodChoice({ period: { asked, choosing, choose, show, value } }: { period: Period }) {
  const t = useWords(text)
  const format = useFormat()
  // A date is not broken where the line ends.
  const date = (day: string) => format.date(day).replaceAll(' ', '\u00a0')
  const said = ({ from, to }: Days) => (from === to ? date(from) : `${date(from)} – ${date(to)}`)
  return (
    <>
      <SegmentedControl
        transitionDuration={0}
        aria-label={t.period}
        value={choosing ? 'range' : asked.by}
        onChange={(by) => choose(by as typeof asked.by)}
        data={[
          { value: 'today', label: t.today },
          { value: 'month', label: t.month },
          { value: 'range', label: t.range },
        ]}
      />
      {choosing && (
        <div className={styles.ends}>
          <DayEnds value={value} onChange={show} heard={{ from: t.from, to: t.to }} />
        </div>
      )}
      <p className={styles.compared}>{t.compared({ period: said(asked.days), before: said(asked.before) })}</p>
    </>
  )
}

type Summary = Got<typeof dashboard.pipeline>

interface FiguresProps {
  summary: Summary
  /** Figures of the days that the period is compared with. */
  previous: Summary
  stale: boolean
}

/** Figures of the period, each with that of the previous one. Rows to review are failed rows until they are answered. */
function Figures({ summary, previous, stale }: FiguresProps) {
  const t = useWords(text)
  const figures = [
    { name: t.profiles, value: summary.profileTotal, before: summary.profileTotal - summary.profileRange },
    { name: t.records, value: summary.recordRange, before: previous.recordRange },
    { name: t.added, value: summary.recordAddRange, before: previous.recordAddRange },
    { name: t.updated, value: summary.recordUpdateRange, before: previous.recordUpdateRange },
    { name: t.duplicated, value: summary.recordDuplicateRange, before: previous.recordDuplicateRange },
    { name: t.failed, value: summary.recordErrorRange, before: previous.recordErrorRange },
  ]
  return (
    <section aria-label={t.figures} aria-busy={stale}>
      <dl className={styles.figures}>
        {figures.map(({ name, value, before }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <strong>{formatNumber(value)}</strong>
              <FigureChange value={value} before={before} />
            </dd>
          </div>
        ))}
      </dl>
      {summary.pendingTotal > 0 && <p className={styles.waiting}>{t.waiting({ count: summary.pendingTotal })}</p>}
    </section>
  )
}

/** As tall as the figures will be: what stands below them stays where it is. */
function FiguresPlace() {
  const c = useWords(common)
  return (
    <div className={styles.figures} role="status" aria-label={c.loading}>
      {['50%', '70%', '45%', '45%', '30%', '60%'].map((width, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are nothing but places
        <div key={place}>
          <span className={bones.bone} style={{ width }} />
        </div>
      ))}
    </div>
  )
}
