import { useWords } from '../../../data/text.ts'
import { answers } from './answer-text.ts'
import styles from './ReviewList.module.css'

/** Answer to a row pending review. */
export function ReviewState({ answer }: { answer: 'same' | 'other' | null }) {
  const t = useWords(answers)
  return (
    <span className={styles.state} data-answer={answer ?? 'none'}>
      {answer ? t[answer] : t.waits}
    </span>
  )
}
