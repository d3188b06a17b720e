import type { RecordStatus } from '@ruam/contract/status.ts'
import { Pills } from '../core/Pills.tsx'
import { useWords } from '../core/text.ts'
import { useFormat } from '../core/use-format.ts'
import styles from './RunBar.module.css'
import { runs } from './run-text.ts'
import type { Run } from './use-source.ts'

interface RecordFilterProps {
  stats: Run['stats']
  /** The rows that are shown; all when left out. */
  status: RecordStatus | undefined
  onStatus: (status: RecordStatus | undefined) => void
}

/** The choice of a run's rows by what became of them, with the counts. */
export function RecordFilter({ stats, status, onStatus }: RecordFilterProps) {
  const t = useWords(runs)
  const format = useFormat()
  // A conflict counts among the failed, as everywhere.
  const shown = (['added', 'updated', 'duplicated', 'failed', 'conflict'] as const).filter(
    (one) => one !== 'conflict' || stats.conflict > 0,
  )
  const all = (
    <>
      {t.total} <b>{format.formatNumber(stats.total)}</b>
    </>
  )
  const said = (one: RecordStatus) => (
    <>
      <span className={styles.square} data-status={one} />
      {one === 'conflict' ? t.ofWhichConflict : t[one]} <b>{format.formatNumber(stats[one])}</b>
    </>
  )
  return (
    <Pills
      label={t.statusFilter}
      choices={[{ value: undefined, text: all }, ...shown.map((value) => ({ value, text: said(value) }))]}
      chosen={status}
      onChoose={onStatus}
    />
  )
}
