import { CardHead } from '../core/CardHead.tsx'
import { useWords } from '../core/text.ts'
import { useFormat } from '../core/use-format.ts'
import styles from './DataSourceCard.module.css'
import type { SourceRow } from './data-source-columns.tsx'
import { SourceStatus } from './StatusBadge.tsx'
import { text } from './text.ts'

/** A data source in the list on a phone. */
export function DataSourceCard({ source }: { source: SourceRow }) {
  const t = useWords(text)
  const format = useFormat()
  const { total, success, update, duplicate, failed } = source.stats
  const counts = [
    [t.added, success],
    [t.updated, update],
    [t.duplicated, duplicate],
    [t.failed, failed],
  ] as const
  return (
    <>
      <CardHead name={source.name} changed={source.updatedAt} />
      <SourceStatus status={source.status} />
      {total > 0 && (
        <span className={styles.counts}>
          {counts.map(([word, value]) => (
            <span key={word}>
              {word} <b>{format.formatNumber(value)}</b>
            </span>
          ))}
        </span>
      )}
    </>
  )
}
