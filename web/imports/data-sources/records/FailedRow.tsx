import { Button } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react'
import { useWords } from '../../../data/text.ts'
import { leftText } from '../left-text.ts'
import { runs } from '../run-text.ts'
import { text } from '../text.ts'
import type { RunRecord } from '../use-source.ts'
import { Notes } from './ChangeTable.tsx'
import { ConflictPeople } from './ConflictPeople.tsx'
import { CorrectCells } from './CorrectCells.tsx'
import styles from './FailedRow.module.css'
import box from './RecordDetail.module.css'
import { cellAtFault, type Legend, lineOf } from './record-view.ts'
import type { Corrections } from './use-corrections.ts'

interface FailedRowProps {
  record: RunRecord
  legend: Legend
  corrections: Corrections | undefined
}

/** Why a row was not taken: the column, its value and a sentence, then the row as it stands in the file. */
export function FailedRow({ record, legend, corrections }: FailedRowProps) {
  const t = useWords(runs)
  const l = useWords(leftText)
  const s = useWords(text)
  const cell = cellAtFault(record, legend)
  const Icon = record.status === 'conflict' ? IconAlertTriangle : IconAlertCircle
  return (
    <>
      <div className={styles.fault} data-status={record.status} role="note">
        <Icon size={18} stroke={1.6} />
        <p>
          <strong>
            {cell ? `${s.column} ${cell.column}` : t.wholeRow}
            {cell?.value && ` “${cell.value}”`}
          </strong>
          <br />
          {record.error}
        </p>
      </div>
      {corrections && record.correctable.length > 0 && (
        <div className={styles.correct}>
          <CorrectCells record={record} legend={legend} corrections={corrections} />
          <Button
            disabled={!corrections.isTyped(record)}
            loading={corrections.busy}
            onClick={corrections.start}
            variant="filled"
          >
            {l.importFixed({ count: Math.max(1, corrections.count) })}
          </Button>
        </div>
      )}
      {record.conflict && <ConflictPeople line={lineOf(record)} conflict={record.conflict} legend={legend} />}
      <div className={box.box}>
        <table>
          <thead>
            <tr>
              <th scope="col">{s.column}</th>
              <th scope="col" style={{ width: '62%' }}>
                {t.inFile}
              </th>
            </tr>
          </thead>
          <tbody>
            {record.data.map(({ id, value, error, note }) => (
              <tr key={id} className={styles.cell} data-fault={error !== null}>
                <th scope="row">{legend.columns.get(id) ?? id}</th>
                <td>
                  {value || '–'}
                  {note !== null && <Notes notes={[note]} />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
