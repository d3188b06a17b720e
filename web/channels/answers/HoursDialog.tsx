import { Button, Switch } from '@mantine/core'
import { answers } from '@ruam/contract/channels/answers.ts'
import { IconMinus, IconPlus, IconX } from '@tabler/icons-react'
import { useMonthNames } from '../../broadcasts/calendar/use-month-names.ts'
import { type Got, useWrite } from '../../data/api.ts'
import { currentOf } from '../../data/stale.ts'
import { useWords } from '../../data/text.ts'
import { RecordDialog } from '../../ui/RecordDialog.tsx'
import { TimeInput } from '../../ui/TimeInput.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'
import type { Hours } from './answer.ts'
import styles from './Edit.module.css'
import { editText } from './edit-text.ts'
import { usualHours } from './hours.ts'

/** Opening times of a day, at most. */
const MOST = 3
/** Any Monday. */
const MONDAY = Date.UTC(2026, 10, 23)
const DAY_MS = 86_400_000

interface Values extends Record<string, unknown> {
  isUsed: boolean
  days: Hours
}

type Answered = Pick<Got<typeof answers.list>, 'hours' | 'hoursUpdatedAt'>
const versioned = ({ hours, hoursUpdatedAt }: Answered) => ({ hours, updatedAt: hoursUpdatedAt })

interface HoursDialogProps {
  accountId: number
  record: Answered
  onClose: () => void
}

/** Opening hours by weekday. */
export default function HoursDialog({ accountId, record: answered, onClose }: HoursDialogProps) {
  const t = useWords(editText)
  const names = useMonthNames()
  const save = useWrite(answers.hours, { quiet: true })
  const stale = currentOf(answers.hours)
  const record = useRecordForm({
    record: versioned(answered),
    blank: { isUsed: true, days: usualHours() } as Values,
    valuesOf: ({ hours }): Values => ({ isUsed: true, days: hours ?? usualHours() }),
    current: (error) => versioned(stale(error)),
    save: ({ isUsed, days }: Values, originTime) =>
      save.mutateAsync({
        params: { id: accountId },
        body: { hours: isUsed ? days : null, originTime: originTime || null },
      }),
    onClose,
  })
  const { form } = record
  const { isUsed, days } = form.values
  const set = (day: number, openings: Hours[number]) => form.setFieldValue('days', days.with(day, openings))
  return (
    <RecordDialog title={t.hoursTitle} record={record} wide shown={{ days: { label: t.hoursTitle, of: () => '' } }}>
      <p className={styles.note}>{t.hoursHint}</p>
      <Switch
        label={t.useHours}
        description={t.useHoursText}
        checked={isUsed}
        onChange={(event) => form.setFieldValue('isUsed', event.currentTarget.checked)}
      />
      {isUsed && (
        <div className={styles.days}>
          {days.map((openings, place) => {
            const day = names.weekday(new Date(MONDAY + place * DAY_MS).toISOString())
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is the day
              <div key={place} className={styles.day}>
                <Switch
                  label={day}
                  aria-label={t.isOpen({ day })}
                  checked={openings.length > 0}
                  onChange={(event) => set(place, event.currentTarget.checked ? (usualHours()[0] ?? []) : [])}
                />
                <div>
                  {openings.map((opening, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: openings have no other key than their place
                    <span key={index} className={styles.opening}>
                      <TimeInput
                        label={t.opens({ day })}
                        value={opening.from}
                        onChange={(from) => set(place, openings.with(index, { ...opening, from }))}
                      />
                      <IconMinus size={12} stroke={1.6} aria-hidden />
                      <TimeInput
                        label={t.closes({ day })}
                        value={opening.to}
                        onChange={(to) => set(place, openings.with(index, { ...opening, to }))}
                      />
                      {openings.length > 1 && (
                        <button
                          type="button"
                          aria-label={t.removeTime({ day })}
                          onClick={() => set(place, openings.toSpliced(index, 1))}
                        >
                          <IconX size={16} stroke={1.6} />
                        </button>
                      )}
                    </span>
                  ))}
                  {openings.length === 0 && <span className={styles.note}>{t.closed}</span>}
                </div>
                {openings.length > 0 && openings.length < MOST && (
                  <button
                    type="button"
                    aria-label={t.addTime({ day })}
                    onClick={() => set(place, [...openings, { from: '18:00', to: '21:00' }])}
                  >
                    <IconPlus size={16} stroke={1.6} />
                  </button>
                )}
              </div>
            )
          })}
          <div>
            <Button
              size="sm"
              onClick={() =>
                form.setFieldValue(
                  'days',
                  Array.from({ length: 7 }, () => days[0] ?? []),
                )
              }
            >
              {t.sameAll}
            </Button>
          </div>
        </div>
      )}
    </RecordDialog>
  )
}
