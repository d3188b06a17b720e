import { automationLimits } from '@ruam/contract/automations/definition.ts'
import { useMonthNames } from '../../broadcasts/calendar/use-month-names.ts'
import { Choice } from '../../customers/rules/Choice.tsx'
import { useWords } from '../../data/text.ts'
import { NumberChip, TimeChip } from './Chip.tsx'
import type { OpenOf } from './open-step.ts'
import styles from './Steps.module.css'
import { stepText } from './step-text.ts'

type Wait = OpenOf<'wait'>
const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

/** A length of time, then a weekday and a time of day. */
export function WaitFields({ step, onChange }: { step: Wait; onChange: (step: Wait) => void }) {
  const t = useWords(stepText)
  const names = useMonthNames()
  const { length } = step
  const until = step.until ?? { weekday: null, time: null }
  const changeUntil = (part: Partial<typeof until>) => {
    const next = { ...until, ...part }
    onChange({ ...step, until: next.weekday === null && next.time === null ? null : next })
  }
  return (
    <div className={styles.sentence}>
      <span>{t.wait}</span>
      <NumberChip
        label={t.waitLength}
        value={length.n}
        min={0}
        max={automationLimits.days}
        onChange={(n) => onChange({ ...step, length: { ...length, n } })}
      />
      <Choice
        joining
        label={t.unit}
        value={length.unit}
        choices={[
          ['hour', t.hour],
          ['day', t.day],
        ]}
        onChoose={(unit) => onChange({ ...step, length: { ...length, unit } })}
      />
      <span>{t.andThen}</span>
      <Choice
        joining
        label={t.weekday}
        value={String(until.weekday ?? '')}
        choices={[
          ['', t.anyDay],
          // 5 January 2026 is a Monday.
          ...weekdays.map((day) => [String(day), names.weekday(`2026-01-0${day + 4}`)] as const),
        ]}
        onChoose={(day) => changeUntil({ weekday: day === '' ? null : Number(day) })}
      />
      <TimeChip label={t.time} value={until.time} none={t.anyTime} onChoose={(time) => changeUntil({ time })} />
    </div>
  )
}
