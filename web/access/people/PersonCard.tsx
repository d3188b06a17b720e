import type { ReactNode } from 'react'
import { useRoleName } from '../../data/role-name.ts'
import styles from './People.module.css'
import { PersonName, PersonSeen } from './PersonCells.tsx'
import type { PersonRow } from './person-row.ts'

/** A member or invitation in the list on a phone. */
export function PersonCard({ person, actions }: { person: PersonRow; actions: ReactNode }) {
  const called = useRoleName()
  const role = called.title(person.role.name)
  return (
    <div className={styles.card}>
      <div>
        <PersonName person={person} />
        <span className={styles.about}>{person.email}</span>
        {person.status === 'member' ? (
          <span className={styles.about}>
            {role} · <PersonSeen person={person} />
          </span>
        ) : (
          <>
            <span className={styles.about}>{role}</span>
            <PersonSeen person={person} />
          </>
        )}
      </div>
      {actions}
    </div>
  )
}
