import { useWords } from '../../../data/text.ts'
import { Pills } from '../../../ui/Pills.tsx'
import { answers } from './answer-text.ts'
import type { ConflictPerson } from './conflict-view.ts'
import type { Legend } from './record-view.ts'
import { useConflictText } from './use-conflict-text.ts'
import styles from './WhichPerson.module.css'

interface WhichPersonProps {
  people: readonly ConflictPerson[]
  /** Their place among the people. */
  chosen: number
  legend: Legend
  onChoose: (place: number) => void
}

/** The choice of one of several people that a row points to. */
export function WhichPerson({ people, chosen, legend, onChoose }: WhichPersonProps) {
  const t = useWords(answers)
  const conflictText = useConflictText(legend)
  if (people.length < 2) return null
  return (
    <div className={styles.which}>
      <span aria-hidden>{t.whoOf}</span>
      <Pills
        label={t.whoOf}
        choices={people.map((person, place) => ({ value: String(place), text: conflictText.name(person) }))}
        chosen={String(chosen)}
        onChoose={(place) => onChoose(Number(place))}
      />
    </div>
  )
}
