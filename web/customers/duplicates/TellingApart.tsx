import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { useFieldText } from '../profiles/field-text.ts'
import { type DuplicatePairView, distinguishingFields } from './pair-view.ts'
import styles from './Reasons.module.css'
import { text } from './text.ts'

/** Distinguishing facts of two profiles: birth date, phone, ... or creation time. */
export function Distinctions({ pair, side }: { pair: Pick<DuplicatePairView, 'profiles'>; side: 0 | 1 }) {
  const t = useWords(text)
  const format = useFormat()
  const fieldText = useFieldText()
  const fields = distinguishingFields(pair)
  const values = fields.map(({ id, sides }) => ({
    id,
    text: (sides[side] && fieldText(sides[side])) || t.without({ field: nameOfField(sides) }),
  }))
  return (
    <span className={styles.apart}>
      {values.length > 0
        ? values.map(({ id, text: value }) => <span key={id}>{value}</span>)
        : t.writtenDown({ time: format.dateTime(pair.profiles[side]!.createdAt) })}
    </span>
  )
}

const nameOfField = (sides: ReturnType<typeof distinguishingFields>[number]['sides']) =>
  sides.find(Boolean)?.displayName ?? ''
