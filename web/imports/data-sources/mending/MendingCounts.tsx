import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { runs } from '../run-text.ts'
import styles from './MendingCounts.module.css'
import { mendingText } from './mending-text.ts'
import type { Mending, useCounts } from './use-mending.ts'

interface MendingCountsProps {
  list: Mending
  counts: ReturnType<typeof useCounts>
}

/** Counts of the preview, and those from before the mending. */
export function MendingCounts({ list: { before, total, left }, counts: { run, counting } }: MendingCountsProps) {
  const t = useWords(mendingText)
  const r = useWords(runs)
  const format = useFormat()
  const now = run?.stats ?? before
  const count = (status: string, title: string, unit: string, value: number, was: number) => ({
    ...{ status, title, unit, value, was },
  })
  const counts = [
    count('added', r.added, t.customers, now.added, before.added),
    count('updated', r.updated, t.rows, now.updated, before.updated),
    count('held', r.held, t.rows, now.held, before.held),
    count('failed', t.nobody, t.rows, now.failed - now.held, before.failed - before.held),
  ]
  return (
    <dl className={styles.counts} aria-busy={counting}>
      {counts.map(({ status, title, unit, value, was }) => (
        <div key={status}>
          <dt>
            <span className={styles.square} data-status={status} />
            {title}
          </dt>
          <dd>
            <b>{format.formatNumber(value)}</b> {unit}{' '}
            <small>{value === was ? t.same : t.before({ count: was })}</small>
          </dd>
        </div>
      ))}
      <div>
        <dt>{t.title}</dt>
        <dd>
          <b>{format.formatNumber(left)}</b> {t.cells}{' '}
          <small>{left === total ? t.same : t.before({ count: total })}</small>
        </dd>
      </div>
    </dl>
  )
}
