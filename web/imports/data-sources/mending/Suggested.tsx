import { useWords } from '../../../data/text.ts'
import { EMPTY } from '../../../ui/Loaded.tsx'
import styles from './MendingGrid.module.css'
import { mendingText } from './mending-text.ts'
import type { CellChanges, MendedCell } from './use-mending.ts'

interface SuggestedProps {
  cell: MendedCell
  changes: CellChanges
  mayChange: boolean
}

/** What a cell probably should say, and its use. */
export function Suggested({ cell, changes, mayChange }: SuggestedProps) {
  const t = useWords(mendingText)
  const { suggestion, text } = cell
  if (suggestion === null) return EMPTY
  if (text === suggestion) return <span className={styles.quiet}>{t.used}</span>
  return (
    <span className={styles.suggestion}>
      <span>{suggestion}</span>{' '}
      {mayChange && (
        <button
          type="button"
          aria-label={t.takeOf({ text: suggestion, no: cell.line ?? cell.recordNo })}
          onClick={() => void changes.set(cell, suggestion)}
        >
          {t.take}
        </button>
      )}
    </span>
  )
}
