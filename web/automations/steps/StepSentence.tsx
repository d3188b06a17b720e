import type { CSSProperties } from 'react'
import { useOptions } from '../../customers/rules/use-rule-options.ts'
import { useWords } from '../../data/text.ts'
import { labelColor } from '../../ui/label-color.ts'
import { Sentence } from '../Sentence.tsx'
import { useStepWords } from '../use-step-words.ts'
import { isComplete, type OpenStep } from './open-step.ts'
import styles from './Steps.module.css'
import { stepText } from './step-text.ts'
import type { useOpenNames } from './use-open-names.ts'

const lacks = { label: 'noLabelYet', value: 'noFieldYet', event: 'noWebhookYet', condition: 'incomplete' } as const

interface StepSentenceProps {
  step: OpenStep
  names: ReturnType<typeof useOpenNames>
}

/** A step as a sentence, a label as its chip. */
export function StepSentence({ step, names }: StepSentenceProps) {
  const t = useWords(stepText)
  const { sentence } = useStepWords()
  const { labels } = useOptions()
  const tail = names.tail(step)
  const label = step.kind === 'label' ? labels.find(({ id }) => id === step.labelId) : undefined
  if (step.kind === 'label' && label)
    return (
      <>
        {step.value ? t.giveLabel : t.takeLabel}{' '}
        <span className={styles.labelChip}>
          <span style={{ '--dot': labelColor(label.color) } as CSSProperties} aria-hidden />
          {label.name}
        </span>
      </>
    )
  if (!isComplete(step))
    return (
      <>
        {t[`${step.kind as keyof typeof lacks}Of`]}
        <span className={styles.lacking}>{t[lacks[step.kind as keyof typeof lacks]]}</span>
      </>
    )
  return (
    <>
      <Sentence sentence={sentence(names.named(step))} />
      {tail && <small>{tail}</small>}
    </>
  )
}
