import { Button, MultiSelect } from '@mantine/core'
import { labels } from '@ruam/contract/customers/labels.ts'
import { MAX_DASHBOARD_SEGMENTS } from '@ruam/contract/customers/preferences.ts'
import { segments } from '@ruam/contract/customers/segments.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useOwnPreference } from '../../customers/profiles/list/use-own-preference.ts'
import { call, useRead } from '../../data/api.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import overlays from '../../ui/overlays.module.css'
import { useGrowingOptions } from '../../ui/use-growing.ts'
import styles from './Dashboard.module.css'
import type { RequestedPeriod } from './requested-period.ts'
import type { SegmentLine } from './SegmentsGraph.tsx'
import { graphDays, sizesByDay } from './sizes-by-day.ts'
import { text } from './text.ts'

const SegmentsGraph = lazyPart(() => import('./SegmentsGraph.tsx'))

const STALE_MS = 60_000

/** Daily members of chosen segments, by default the largest. */
export default function Segments({ asked: { days: period } }: { asked: RequestedPeriod }) {
  const t = useWords(text)
  const { formatNumber } = useFormat()
  const { id: storeId, timeZone } = useStore()
  const { own, settled, save } = useOwnPreference()
  const [asTable, setAsTable] = useState(false)
  const [typed, setTyped] = useState('')
  const growing = useGrowingOptions(typed)
  const query = { offset: 0, limit: -1, type: 'advanced', sortBy: 'target_count', sortDirection: 'desc' } as const
  const list = useRead(labels.list, { query })
  const all = list.data?.data ?? []
  const largest = settled ? all.slice(0, MAX_DASHBOARD_SEGMENTS).map(({ id }) => id) : []
  const ids = (own?.dashboardSegments ?? largest).filter((id) => all.some((one) => one.id === id))
  const reads = useQueries({
    queries: ids.map((id) => ({
      queryKey: [storeId, 'labels', 'dashboard-size', id, period.to] as const,
      queryFn: () => call(segments.size, { params: { id }, query: { to: period.to } }),
      staleTime: STALE_MS,
    })),
  })
  const days = graphDays(period, timeZone)
  const lines = ids.map((id, place): SegmentLine => {
    const sizes = reads[place]?.data?.data ?? []
    const name = all.find((one) => one.id === id)!.name
    return { name, color: `var(--ruam-chart-${place + 1})`, people: sizesByDay(sizes, days, timeZone) }
  })
  const loaded = settled && list.data !== undefined && reads.every(({ isPending }) => !isPending)
  // An empty segment draws no line at the bottom of the graph.
  const isEmpty = lines.every(({ people }) => people.every((count) => !count))
  // One point is no line, and its figure stands in the legend.
  const isPoint = lines.every(({ people }) => people.filter((count) => count !== null).length < 2)
  const failed = list.error ?? reads.find(({ error }) => error)?.error
  const retry = () => {
    void list.refetch()
    for (const read of reads) void read.refetch()
  }
  return (
    <>
      <header>
        <h2>{t.sizes}</h2>
        {loaded && !isEmpty && !isPoint && (
          <Button className={styles.aside} size="xs" onClick={() => setAsTable(!asTable)}>
            {asTable ? t.asGraph : t.asTable}
          </Button>
        )}
      </header>
      <MultiSelect
        size="sm"
        className={styles.choice}
        aria-label={t.chooseSegments}
        placeholder={ids.length === 0 ? t.chooseSegments : undefined}
        data={all.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={ids.map(String)}
        onChange={(wished) => save({ dashboardSegments: wished.map(Number) })}
        maxValues={MAX_DASHBOARD_SEGMENTS}
        searchable
        {...growing}
        onSearchChange={setTyped}
        hidePickedOptions
        withScrollArea={false}
        rightSection={<IconChevronDown size={16} stroke={1.6} color="var(--ruam-text-3)" />}
        classNames={{ options: overlays.options, inputField: styles.find }}
        comboboxProps={{ transitionProps: { duration: 0 } }}
      />
      {failed && <ErrorBanner message={failed.message} onRetry={retry} busy={list.isFetching} />}
      <ul className={`${styles.legend} ${styles.below}`}>
        {lines.map(({ name, color, people }) => (
          <li key={name}>
            <i style={{ background: color }} />
            {name}{' '}
            <b>
              <Loaded of={loaded ? formatNumber(people.at(-1)) : undefined} />
            </b>
          </li>
        ))}
      </ul>
      <div className={styles.graphs} aria-busy={!loaded}>
        {loaded && (isEmpty || isPoint) && <p className={styles.nothing}>{isEmpty ? t.noData : t.oneDay}</p>}
        {loaded && !isEmpty && !isPoint && (
          <Suspense>
            <SegmentsGraph lines={lines} days={days} asTable={asTable} />
          </Suspense>
        )}
      </div>
    </>
  )
}
