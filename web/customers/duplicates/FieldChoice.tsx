import { useId } from 'react'
import { useFieldText } from '../profiles/field-text.ts'
import styles from './PairDetail.module.css'
import type { Sides } from './pair-view.ts'

interface FieldChoiceProps {
  field: Sides
  side: 0 | 1
  onSide: (side: 0 | 1) => void
}

/** A field in which the two differ: the value that stays is chosen. */
export function FieldChoice({ field, side, onSide }: FieldChoiceProps) {
  const fieldText = useFieldText()
  const name = useId()
  return (
    <fieldset className={styles.row} data-choice>
      <legend className="ruam-heard">{field.displayName}</legend>
      <span className={styles.title} aria-hidden>
        {field.displayName}
      </span>
      {([0, 1] as const).map((place) => (
        <label key={place} className={styles.option}>
          <input type="radio" name={name} checked={side === place} onChange={() => onSide(place)} />
          <span>{fieldText(field.sides[place])}</span>
        </label>
      ))}
    </fieldset>
  )
}
