import { Radio, Switch, TextInput } from '@mantine/core'
import { useWords } from '../data/text.ts'
import { TimeInput } from '../ui/TimeInput.tsx'
import styles from './Composer.module.css'
import { instantOf, inZone } from './store-time.ts'
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
    onChange({ schedule: { type: 'at', sendAt: instantOf(newDay, newClock, timeZone), timeZone } })
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
          <Radio value="now" label={t.now} />
          <Radio value="at" label={t.at} />
        </div>
      </Radio.Group>
      {schedule.type === 'at' && (
        <div className={styles.pair}>
          <TextInput
            type="date"
            label={t.day}
            value={day}
            onChange={({ currentTarget: { value } }) => value && at(value, clock)}
          />
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
