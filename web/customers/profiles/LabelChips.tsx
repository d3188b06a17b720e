import { IconX } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { useWords } from '../../data/text.ts'
import { labelColor } from '../../ui/label-color.ts'
import styles from './LabelChips.module.css'
import { text } from './text.ts'
import type { ProfileLabel } from './values.ts'

interface LabelChipsProps {
  labels: readonly ProfileLabel[]
  /** More than these become “+1”, never half a chip. */
  max?: number
  /** Gives each label an x; a segment follows its rule and has none. */
  onRemove?: ((label: ProfileLabel) => void) | undefined
}

/**
 * Labels and segments with their colour as a dot: round for a label, square for a segment. One that lists hide is known here alone,
 * and says so.
 */
export function LabelChips({ labels, max = labels.length, onRemove }: LabelChipsProps) {
  const t = useWords(text)
  if (labels.length === 0) return null
  const shown = labels.slice(0, max)
  const hidden = labels.slice(max)
  const names = hidden.map((label) => label.name).join(', ')
  return (
    <span className={styles.chips} data-line={hidden.length > 0 || undefined}>
      {shown.map((label) => (
        <span key={label.id} className={styles.chip} data-hidden={label.displayEnabled === false || undefined}>
          <span
            className={styles.dot}
            data-type={label.type}
            style={{ '--dot': labelColor(label.color) } as CSSProperties}
          />
          <span className={styles.name}>{label.name}</span>
          {label.displayEnabled === false && <span>{t.hiddenLabel}</span>}
          {onRemove && label.type === 'general' && (
            <button type="button" aria-label={t.removeLabel({ name: label.name })} onClick={() => onRemove(label)}>
              <IconX size={14} stroke={1.6} />
            </button>
          )}
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
