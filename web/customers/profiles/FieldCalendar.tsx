import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { usePreferences } from '../../data/preferences.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import styles from './FieldDate.module.css'
import { movedDay, movedMonth, weeksOf } from './field-date.ts'
import { fieldInput } from './field-input-text.ts'

interface FieldCalendarProps {
  /** The day that stands in the input. */
  day: string | undefined
  onChoose: (day: string) => void
  /** It has its size now. */
  onShown: () => void
}

const FIRST_YEAR = 1900

/** The step of each key through the days. */
const steps: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => movedDay(day, -1),
  ArrowRight: (day) => movedDay(day, 1),
  ArrowUp: (day) => movedDay(day, -7),
  ArrowDown: (day) => movedDay(day, 7),
  PageUp: (day) => movedMonth(day, -1),
  PageDown: (day) => movedMonth(day, 1),
}

/** A month of days, in the person's era. Arrows walk through the days, Enter chooses. */
export default function FieldCalendar({ day, onChoose, onShown }: FieldCalendarProps) {
  const t = useWords(fieldInput)
  const { language } = usePreferences()
  const { era } = useFormat()
  const { timeZone } = useStore()
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format()
  const [at, setAt] = useState(day ?? today)
  const table = useRef<HTMLTableElement>(null)
  const focus = useRef(true)
  useEffect(() => {
    if (at && focus.current) table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    focus.current = false
  }, [at])
  // Once, when the code has come and the panel has its size.
  // biome-ignore lint/correctness/useExhaustiveDependencies: placed again it would jump
  useEffect(onShown, [])

  const formatOf = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(`${language}-u-ca-${era === 'be' ? 'buddhist' : 'gregory'}`, {
      ...options,
      timeZone: 'UTC',
    })
  const months = Array.from({ length: 12 }, (_, month) => ({
    value: String(month + 1),
    label: formatOf({ month: 'long' }).format(Date.UTC(2000, month, 1)),
  }))
  const weeks = weeksOf(at)
  const year = Number(at.slice(0, 4))
  const lastYear = Math.max(Number(today.slice(0, 4)) + 20, year)
  const firstYear = Math.min(FIRST_YEAR, year)
  const years = Array.from({ length: lastYear - firstYear + 1 }, (_, place) => lastYear - place)
  const walk = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    focus.current = true
    setAt(step(at))
  }
  return (
    <>
      <div className={styles.head}>
        <ActionIcon aria-label={t.previousMonth} onClick={() => setAt(movedMonth(at, -1))}>
          <IconChevronLeft size={18} stroke={1.6} />
        </ActionIcon>
        <NativeSelect
          size="sm"
          aria-label={t.month}
          data={months}
          value={String(Number(at.slice(5, 7)))}
          onChange={(event) => setAt(movedMonth(at, Number(event.currentTarget.value) - Number(at.slice(5, 7))))}
        />
        <NativeSelect
          size="sm"
          aria-label={era === 'be' ? t.buddhistYear : t.year}
          data={years.map((one) => ({ value: String(one), label: String(era === 'be' ? one + 543 : one) }))}
          value={String(year)}
          onChange={(event) => setAt(movedMonth(at, (Number(event.currentTarget.value) - year) * 12))}
        />
        <ActionIcon aria-label={t.nextMonth} onClick={() => setAt(movedMonth(at, 1))}>
          <IconChevronRight size={18} stroke={1.6} />
        </ActionIcon>
      </div>
      <table ref={table} className={styles.days} onKeyDown={walk}>
        <thead>
          <tr>
            {weeks[0]!.map((one) => (
              <th key={one} scope="col" abbr={formatOf({ weekday: 'long' }).format(Date.parse(one))}>
                {formatOf({ weekday: 'short' }).format(Date.parse(one))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <td key={one}>
                  <button
                    type="button"
                    tabIndex={one === at ? 0 : -1}
                    aria-label={formatOf({ dateStyle: 'full' }).format(Date.parse(one))}
                    aria-pressed={one === day}
                    aria-current={one === today ? 'date' : undefined}
                    data-beside={one.slice(0, 7) !== at.slice(0, 7) || undefined}
                    onClick={() => onChoose(one)}
                  >
                    {Number(one.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.foot}>
        <Button onClick={() => onChoose(today)}>{t.today}</Button>
      </div>
    </>
  )
}
