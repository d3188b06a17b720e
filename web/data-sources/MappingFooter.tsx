import { IconAlertTriangle } from '@tabler/icons-react'
import { useWords } from '../core/text.ts'
import styles from './MappingForm.module.css'
import { wizard } from './wizard-text.ts'

/** How much of the file is imported, and how much waits for a look. */
export function MappingFooter({ mapped, total, waiting }: { mapped: number; total: number; waiting: number }) {
  const t = useWords(wizard)
  return (
    <div className={styles.footer}>
      <p role="status">
        <strong>{t.willImport({ count: mapped, total })}</strong> {t.willBeImported}
      </p>
      {waiting > 0 && (
        <p className={styles.waiting}>
          <IconAlertTriangle size={16} stroke={1.6} aria-hidden />
          {t.toCheck({ count: waiting })}
        </p>
      )}
      <p className={styles.hint}>{t.emptyKeeps}</p>
    </div>
  )
}
