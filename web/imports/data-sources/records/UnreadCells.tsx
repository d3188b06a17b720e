import { IconAlertTriangle } from '@tabler/icons-react'
import { useWords } from '../../../data/text.ts'
import { runs } from '../run-text.ts'
import { text } from '../text.ts'
import type { RunRecord } from '../use-source.ts'
import styles from './FailedRow.module.css'
import type { Legend } from './record-view.ts'

/** Cells of an imported row that could not be read and were left empty, each with its reason. */
export function UnreadCells({ record, legend }: { record: RunRecord; legend: Legend }) {
  const t = useWords(runs)
  const s = useWords(text)
  return record.data
    .filter(({ error }) => error !== null)
    .map(({ id, value, error }) => (
      <div key={id} className={styles.fault} data-status="unread" role="note">
        <IconAlertTriangle size={18} stroke={1.6} />
        <p>
          <strong>
            {s.column} {legend.columns.get(id) ?? id} “{value}”
          </strong>{' '}
          {t.leftEmpty}
          <br />
          {error}
        </p>
      </div>
    ))
}
