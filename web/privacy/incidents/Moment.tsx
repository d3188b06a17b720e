import { DEFAULT_TIME_ZONE } from '@ruam/contract/platform/constants.ts'
import { inZone, storeInstantOf } from '../../broadcasts/store-time.ts'
import { DayInput } from '../../customers/rules/DayInput.tsx'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { TimeInput } from '../../ui/TimeInput.tsx'
import styles from './Incidents.module.css'
import { incidentText } from './incident-text.ts'

interface MomentProps {
  label: string
  hint?: string
  value: string
  onChange: (instant: string) => void
}

/** A day and a time in the store's zone. */
export function Moment({ label, hint, value, onChange }: MomentProps) {
  const t = useWords(incidentText)
  const timeZone = useStore().timeZone ?? DEFAULT_TIME_ZONE
  const { day, clock } = inZone(value, timeZone)
  return (
    <div className={styles.moment}>
      <div>
        <span aria-hidden>{label}</span>
        <DayInput
          label={label}
          value={day}
          onChange={(next) => next && onChange(storeInstantOf(next, clock, timeZone))}
        />
      </div>
      <TimeInput
        label={t.time({ label })}
        value={clock}
        onChange={(next) => onChange(storeInstantOf(day, next, timeZone))}
      />
      {hint && <small>{hint}</small>}
    </div>
  )
}
