import { IconArrowBackUp, IconPlayerSkipForward, IconUserCheck, IconUserPlus } from '@tabler/icons-react'
import styles from './AnswerCards.module.css'

export interface AnswerCard {
  answer: 'other' | 'same' | 'none'
  /** The last one takes back what was said. */
  back?: boolean
  title: string
  text: string
}

interface AnswerCardsProps {
  label: string
  cards: readonly AnswerCard[]
  /** Previous answer. */
  given: 'other' | 'same' | null
  busy: boolean
  onAnswer: (answer: AnswerCard['answer']) => void
}

const icons = { other: IconUserPlus, same: IconUserCheck, none: IconPlayerSkipForward } as const

/** The answers to who a row is about, each with what it does; the safe one first. */
export function AnswerCards({ label, cards, given, busy, onAnswer }: AnswerCardsProps) {
  return (
    <fieldset className={styles.cards} aria-label={label}>
      {cards.map(({ answer, back, title, text }) => {
        const Icon: typeof IconUserPlus = back ? IconArrowBackUp : icons[answer]
        return (
          <button
            key={answer}
            type="button"
            aria-pressed={answer === 'none' ? undefined : answer === given}
            // Not disabled: the focus would be lost.
            aria-disabled={busy}
            onClick={() => !busy && onAnswer(answer)}
          >
            <strong>
              <Icon size={18} stroke={1.6} />
              {title}
            </strong>
            <span>{text}</span>
          </button>
        )
      })}
    </fieldset>
  )
}
