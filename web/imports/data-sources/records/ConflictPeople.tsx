import { useState } from 'react'
import { useWords } from '../../../data/text.ts'
import { useMayOpen } from '../../../ui/may.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { answers } from './answer-text.ts'
import styles from './ConflictPeople.module.css'
import type { Conflict } from './conflict-view.ts'
import { RowBesidePerson } from './RowBesidePerson.tsx'
import type { Legend } from './record-view.ts'
import { useConflictText } from './use-conflict-text.ts'
import { WhichPerson } from './WhichPerson.tsx'

interface ConflictPeopleProps {
  /** Line of the row. */
  line: number
  conflict: Conflict
  legend: Legend
}

/** People of a conflict: which value points to whom, each compared with the row. */
export function ConflictPeople({ line, conflict, legend }: ConflictPeopleProps) {
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
      <RowBesidePerson line={line} conflict={conflict} person={person} legend={legend} />
    </section>
  )
}
