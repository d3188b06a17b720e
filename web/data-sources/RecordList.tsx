import { useWords } from '../core/text.ts'
import { useFormat } from '../core/use-format.ts'
import styles from './RecordList.module.css'
import { cellAtFault, changesOf, type Legend, nameOfRecord, type RunRecord, reachOfRecord } from './record-view.ts'
import { runs } from './run-text.ts'
import { RecordState } from './StatusBadge.tsx'

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
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <ul className={styles.rows} aria-label={t.rows} tabIndex={0}>
      {records.map((record) => (
        <li key={record.recordNo}>
          <button type="button" aria-current={record.recordNo === chosen} onClick={() => onChoose(record.recordNo)}>
            <span className={styles.no}>{record.recordNo}</span>
            <span className={styles.who}>
              <strong>{nameOfRecord(record, legend) || t.noName}</strong>
              <span data-status={record.status}>{about(record)}</span>
            </span>
            <RecordState status={record.status} />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Says in a line what a row does. */
function useAbout(legend: Legend) {
  const t = useWords(runs)
  const format = useFormat()
  return (record: RunRecord): string => {
    switch (record.status) {
      case 'added': {
        const { phone, email } = reachOfRecord(record, legend)
        return format.formatPhone(phone) || email || '–'
      }
      case 'updated':
        return t.changes({ count: changesOf(record, legend).changed.length })
      case 'duplicated':
        return record.profileId === null ? t.sameAsEarlier : t.noChange
      default: {
        const cell = cellAtFault(record, legend)
        const reason = record.error ?? ''
        return cell?.value ? t.problem({ column: cell.column, value: cell.value, reason }) : reason
      }
    }
  }
}
