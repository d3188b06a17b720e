import type { profileBulk } from '@ruam/contract/customers/bulk.ts'
import type { Got } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { useCalled } from '../use-called.ts'
import { textOf } from '../values.ts'
import styles from './BulkDialog.module.css'
import { bulkText } from './bulk-text.ts'

interface BulkPreviewProps {
  /** Undefined while it is counted. */
  preview: Got<typeof profileBulk.preview> | undefined
}

/** Number of changes, and the first changed profiles. */
export function BulkPreview({ preview }: BulkPreviewProps) {
  const t = useWords(bulkText)
  const called = useCalled()
  const format = useFormat()
  return (
    <div className={styles.preview} role="status" aria-busy={!preview}>
      <p className={styles.count}>
        {!preview ? (
          t.counting
        ) : preview.changes === 0 ? (
          t.nothing
        ) : (
          <>
            <strong>{t.changes({ changes: preview.changes })}</strong> {t.of({ total: preview.total })}
          </>
        )}
      </p>
      {preview && preview.changes > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <ul className={styles.sample} aria-label={t.first({ count: preview.sample.length })} tabIndex={0}>
          {preview.changes > preview.sample.length && (
            <li className={styles.first} aria-hidden>
              {t.first({ count: preview.sample.length })}
            </li>
          )}
          {preview.sample.map((profile) => (
            <li key={profile.id}>
              <span>{called(profile)}</span>
              <span>{format.formatPhone(textOf(profile, 'phone')) || textOf(profile, 'email')}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
