import { useState } from 'react'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { type Days, readDays, writeDays } from './day-range.ts'
import { daysText } from './days-text.ts'
import { FieldDate } from './FieldDate.tsx'
import { dateExampleOf } from './FieldInput.tsx'
import { dayOf, typedDay } from './field-date.ts'

/** A date without its whole year is still being typed. */
const whole = /[\d๐-๙]{4}$/

interface DayEndsProps {
  /** As it stands in the address; empty without any. */
  value: string | undefined
  onChange: (value: string) => void
  /** Names of the inputs if no label is visible. */
  heard?: Days
}

/** From and to, typed in either era or chosen from a calendar. */
export function DayEnds({ value, onChange, heard }: DayEndsProps) {
  const t = useWords(daysText)
  const { era } = useFormat()
  const asked = readDays(value)
  const days: Days = typeof asked === 'object' ? asked : { from: '', to: '' }
  const now = writeDays(days)
  const shown = (day: string) => (day ? typedDay(day, era) : '')
  const [typed, setTyped] = useState({ from: shown(days.from), to: shown(days.to) })
  const [known, setKnown] = useState(now)
  const [seen, setSeen] = useState(now)
  // Changed by something else, such as “clear all”.
  if (now !== seen) {
    setSeen(now)
    if (now !== known) setTyped({ from: shown(days.from), to: shown(days.to) })
  }
  const type = (end: keyof Days, written: string) => {
    const next = { ...typed, [end]: written }
    setTyped(next)
    const read = writeDays({ from: dayOf(next.from) ?? '', to: dayOf(next.to) ?? '' })
    // While a date is half typed the list stays as it is.
    if (read === now) return
    setKnown(read)
    onChange(read)
  }
  const ends = ['from', 'to'] as const
  return ends.map((end) => (
    <FieldDate
      key={end}
      size="sm"
      label={heard ? heard[end] : t[end]}
      {...(heard && { labelProps: { className: 'ruam-heard' } })}
      value={typed[end]}
      placeholder={heard ? heard[end] : dateExampleOf(era)}
      error={whole.test(typed[end]) && !dayOf(typed[end]) && t.dateUnread}
      onChange={(written) => type(end, written)}
    />
  ))
}
