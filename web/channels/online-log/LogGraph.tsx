import { onlineLog } from '@ruam/contract/channels/online-log.ts'
import { Suspense } from 'react'
import { useRead } from '../../data/api.ts'
import { formatNumber } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { barsOf, colors } from './bars.ts'
import type { requestedChannels } from './log-view.ts'
import styles from './OnlineLog.module.css'
import type { RequestedRange } from './range.ts'
import { text } from './text.ts'

const EntryGraph = lazyPart(() => import('./EntryGraph.tsx'))

/** A bar of a day changes little, and counting 90 days takes seconds. */
const POLL_MS = { minute: 10_000, hour: 60_000, day: false } as const

interface LogGraphProps {
  asked: RequestedRange
  channel: ReturnType<typeof requestedChannels>
  timezone: string
  live: boolean
}

/** The volume of a range and a channel, whatever else narrows the list. */
export function LogGraph({ asked, channel, timezone, live }: LogGraphProps) {
  const t = useWords(text)
  const query = { ...asked, timezone, ...channel }
  const read = useRead(onlineLog.graph, { query }, { poll: () => live && POLL_MS[asked.timescale] })
  const bars = read.data && barsOf(read.data)
  const legend = [
    [t.in, 'came'],
    [t.out, 'went'],
    [t.failed, 'failed'],
  ] as const
  const per = { minute: t.perMinute, hour: t.perHour, day: t.perDay }
  return (
    <section className={styles.graph} aria-label={t.graph}>
      <div className={styles.legend}>
        {legend.map(([name, key]) => (
          <span key={key}>
            <i style={{ background: colors[key] }} />
            {name} <Loaded of={bars && formatNumber(bars.totals[key])} width="2em" />
          </span>
        ))}
        <span className={styles.per}>{per[bars?.timescale ?? asked.timescale]}</span>
      </div>
      {read.error && <ErrorBanner message={read.error.message} onRetry={read.refetch} busy={read.isFetching} />}
      <div className={styles.bars} aria-busy={bars === undefined}>
        {bars && (
          <Suspense>
            <EntryGraph bars={bars} />
          </Suspense>
        )}
      </div>
    </section>
  )
}
