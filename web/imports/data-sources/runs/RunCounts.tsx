import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { countsOf } from '../run-counts.ts'
import { runs } from '../run-text.ts'
import type { RunOfSource } from '../use-source.ts'
import styles from './RunBar.module.css'

/** The counts of a run in one line. */
export function RunCounts({ stats }: { stats: RunOfSource['stats'] }) {
  const t = useWords(runs)
  const format = useFormat()
  return (
    <dl className={styles.counts}>
      {countsOf(stats).map(({ status, count }) => (
        <div key={status}>
          <dt>
            <span className={styles.square} data-status={status} />
            {t[status]}
          </dt>
          <dd>{format.formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  )
}
