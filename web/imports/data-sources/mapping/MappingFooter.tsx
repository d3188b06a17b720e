import { IconAlertTriangle } from '@tabler/icons-react'
import { wizard } from '../wizard-text.ts'
import styles from './MappingForm.module.css'
import { mappingText } from './mapping-text.ts'
import { useStepWords } from './step-words.ts'

interface MappingFooterProps {
  mapped: number
  total: number
  waiting: number
  ignored: number
  /** Columns whose empty cells take values away. */
  clearing: number
}

/** Imported and pending share of the file, and handling of empty cells. */
export function MappingFooter({ mapped, total, waiting, ignored, clearing }: MappingFooterProps) {
  const t = useStepWords(wizard)
  const m = useStepWords(mappingText)
  return (
    <div className={styles.footer}>
      <p role="status">
        <strong>{t.willImport({ count: mapped, total })}</strong> {t.willBeImported}
      </p>
      {waiting > 0 && (
        <p className={styles.waiting}>
          <IconAlertTriangle size={16} stroke={1.6} />
          {t.toCheck({ count: waiting })}
        </p>
      )}
      {ignored > 0 && <p className={styles.leftOut}>{m.leftOutCount({ count: ignored })}</p>}
      <p className={styles.hint}>{clearing > 0 ? m.emptyClears({ count: clearing }) : t.emptyKeeps}</p>
    </div>
  )
}
