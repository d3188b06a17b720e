import { Choice } from './Choice.tsx'
import styles from './MatchSentence.module.css'
import { activityKeyOf, type Draft, feedersOf } from './mapping-draft.ts'
import type { TargetFields } from './mapping-fields.ts'
import { mappingText } from './mapping-text.ts'
import { useStepWords } from './step-words.ts'

interface EqualRowsProps {
  draft: Draft
  fields: TargetFields
  onChange: (choice: Pick<Draft, 'activityKey' | 'equal'>) => void
}

/** Meaning of equal rows of a customer: one activity each, repeats, or one if a field such as the receipt number agrees. */
export function EqualRows({ draft, fields, onChange }: EqualRowsProps) {
  const t = useStepWords(mappingText)
  const key = activityKeyOf(draft)
  const fed = [...feedersOf(draft).keys()].flatMap((one) => {
    const field = fields.get(one)
    return field?.type === 'custom_activity' ? [field] : []
  })
  return (
    <p>
      <span className={styles.phrase}>{t.equalRows}</span>{' '}
      <Choice
        label={t.equalRows}
        value={key === null ? draft.equal : String(key)}
        options={[
          { value: 'each', label: t.equal_each },
          { value: 'once', label: t.equal_once },
          ...fed.map(({ id, displayName }) => ({ value: String(id), label: t.equalByKey({ field: displayName }) })),
        ]}
        onChange={(value) =>
          onChange(
            value === 'each' || value === 'once'
              ? { activityKey: null, equal: value }
              : { activityKey: Number(value), equal: 'each' },
          )
        }
      />
    </p>
  )
}
