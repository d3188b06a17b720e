import { countsOf } from '../run-counts.ts'
import type { RunOfSource } from '../use-source.ts'
import styles from './RunBar.module.css'

/** A run's rows by what became of them, as a bar; each row stands in it once. */
export function RunBar({ stats }: { stats: RunOfSource['stats'] }) {
  // Rows after a stop stay empty.
  const left = stats.total - stats.added - stats.updated - stats.duplicated - stats.failed
  return (
    <div className={styles.bar} aria-hidden>
      {countsOf(stats).map(({ status, count }) =>
        count > 0 ? <span key={status} data-status={status} style={{ flexGrow: count }} /> : null,
      )}
      {left > 0 && <span style={{ flexGrow: left }} />}
    </div>
  )
}
