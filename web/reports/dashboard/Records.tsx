import { Button } from '@mantine/core'
import { dashboard, type Timescale } from '@ruam/contract/reports/dashboard.ts'
import { Suspense, useState } from 'react'
import { useRead } from '../../data/api.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import styles from './Dashboard.module.css'
import type { Line } from './line.ts'
import type { RequestedPeriod } from './requested-period.ts'
import { text } from './text.ts'
import { usePointText } from './use-point-text.ts'

const RecordsGraph = lazyPart(() => import('./RecordsGraph.tsx'))

/** Updated and added records in the period, on separate scales: new ones are few. */
export function Records({ asked: { days, before, timescale } }: { asked: RequestedPeriod }) {
  const t = useWords(text)
  const { formatNumber } = useFormat()
  const { timeZone } = useStore()
  const [asTable, setAsTable] = useState(false)
  const read = useRead(dashboard.timeframe, { query: { ...days, timescale, timezone: timeZone } })
  const earlier = useRead(dashboard.timeframe, { query: { ...before, timescale, timezone: timeZone } })
  const lineOf = (series: 'record_update' | 'record_add', name: string, color: string): Line => {
    const found = read.data?.data.find((one) => one.name === series)
    const past = earlier.data?.data.find((one) => one.name === series)?.values ?? []
    const points = (found?.values ?? []).map((point, place) => ({ ...point, before: past[place]?.value }))
    return { name, color, total: found?.total ?? 0, points }
  }
  const lines = [
    lineOf('record_update', t.updated, 'var(--ruam-mark)'),
    lineOf('record_add', t.added, 'var(--ruam-chart-2)'),
  ]
  const isEmpty = read.data !== undefined && lines.every(({ total }) => total === 0)
  // Unknown figures are not zero.
  const unknown = read.data === undefined
  const title = { hour: t.perHour, day: t.perDay, week: t.perWeek, month: t.perMonth }[timescale]
  return (
    <section className={styles.panel}>
      <header>
        <h2>{title}</h2>
        {!isEmpty && !(unknown && read.error) && (
          <>
            <ul className={styles.legend}>
              {lines.map(({ name, color, total }) => (
                <li key={name}>
                  <i style={{ background: color }} />
                  {name}{' '}
                  <b>
                    <Loaded of={unknown ? undefined : formatNumber(total)} />
                  </b>
                </li>
              ))}
              <li>
                <i className={styles.dotted} />
                {t.before}
              </li>
            </ul>
            <Button size="xs" onClick={() => setAsTable(!asTable)}>
              {asTable ? t.asGraph : t.asTable}
            </Button>
          </>
        )}
      </header>
      {read.error && <ErrorBanner message={read.error.message} onRetry={read.refetch} busy={read.isFetching} />}
      <div className={styles.graphs} aria-busy={read.isPlaceholderData}>
        {isEmpty && <p className={styles.nothing}>{t.noData}</p>}
        {read.data && !isEmpty && asTable && <RecordsTable lines={lines} timescale={timescale} />}
        {read.data && !isEmpty && !asTable && (
          <Suspense>
            <RecordsGraph lines={lines} timescale={timescale} />
          </Suspense>
        )}
      </div>
    </section>
  )
}

/** Figures of the graph as a table. */
function RecordsTable({ lines, timescale }: { lines: Line[]; timescale: Timescale }) {
  const t = useWords(text)
  const { formatNumber } = useFormat()
  const called = usePointText(timescale)
  const [first] = lines
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
    <section className={styles.scroll} tabIndex={0} aria-label={t.asTable}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t.time}</th>
            {lines.flatMap(({ name }) => [
              <th key={name} scope="col">
                {name}
              </th>,
              <th key={`${name} before`} scope="col">
                {name} ({t.before})
              </th>,
            ])}
          </tr>
        </thead>
        <tbody>
          {first?.points.map(({ time }, place) => (
            <tr key={time}>
              <th scope="row">{called.whole(time)}</th>
              {lines.flatMap(({ name, points }) => [
                <td key={name}>{formatNumber(points[place]?.value)}</td>,
                <td key={`${name} before`}>{formatNumber(points[place]?.before)}</td>,
              ])}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
