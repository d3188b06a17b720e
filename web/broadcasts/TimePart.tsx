import { Radio, Switch } from '@mantine/core'
import { DayInput } from '../customers/rules/DayInput.tsx'
import { useWords } from '../data/text.ts'
import { TimeInput } from '../ui/TimeInput.tsx'
import styles from './Composer.module.css'
import { inZone, storeInstantOf } from './store-time.ts'
import { text } from './text.ts'
import type { Draft } from './use-draft.ts'

interface TimePartProps {
  draft: Draft
  timeZone: string
  onChange: (parts: Partial<Draft>) => void
}

const HOUR_MS = 3_600_000

/** When a broadcast is sent, in the store's time zone. */
export function TimePart({ draft: { schedule, notificationDisabled }, timeZone, onChange }: TimePartProps) {
  const t = useWords(text)
  const { day, clock } = inZone(schedule.sendAt ?? new Date(Date.now() + HOUR_MS).toISOString(), timeZone)
  const at = (newDay: string, newClock: string) =>
    onChange({ schedule: { type: 'at', sendAt: storeInstantOf(newDay, newClock, timeZone), timeZone } })
  return (
    <>
      <Radio.Group
        aria-label={t.partTime}
        value={schedule.type}
        onChange={(type) =>
          type === 'at' ? at(day, clock) : onChange({ schedule: { type: 'now', sendAt: null, timeZone: null } })
        }
      >
        <div className={styles.pair}>
          <Radio size="sm" value="now" label={t.now} />
          <Radio size="sm" value="at" label={t.at} />
        </div>
      </Radio.Group>
      {schedule.type === 'at' && (
        <div className={styles.when}>
          <div>
            <span aria-hidden>{t.day}</span>
            <DayInput label={t.day} value={day} onChange={(value) => value && at(value, clock)} />
          </div>
          <TimeInput label={t.clock} value={clock} onChange={(time) => at(day, time)} />
        </div>
      )}
      <Switch
        size="sm"
        label={t.quiet}
        checked={notificationDisabled}
        onChange={(event) => onChange({ notificationDisabled: event.currentTarget.checked })}
      />
    </>
  )
}
