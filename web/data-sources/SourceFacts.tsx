import { useWords } from '../core/text.ts'
import { useFormat } from '../core/use-format.ts'
import styles from './SourceFacts.module.css'
import { SourceStatus } from './StatusBadge.tsx'
import { text } from './text.ts'
import type { Source } from './use-source.ts'

/** The facts of a data source: its file, status, author and dates. */
export function SourceFacts({ source }: { source: Source }) {
  const t = useWords(text)
  const format = useFormat()
  const { file } = source
  const size = file ? [format.formatBytes(file.fileSize)] : []
  if (file?.rowCount != null) size.push(t.rows({ count: file.rowCount }))
  const facts = [
    [t.status, <SourceStatus key="status" status={source.status} />],
    [t.file, file?.fileName],
    [t.size, size.join(' · ')],
    [t.author, source.author?.name],
    [t.createdAt, format.dateTime(source.createdAt)],
    [t.updatedAt, format.dateTime(source.updatedAt)],
  ] as const
  return (
    <section className={styles.facts} aria-label={t.facts}>
      {source.description && <p className={styles.description}>{source.description}</p>}
      <dl>
        {facts.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value || '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
