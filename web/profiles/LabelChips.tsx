import type { CSSProperties } from 'react'
import { labelColor } from '../core/label-color.ts'
import { useWords } from '../core/text.ts'
import styles from './LabelChips.module.css'
import { text } from './text.ts'
import type { Label } from './values.ts'

interface LabelChipsProps {
  labels: readonly Label[]
  /** More than these become “+1”, never half a chip. */
  max?: number
}

/** Labels and segments with their colour as a dot: round for a label, square for a segment. */
export function LabelChips({ labels, max = labels.length }: LabelChipsProps) {
  const t = useWords(text)
  if (labels.length === 0) return null
  const shown = labels.slice(0, max)
  const hidden = labels.slice(max)
  const names = hidden.map((label) => label.name).join(', ')
  return (
    <span className={styles.chips}>
      {shown.map(({ id, name, color, type }) => (
        <span key={id} className={styles.chip}>
          <span className={styles.dot} data-type={type} style={{ '--dot': labelColor(color) } as CSSProperties} />
          {name}
        </span>
      ))}
      {hidden.length > 0 && (
        <span className={styles.chip} title={names}>
          <span aria-hidden>+{hidden.length}</span>
          <span className="ruam-heard">{t.moreLabels({ count: hidden.length, names })}</span>
        </span>
      )}
    </span>
  )
}
