import { IconAlertTriangle } from '@tabler/icons-react'
import { useWords } from '../../data/text.ts'
import styles from './Edit.module.css'
import { editText } from './edit-text.ts'
import type { MissingPart } from './use-missing-parts.ts'

/** Links to missing parts; the rest is counted. */
const MAX_LINKS = 4

/** What is missing before the automation can start, each a link to its field. */
export function MissingLine({
  missing,
  onSeek,
}: {
  missing: readonly MissingPart[]
  onSeek: (part: MissingPart) => void
}) {
  const t = useWords(editText)
  if (missing.length === 0) return null
  return (
    <div className={styles.missing} role="status">
      <IconAlertTriangle size={16} stroke={1.6} aria-hidden />
      <span>{t.missing({ count: missing.length })}</span>
      {missing.slice(0, MAX_LINKS).map((part) => (
        <button key={`${part.path} ${part.words}`} type="button" onClick={() => onSeek(part)}>
          {part.words}
        </button>
      ))}
    </div>
  )
}
