import { useId } from 'react'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { Fold } from '../../ui/Fold.tsx'
import { EMPTY } from '../../ui/Loaded.tsx'
import { useFieldText } from '../profiles/field-text.ts'
import { LabelChips } from '../profiles/LabelChips.tsx'
import styles from './PairDetail.module.css'
import { ProfileChoice } from './ProfileChoice.tsx'
import type { DuplicatePairView, groupSides, KeptChoice, Sides } from './pair-view.ts'
import { text } from './text.ts'

interface PairFieldsProps {
  pair: DuplicatePairView
  groups: ReturnType<typeof groupSides>
  /** Without it nothing is to be chosen. */
  choice?: KeptChoice
}

/** Both profiles field by field: what differs first, then what only one of them has, then what is the same. */
export function PairFields({ pair, groups, choice }: PairFieldsProps) {
  const t = useWords(text)
  const format = useFormat()
  const both = (title: string, show: (side: 0 | 1) => React.ReactNode) => (
    <div className={styles.row}>
      <span className={styles.title}>{title}</span>
      <span className={styles.value}>{show(0)}</span>
      <span className={styles.value}>{show(1)}</span>
    </div>
  )
  return (
    <div className={styles.sides}>
      <ProfileChoice pair={pair} choice={choice} />
      {both(t.createdAt, (side) => format.dateTime(pair.profiles[side]!.createdAt))}
      {both(t.updatedAt, (side) => format.dateTime(pair.profiles[side]!.updatedAt))}
      {both(t.activities, (side) => t.activityCount({ count: pair.activityTotals[side] ?? 0 }))}
      {both(t.labels, (side) => {
        const { labels } = pair.profiles[side]!
        return labels.length > 0 ? <LabelChips labels={labels} /> : EMPTY
      })}
      {choice && <p className={styles.hint}>{t.both}</p>}

      <h3>{t.differing}</h3>
      {groups.differing.length === 0 && <p className={styles.hint}>{t.differingNone}</p>}
      {groups.differing.map((field) =>
        choice ? (
          <FieldChoice
            key={field.id}
            field={field}
            side={choice.sides[field.id] ?? choice.keep}
            onSide={(side) => choice.setSides({ ...choice.sides, [field.id]: side })}
          />
        ) : (
          <FieldRow key={field.id} field={field} />
        ),
      )}

      {groups.onlyOne.length > 0 && (
        <>
          <h3>{t.onlyOne}</h3>
          {groups.onlyOne.map((field) => (
            <FieldRow key={field.id} field={field} />
          ))}
        </>
      )}
      {groups.same.length > 0 && (
        <div className={styles.same}>
          <Fold label={t.same({ count: groups.same.length })}>
            {groups.same.map((field) => (
              <FieldRow key={field.id} field={field} />
            ))}
          </Fold>
        </div>
      )}
    </div>
  )
}

function FieldRow({ field }: { field: Sides }) {
  const fieldText = useFieldText()
  return (
    <div className={styles.row}>
      <span className={styles.title}>{field.displayName}</span>
      {field.sides.map((side, place) => (
        <span key={place === 0 ? 'a' : 'b'} className={styles.value}>
          {fieldText(side) || EMPTY}
        </span>
      ))}
    </div>
  )
}

interface FieldChoiceProps {
  field: Sides
  side: 0 | 1
  onSide: (side: 0 | 1) => void
}

/** A field in which the two differ: the value that stays is chosen. */
function FieldChoice({ field, side, onSide }: FieldChoiceProps) {
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
