import type { RecordStatus } from '@ruam/contract/status.ts'
import { useEffect, useRef } from 'react'
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
  const box = useRef<HTMLFieldSetElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone the choice that was made may stand out of sight
  useEffect(() => {
    const pressed = box.current?.querySelector<HTMLElement>('[aria-pressed="true"]')
    if (pressed && box.current) box.current.scrollLeft = pressed.offsetLeft - box.current.offsetLeft - 16
  }, [status])
  // A conflict counts among the failed, as everywhere.
  const choices = (['added', 'updated', 'duplicated', 'failed', 'conflict'] as const).filter(
    (one) => one !== 'conflict' || stats.conflict > 0,
  )
  return (
    <fieldset ref={box} className={styles.choices} aria-label={t.statusFilter}>
      <button type="button" aria-pressed={status === undefined} onClick={() => onStatus(undefined)}>
        {t.total} <b>{format.formatNumber(stats.total)}</b>
      </button>
      {choices.map((one) => (
        <button key={one} type="button" aria-pressed={status === one} onClick={() => onStatus(one)}>
          <span className={styles.square} data-status={one} />
          {one === 'conflict' ? t.ofWhichConflict : t[one]} <b>{format.formatNumber(stats[one])}</b>
        </button>
      ))}
    </fieldset>
  )
}
