import { IconLink } from '@tabler/icons-react'
import { useWords } from '../../../data/text.ts'
import { useMayOpen } from '../../../ui/may.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { runs } from '../run-text.ts'
import { answers } from './answer-text.ts'
import { type Conflict, type ConflictPerson, type Side, sidesOf } from './conflict-view.ts'
import styles from './MatchCandidate.module.css'
import box from './RecordDetail.module.css'
import type { Legend, RecordValue } from './record-view.ts'
import { useConflictText } from './use-conflict-text.ts'

interface RowBesidePersonProps {
  /** Line of the row. */
  line: number
  conflict: Conflict
  person: ConflictPerson
  legend: Legend
}

/** Row compared with a person it points to: agreements and differences. */
export function MatchCandidate({ line, conflict, person, legend }: RowBesidePersonProps) {
  const t = useWords(answers)
  const r = useWords(runs)
  const conflictText = useConflictText(legend)
  const maySee = useMayOpen('profile-detail')
  const value = ({ field, title }: Side, one: RecordValue) =>
    title === 'fullName' ? String(one ?? '') : conflictText.fieldValue(field.id, one)
  return (
    <div className={box.box}>
      <table className={styles.sides} aria-label={t.compared}>
        <thead>
          <tr>
            <th scope="col">
              <span className="ruam-heard">{t.field}</span>
            </th>
            <th scope="col">{t.inFile({ no: line })}</th>
            <th scope="col">
              <span className={styles.known}>
                {person.recordNo === null ? t.known : t.rowKnown({ no: person.line ?? person.recordNo })}
                {person.profileId !== null && maySee && (
                  <RouteLink to="profile-detail" params={{ profileId: person.profileId }} className="ruam-thumb">
                    {r.openProfile}
                  </RouteLink>
                )}
              </span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sidesOf(conflict, person, legend).map((side) => (
            <tr key={side.field.id}>
              <th scope="row">{side.title === 'fullName' ? t.fullName : side.title.displayName}</th>
              <td data-empty={side.ours === null}>{value(side, side.ours) || r.blank}</td>
              <td data-empty={side.theirs === null}>
                <span className={styles.theirs}>
                  <span>{value(side, side.theirs) || r.blank}</span>
                  {side.verdict && <Verdict verdict={side.verdict} />}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Verdict({ verdict }: { verdict: NonNullable<Side['verdict']> }) {
  const t = useWords(answers)
  return (
    <small data-verdict={verdict}>
      {verdict === 'same' && <IconLink size={14} stroke={1.6} />}
      {{ same: t.agrees, different: t.differs, lastName: t.lastNameAgrees }[verdict]}
    </small>
  )
}
