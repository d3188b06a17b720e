import { useWords } from '../../../data/text.ts'
import { statusOf } from '../run-counts.ts'
import { runs } from '../run-text.ts'
import { RecordState } from '../StatusBadge.tsx'
import type { RunRecord } from '../use-source.ts'
import styles from './RecordList.module.css'
import { type Legend, lineOf } from './record-view.ts'
import { useAbout } from './use-record-text.ts'
import { useRecordTitle } from './use-record-title.ts'

interface RecordListProps {
  records: readonly RunRecord[]
  legend: Legend
  chosen: number | undefined
  onChoose: (recordNo: number) => void
}

/** The rows of a run: who each is about and what it does. */
export function RecordList({ records, legend, chosen, onChoose }: RecordListProps) {
  const t = useWords(runs)
  const about = useAbout(legend)
  const titleOf = useRecordTitle(legend)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <ul className={styles.rows} aria-label={t.rows} tabIndex={0}>
      {records.map((record) => (
        <li key={record.recordNo}>
          <button type="button" aria-current={record.recordNo === chosen} onClick={() => onChoose(record.recordNo)}>
            <span className={styles.no}>{lineOf(record)}</span>
            <span className={styles.who}>
              <strong className="ruam-two-lines" title={titleOf(record)}>
                {titleOf(record)}
              </strong>
              <span data-status={record.status}>{about(record)}</span>
            </span>
            <RecordState status={statusOf(record)} />
          </button>
        </li>
      ))}
    </ul>
  )
}
