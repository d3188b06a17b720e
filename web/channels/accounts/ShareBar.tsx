import { formatNumber } from '../../data/format.ts'
import styles from './ShareBar.module.css'

interface Share {
  kind: 'main' | 'second' | 'bad' | 'rest'
  label: string
  value: number
}

/** Parts of a whole as a bar, with the figure of each part below it. */
export function ShareBar({ shares }: { shares: readonly Share[] }) {
  return (
    <>
      <div className={styles.bar} aria-hidden="true">
        {shares
          .filter(({ value }) => value > 0)
          .map(({ kind, value }) => (
            <span key={kind} data-kind={kind} style={{ flexGrow: value }} />
          ))}
      </div>
      <ul className={styles.figures}>
        {shares.map(({ kind, label, value }) => (
          <li key={kind}>
            <span className={styles.dot} data-kind={kind} />
            {label} <strong>{formatNumber(value)}</strong>
          </li>
        ))}
      </ul>
    </>
  )
}
