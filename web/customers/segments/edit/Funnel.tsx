import { formatNumber } from '../../../data/format.ts'
import { useWords } from '../../../data/text.ts'
import styles from './SegmentForm.module.css'
import { text } from './text.ts'

interface Step {
  key: string
  said: string
  left: number
  /** Customers beyond the step before, if it adds to them. */
  added?: number
  before?: number
  /** Baht in twelve months. */
  spent?: number | undefined
}

/** What each condition leaves of all customers, or adds to those of the conditions before. */
export function Funnel({ total, steps, spent }: { total: number; steps: readonly Step[]; spent: number | undefined }) {
  const t = useWords(text)
  const share = (count: number) => `${total > 0 ? Math.max(count > 0 ? 1 : 0, (100 * count) / total) : 0}%`
  return (
    <ul className={styles.funnel}>
      {[{ key: 'all', said: t.everybody, left: total, spent } as Step, ...steps].map((step) => (
        <li key={step.key}>
          <div>
            <span title={step.said}>{step.said}</span>
            {step.added !== undefined && <em>+{formatNumber(step.added)} →</em>}
            <strong>{formatNumber(step.left)}</strong>
          </div>
          {step.spent !== undefined && <small>{t.baht({ baht: formatNumber(Math.round(step.spent)) })}</small>}
          <i style={{ width: share(step.left) }} data-adds={step.added !== undefined || undefined} />
          {step.before !== undefined && <i style={{ width: share(step.before) }} />}
        </li>
      ))}
    </ul>
  )
}
