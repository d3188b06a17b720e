import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '../../core/text.ts'
import { useFormat } from '../../core/use-format.ts'
import { type Days, presets, readDays, writeDays } from '../day-range.ts'
import { FieldDate } from '../FieldDate.tsx'
import { dateExample } from '../FieldInput.tsx'
import { dayOf, typedDay } from '../field-date.ts'
import { useDaysText } from '../list/use-days-text.ts'
import { text } from '../text.ts'
import styles from './Log.module.css'
import { log } from './log-text.ts'

const OWN = 'own'

interface ActivityDaysProps {
  /** As it stands in the address. */
  value: string | undefined
  onChange: (value: string) => void
}

/** The days of the activities: by name, or from and to, typed in either era. */
export function ActivityDays({ value, onChange }: ActivityDaysProps) {
  const t = useWords(text)
  const l = useWords(log)
  const { era } = useFormat()
  const say = useDaysText()
  const asked = readDays(value)
  const [choosing, setChoosing] = useState(false)
  const own = typeof asked === 'object' || (choosing && asked === undefined)
  const days: Days = typeof asked === 'object' ? asked : { from: '', to: '' }
  const shown = (day: string) => (day ? typedDay(day, era) : '')
  const [typed, setTyped] = useState({ from: shown(days.from), to: shown(days.to) })
  const type = (end: 'from' | 'to', written: string) => {
    const next = { ...typed, [end]: written }
    setTyped(next)
    const read = { from: dayOf(next.from) ?? '', to: dayOf(next.to) ?? '' }
    // While a date is half typed the list stays as it is.
    if (read.from !== days.from || read.to !== days.to) onChange(writeDays(read))
  }
  return (
    <>
      <NativeSelect
        size="sm"
        aria-label={l.period}
        value={own ? OWN : typeof asked === 'string' ? asked : ''}
        data={[
          { value: '', label: t.anyDay },
          ...presets.map((preset) => ({ value: preset, label: say(preset) })),
          { value: OWN, label: t.between },
        ]}
        onChange={(event) => {
          const chosen = event.currentTarget.value
          setChoosing(chosen === OWN)
          setTyped({ from: '', to: '' })
          onChange(chosen === OWN ? '' : chosen)
        }}
      />
      {own && (
        <div className={styles.ends}>
          <FieldDate
            size="sm"
            label={t.from}
            value={typed.from}
            placeholder={dateExample(era)}
            onChange={(written) => type('from', written)}
          />
          <FieldDate
            size="sm"
            label={t.to}
            value={typed.to}
            placeholder={dateExample(era)}
            onChange={(written) => type('to', written)}
          />
        </div>
      )}
    </>
  )
}
