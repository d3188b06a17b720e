import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { Pills } from '../../../ui/Pills.tsx'
import { filtersOf, type RowFilter } from '../run-counts.ts'
import { runs } from '../run-text.ts'
import type { RunOfSource } from '../use-source.ts'
import styles from './RunBar.module.css'

interface RecordFilterProps {
  stats: RunOfSource['stats']
  /** The rows that are shown; all when left out. */
  status: RowFilter | undefined
  onStatus: (status: RowFilter | undefined) => void
}

/** The choice of a run's rows by what became of them, with the counts. */
export function RecordFilter({ stats, status, onStatus }: RecordFilterProps) {
  const t = useWords(runs)
  const format = useFormat()
  const all = (
    <>
      {t.total} <b>{format.formatNumber(stats.total)}</b>
    </>
  )
  const shown = filtersOf(stats).map(({ status: one, count }) => ({
    value: one,
    text: (
      <>
        <span className={styles.square} data-status={one} />
        {t[one]} <b>{format.formatNumber(count)}</b>
      </>
    ),
  }))
  return (
    <Pills
      label={t.statusFilter}
      choices={[{ value: undefined, text: all }, ...shown]}
      chosen={status}
      onChoose={onStatus}
    />
  )
}
