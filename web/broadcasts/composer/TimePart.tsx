import { Radio, Switch } from '@mantine/core'
import type { Fault } from '@ruam/contract/broadcasts/fault.ts'
import { isToAll } from '@ruam/contract/broadcasts/to-all.ts'
import { DayInput } from '../../customers/rules/DayInput.tsx'
import { useWords } from '../../data/text.ts'
import { TimeInput } from '../../ui/TimeInput.tsx'
import styles from '../Composer.module.css'
import { inZone, storeInstantOf } from '../store-time.ts'
import { text } from '../text.ts'
import { toAllText } from '../to-all/to-all-text.ts'
import type { Draft } from '../use-draft.ts'
import checklist from './Checklist.module.css'
import { composeText } from './compose-text.ts'
import { PurposeField } from './PurposeField.tsx'
import { isQuietAt, type QuietHours } from './quiet-hours.ts'

interface SafetySettings {
  quietHours: QuietHours
  approval: boolean
}

interface TimePartProps {
  draft: Draft
  timeZone: string
  /** Undefined while the settings are read. */
  settings: SafetySettings | undefined
  faults: readonly Fault[]
  readOnly: boolean
  onSave: () => Promise<number | undefined>
  onChange: (parts: Partial<Draft>) => void
}

const HOUR_MS = 3_600_000

/** When a broadcast is sent, in the store's time zone, and what protects customers and the quota. */
export function TimePart({ draft, timeZone, settings, faults, readOnly, onSave, onChange }: TimePartProps) {
  const { schedule, notificationDisabled, target } = draft
  const t = useWords(text)
  const c = useWords(composeText)
  const a = useWords(toAllText)
  const toAll = isToAll(target)
  const { day, clock } = inZone(schedule.sendAt ?? new Date(Date.now() + HOUR_MS).toISOString(), timeZone)
  const at = (newDay: string, newClock: string) =>
    onChange({ schedule: { type: 'at', sendAt: storeInstantOf(newDay, newClock, timeZone), timeZone } })
  return (
    <>
      <div className={checklist.row}>
        <span aria-hidden>{c.sendTime}</span>
        <div>
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
        </div>
      </div>
      {settings && <QuietLine quiet={settings.quietHours} sendAt={schedule.sendAt} timeZone={timeZone} />}
      <PurposeField draft={draft} faults={faults} readOnly={readOnly} onSave={onSave} onChange={onChange} />
      {settings && (
        <div className={checklist.row}>
          <span>{c.approval}</span>
          <div>{toAll ? a.owner : settings.approval ? c.approvalNeeded : c.approvalNone}</div>
        </div>
      )}
      {!toAll && (
        <Switch
          size="sm"
          label={t.upToQuota}
          checked={target.limit.upToRemainingQuota}
          onChange={(event) => {
            const upToRemainingQuota = event.currentTarget.checked
            onChange({ target: { ...target, limit: { ...target.limit, upToRemainingQuota } } })
          }}
        />
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

interface QuietLineProps {
  quiet: QuietHours
  /** Null: at once. */
  sendAt: string | null
  timeZone: string
}

/** The store's quiet hours, and whether the broadcast would fall into them. */
function QuietLine({ quiet, sendAt, timeZone }: QuietLineProps) {
  const c = useWords(composeText)
  const isQuiet = isQuietAt(quiet, sendAt ?? new Date().toISOString(), timeZone)
  const about = sendAt === null ? isQuiet && c.quietNow : isQuiet ? c.quietTime : c.outsideQuiet
  return (
    <div className={checklist.row}>
      <span>{c.quietHours}</span>
      <div>
        {quiet ? `${quiet.from}–${quiet.to}` : c.noQuietHours}
        {quiet && about && <span className={isQuiet ? styles.warning : styles.quiet}>{about}</span>}
      </div>
    </div>
  )
}
