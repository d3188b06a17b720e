import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { CardHead } from '../../../ui/CardHead.tsx'
import { useMayOpen } from '../../../ui/may.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { SourceStatus } from '../StatusBadge.tsx'
import { stageTargetOf } from '../stages.ts'
import { text } from '../text.ts'
import styles from './DataSourceCard.module.css'
import { EnableSwitch } from './EnableSwitch.tsx'
import { sourceList } from './list-text.ts'
import { PendingRows } from './PendingRows.tsx'
import { SourceActions } from './SourceActions.tsx'
import type { SourceRow } from './source-row.ts'

interface DataSourceCardProps {
  source: SourceRow
  onNewFile: (source: SourceRow) => void
}

/** A data source in the list on a phone. */
export function DataSourceCard({ source, onNewFile }: DataSourceCardProps) {
  const t = useWords(text)
  const l = useWords(sourceList)
  const format = useFormat()
  const mayImport = useMayOpen('data-source-import')
  const { total, success, update, duplicate, failed, held } = source.stats
  const counts = [
    [t.total, total],
    [t.added, success],
    [t.updated, update],
    [t.duplicated, duplicate],
    [t.failed, failed - held],
  ] as const
  return (
    <div className={styles.card}>
      <RouteLink {...stageTargetOf(source, mayImport)} className={styles.link}>
        <CardHead name={source.name} changed={source.updatedAt} />
      </RouteLink>
      <div className={styles.state}>
        <SourceStatus status={source.status} undone={source.undoneAt !== null} />
        <EnableSwitch source={source} />
        <SourceActions source={source} onNewFile={onNewFile} />
      </div>
      {total > 0 && (
        <span className={styles.counts}>
          {counts.map(([word, value]) => (
            <span key={word}>
              {word} <b>{format.formatNumber(value)}</b>
            </span>
          ))}
          {held > 0 && (
            <span>
              {l.held} <PendingRows source={source} />
            </span>
          )}
        </span>
      )}
    </div>
  )
}
