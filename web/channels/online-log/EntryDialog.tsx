import { onlineLog } from '@ruam/contract/channels/online-log.ts'
import type { ReactNode } from 'react'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import {
  EntryCustomer,
  EntryStatus,
  type LogEntry,
  useAnswered,
  useChannelName,
  useEventName,
  useSummary,
} from './cells.tsx'
import { reasonText } from './event-text.ts'
import styles from './OnlineLog.module.css'
import { ReplayButton } from './ReplayButton.tsx'
import { text } from './text.ts'
import { useLogTime } from './use-log-time.ts'

/** One entry with its payload. Reading a payload is audited, so it is read once. */
export function EntryDialog({ entry, onClose }: { entry: LogEntry; onClose: () => void }) {
  const t = useWords(text)
  const reasons = useWords(reasonText) as Readonly<Record<string, string>>
  const summaryOf = useSummary()
  const named = useEventName()
  const channelOf = useChannelName()
  const answeredOf = useAnswered()
  const time = useLogTime()
  const facts: [string, ReactNode][] = [
    [t.time, time.whole(entry.time)],
    [t.channel, channelOf(entry)],
    [t.direction, entry.direction === 'in' ? t.in : t.out],
    [t.event, named(entry.eventType)],
    [t.summary, entry.status !== 'refused' && summaryOf(entry)],
    [t.answer, answeredOf(entry)],
    [t.customer, <EntryCustomer key="customer" entry={entry} />],
    [t.status, <EntryStatus key="status" entry={entry} />],
    [t.reason, entry.errorCode && (reasons[entry.errorCode] ?? entry.errorCode)],
    [t.latency, entry.latencyMs !== null && t.milliseconds({ ms: entry.latencyMs })],
    [t.eventId, entry.externalId],
    [t.requestId, entry.requestId],
  ]
  return (
    <Dialog opened title={t.details} size="lg" onClose={onClose}>
      <dl className={styles.facts}>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {entry.setAside && <ReplayButton id={entry.id} onDone={onClose} />}
      <h3 className={styles.payloadTitle} data-below={entry.setAside}>
        {t.payload}
      </h3>
      <Payload id={entry.id} />
    </Dialog>
  )
}

function Payload({ id }: { id: number }) {
  const t = useWords(text)
  const c = useWords(common)
  const read = useRead(onlineLog.get, { params: { id } }, { staleTime: Number.POSITIVE_INFINITY })
  if (read.error) return <ErrorBanner message={read.error.message} onRetry={read.refetch} busy={read.isFetching} />
  if (!read.data) return <p aria-busy>{c.loading}</p>
  const { payload, payloadHidden } = read.data
  if (payloadHidden) return <p className={styles.quiet}>{t.payloadHidden}</p>
  if (payload === null) return <p className={styles.quiet}>{t.noPayload}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre className={styles.payload} tabIndex={0}>
      {JSON.stringify(payload, null, 2)}
    </pre>
  )
}
