import { Radio } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import styles from './Purpose.module.css'
import type { WordedPurpose } from './said.ts'
import { wordingText } from './wording-text.ts'

const choices = ['correct', 'keep', 'restart'] as const
export type Choice = (typeof choices)[number]

interface WordingChoiceProps {
  purpose: WordedPurpose
  /** Why the draft is more than a correction; null if it may be one. */
  lock: NonNullable<WordedPurpose['draft']>['lock']
  choice: Choice
  onChange: (choice: Choice) => void
}

/** What happens to former consents when the draft is started, with the number of customers. */
export function WordingChoice({ purpose: { people }, lock, choice, onChange }: WordingChoiceProps) {
  const t = useWords(wordingText)
  const { formatNumber } = useFormat()
  const granted = formatNumber(people.granted)
  const about = { correct: t.correctAbout, keep: t.keepAbout, restart: t.restartAbout }
  const counted = { correct: undefined, keep: t.keepCount({ count: granted }), restart: t.restartCount }
  return (
    <>
      <Radio.Group label={t.whatOf({ count: granted })} value={choice} onChange={(value) => onChange(value as Choice)}>
        <div className={styles.choices}>
          {choices.map((one) => {
            const locked = one === 'correct' && lock !== null
            return (
              <div key={one} className={styles.choice} data-chosen={choice === one} data-locked={locked}>
                <Radio
                  size="sm"
                  value={one}
                  label={t[one]}
                  disabled={locked}
                  description={about[one]}
                  // The usual gray is too weak on the color of the chosen one.
                  styles={{ description: { color: 'var(--ruam-text-2)' } }}
                />
                {locked && (
                  <p>
                    <IconLock size={14} stroke={1.6} />
                    {t[`lock_${lock}`]}
                  </p>
                )}
                {counted[one] && <p>{counted[one]}</p>}
              </div>
            )
          })}
        </div>
      </Radio.Group>
      <p className={styles.quiet}>{t.refusedStay({ count: formatNumber(people.withdrawn) })}</p>
    </>
  )
}
