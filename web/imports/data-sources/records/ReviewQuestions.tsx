import { NativeSelect } from '@mantine/core'
import { useWords } from '../../../data/text.ts'
import type { RunDetail } from '../use-source.ts'
import { answers } from './answer-text.ts'
import { waitingOf } from './conflict-view.ts'
import { questions } from './question-text.ts'
import styles from './ReviewQuestions.module.css'
import type { Legend } from './record-view.ts'
import { useQuestion } from './use-question.ts'

interface ReviewQuestionsProps {
  run: RunDetail
  legend: Legend
  chosen: string | undefined
  onChoose: (group: string | undefined) => void
}

/** The choice of a question: waiting rows that one answer can settle, or that have to be answered one by one. */
export function ReviewQuestions({ run: { heldGroups }, legend, chosen, onChoose }: ReviewQuestionsProps) {
  const t = useWords(questions)
  const a = useWords(answers)
  const question = useQuestion(legend)
  if (heldGroups.length < 2) return null
  const current = heldGroups.find(({ group }) => group === chosen)
  const choices = heldGroups.map((one) => {
    const left = one.rows - one.answered
    return {
      value: one.group,
      label: `${question.title(one)} · ${left > 0 ? t.left({ count: left }) : a.saidOf({ count: one.rows })}`,
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
      <p>{current ? question.hint(current) : t.hint}</p>
    </div>
  )
}
