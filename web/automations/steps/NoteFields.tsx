import { Textarea } from '@mantine/core'
import { automationLimits } from '@ruam/contract/automations/definition.ts'
import { Choice } from '../../customers/rules/Choice.tsx'
import { useWords } from '../../data/text.ts'
import type { OpenOf } from './open-step.ts'
import styles from './Steps.module.css'
import { stepText } from './step-text.ts'

type Note = OpenOf<'note'>
const followUps = [0, 1, 2, 3, 7, 14, 30]

/** A note, and the days in which staff follow it up. */
export function NoteFields({ step, onChange }: { step: Note; onChange: (step: Note) => void }) {
  const t = useWords(stepText)
  const { followUpDays } = step
  const days = followUpDays === null || followUps.includes(followUpDays) ? followUps : [followUpDays, ...followUps]
  return (
    <div className={styles.stack}>
      <Textarea
        aria-label={t.note}
        name={`steps.${step.id}`}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={automationLimits.note}
        value={step.text}
        onChange={(event) => onChange({ ...step, text: event.currentTarget.value })}
      />
      <div className={styles.sentence}>
        <span>{t.followUp}</span>
        <Choice
          joining
          label={t.followUp}
          value={String(followUpDays ?? '')}
          choices={[
            ['', t.noFollowUp],
            ...days.map((n) => [String(n), n === 0 ? t.sameDay : t.withinDays({ count: n })] as const),
          ]}
          onChoose={(chosen) => onChange({ ...step, followUpDays: chosen === '' ? null : Number(chosen) })}
        />
      </div>
    </div>
  )
}
