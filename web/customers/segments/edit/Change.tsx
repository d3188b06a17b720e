import { formatNumber } from '../../../data/format.ts'
import { useWords } from '../../../data/text.ts'
import styles from './SegmentForm.module.css'
import { text } from './text.ts'

interface ChangeProps {
  /** Null if it was not counted. */
  change: { joined: number; left: number } | null
  /** The figures are those of another rule. */
  old: boolean
}

/** How many members an edited rule would add and take away, before it is saved. */
export function SegmentChange({ change, old }: ChangeProps) {
  const t = useWords(text)
  if (!change) return null
  const { joined, left } = change
  return (
    <p className={styles.change} data-old={old || undefined}>
      {joined + left === 0 ? (
        t.noChange
      ) : (
        <>
          <strong>
            +{formatNumber(joined)} / −{formatNumber(left)}
          </strong>{' '}
          {t.change}
        </>
      )}
    </p>
  )
}
