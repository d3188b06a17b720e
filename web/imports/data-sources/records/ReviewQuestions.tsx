import { NativeSelect } from '@mantine/core'
import { useWords } from '../../../data/text.ts'
import type { RunDetail } from '../use-source.ts'
import { answers } from './answer-text.ts'
import { waitingOf } from './conflict-view.ts'
import { questions } from './question-text.ts'
import styles from './ReviewQuestions.module.css'
import type { Legend } from './record-view.ts'
import { useConflictText } from './use-conflict-text.ts'

interface HeldQuestionsProps {
  run: RunDetail
  legend: Legend
  chosen: string | undefined
  onChoose: (group: string | undefined) => void
}

/** The choice of a question: waiting rows that one answer can settle. */
export function ReviewQuestions({ run: { heldGroups }, legend, chosen, onChoose }: HeldQuestionsProps) {
  const t = useWords(questions)
  const a = useWords(answers)
  const { fieldName, fieldValue } = useConflictText(legend)
  if (heldGroups.length < 2) return null
  const current = heldGroups.find(({ group }) => group === chosen)
  const choices = heldGroups.map(({ group, doubt, fieldId, value, rows, answered }) => {
    const title = t[doubt]({ field: fieldName(fieldId), value: value === null ? '' : fieldValue(fieldId, value) })
    const left = rows - answered
    return {
      value: group,
      label: `${title.trim()} · ${left > 0 ? t.left({ count: left }) : a.saidOf({ count: rows })}`,
    }
  })
  const all = t.all({ count: waitingOf(heldGroups) })
  return (
    <div className={styles.questions}>
      <NativeSelect
        label={t.question}
        data={[{ value: '', label: all }, ...choices]}
        value={chosen ?? ''}
        onChange={(event) => onChoose(event.currentTarget.value || undefined)}
      />
      <p>{current ? t[`${current.doubt}_hint`] : t.hint}</p>
    </div>
  )
}
