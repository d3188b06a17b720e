import { Button } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useWords } from '../../../data/text.ts'
import { EMPTY } from '../../../ui/Loaded.tsx'
import { useMayOpen } from '../../../ui/may.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { remainingText } from '../remaining-text.ts'
import { runs } from '../run-text.ts'
import { text } from '../text.ts'
import type { RecordOfRun } from '../use-source.ts'
import { answers } from './answer-text.ts'
import { Notes } from './ChangeTable.tsx'
import { CorrectCells } from './CorrectCells.tsx'
import type { Conflict } from './conflict-view.ts'
import styles from './FailedRow.module.css'
import { MatchCandidate } from './MatchCandidate.tsx'
import box from './RecordDetail.module.css'
import { cellAtFault, type Legend, recordLineOf } from './record-view.ts'
import { useConflictText } from './use-conflict-text.ts'
import type { Corrections } from './use-corrections.ts'
import { WhichPerson } from './WhichPerson.tsx'

interface FailedRowProps {
  record: RecordOfRun
  legend: Legend
  corrections: Corrections | undefined
}

/** Why a row was not taken: the column, its value and a sentence, then the row as it stands in the file. */
export function FailedRow({ record, legend, corrections }: FailedRowProps) {
  const t = useWords(runs)
  const l = useWords(remainingText)
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
      {record.conflict && <ConflictPeople line={recordLineOf(record)} conflict={record.conflict} legend={legend} />}
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
                  {value || EMPTY}
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

interface ConflictPeopleProps {
  /** Line of the row. */
  line: number
  conflict: Conflict
  legend: Legend
}

/** People of a conflict: which value points to whom, each compared with the row. */
function ConflictPeople({ line, conflict, legend }: ConflictPeopleProps) {
  const t = useWords(answers)
  const conflictText = useConflictText(legend)
  const maySee = useMayOpen('profile-detail')
  const [place, setPlace] = useState(0)
  const { people } = conflict
  const person = people[place] ?? people[0]
  if (!person) return null
  return (
    <section className={styles.people}>
      <ul>
        {people.map((one) => (
          <li key={`${one.fieldId} ${one.profileId ?? -(one.recordNo ?? 0)}`}>
            {t.pointsTo({ field: conflictText.field(one), value: conflictText.value(conflict, one) }).trim()}{' '}
            {one.profileId !== null && maySee ? (
              <RouteLink to="profile-detail" params={{ profileId: one.profileId }}>
                {conflictText.name(one)}
              </RouteLink>
            ) : (
              <strong>{conflictText.name(one)}</strong>
            )}
            {one.recordNo !== null && ` (${t.rowOfFile({ no: one.line ?? one.recordNo })})`}
          </li>
        ))}
      </ul>
      <WhichPerson people={people} chosen={place} legend={legend} onChoose={setPlace} />
      <MatchCandidate line={line} conflict={conflict} person={person} legend={legend} />
    </section>
  )
}
