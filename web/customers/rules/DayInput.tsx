import { useState } from 'react'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { daysText } from '../profiles/days-text.ts'
import { FieldDate } from '../profiles/FieldDate.tsx'
import { dateExampleOf } from '../profiles/FieldInput.tsx'
import { dayOf, typedDay } from '../profiles/field-date.ts'
import styles from './Rules.module.css'

/** A date without its whole year is still being typed. */
const whole = /[\d๐-๙]{4}$/

interface DayInputProps {
  label: string
  /** `2026-01-31`, or an instant, of which the day is shown. */
  value: string | undefined
  onChange: (day: string | undefined) => void
}

/** A day, typed in either era or chosen from a calendar; nothing while it is half typed. */
export function DayInput({ label, value, onChange }: DayInputProps) {
  const d = useWords(daysText)
  const { era } = useFormat()
  const shown = value ? typedDay(value, era) : ''
  const [typed, setTyped] = useState(shown)
  const [seen, setSeen] = useState(value)
  // Changed by something else than this input.
  if (value !== seen) {
    setSeen(value)
    if (value !== dayOf(typed)) setTyped(shown)
  }
  return (
    <FieldDate
      size="sm"
      className={styles.day}
      label={label}
      labelProps={{ className: 'ruam-heard' }}
      placeholder={dateExampleOf(era)}
      value={typed}
      error={whole.test(typed) && !dayOf(typed) && d.dateUnread}
      onChange={(written) => {
        setTyped(written)
        const day = dayOf(written)
        setSeen(day)
        if (day !== value) onChange(day)
      }}
    />
  )
}
