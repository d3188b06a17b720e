import { useWords } from '../../data/text.ts'
import { EntryCustomer, EntryEvent, EntryStatus, type LogEntry, useChannelName } from './cells.tsx'
import styles from './OnlineLog.module.css'
import { text } from './text.ts'
import { useLogTime } from './use-log-time.ts'

/** An entry on a phone. */
export function EntryCard({ entry }: { entry: LogEntry }) {
  const t = useWords(text)
  const time = useLogTime()
  const channelOf = useChannelName()
  return (
    <div>
      <EntryEvent entry={entry} />
      <span className={styles.about}>
        {time.short(entry.time)} · {channelOf(entry)}
      </span>
      <span className={styles.about}>
        <EntryCustomer entry={entry} linked={false} />
        <EntryStatus entry={entry} />
        {entry.latencyMs !== null && t.milliseconds({ ms: entry.latencyMs })}
      </span>
    </div>
  )
}
