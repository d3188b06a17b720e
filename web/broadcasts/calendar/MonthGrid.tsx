import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '../../data/text.ts'
import styles from './Calendar.module.css'
import { type Calendar, type CalendarDay, type CalendarItem, dayNumber, weeksOf } from './calendar.ts'
import { calendarText } from './calendar-text.ts'
import { ItemChip } from './ItemChip.tsx'
import { useMonthNames } from './use-month-names.ts'

/** Broadcasts of a day that are shown at once. */
const SHOWN = 2

interface MonthGridProps {
  calendar: Calendar
  onMove?: ((item: CalendarItem) => void) | undefined
  /** The broadcast that is dragged, and the day it is over. */
  dragged: { item: CalendarItem; day?: string } | undefined
  onDrag: (dragged: { item: CalendarItem; day?: string } | undefined) => void
  onDrop: (item: CalendarItem, day: string) => void
}

/** The days of a month, with what is sent on each and what is left in its evening. Past days take nothing. */
export function MonthGrid({ calendar, onMove, dragged, onDrag, onDrop }: MonthGridProps) {
  const { days, today, items, month } = calendar
  const names = useMonthNames()
  const weeks = weeksOf(days)
  const byDay = new Map(days.map((day) => [day.day, day]))
  return (
    <table className={styles.grid}>
      <thead>
        <tr>
          {weeks[0]!.map((day) => (
            <th key={day} scope="col">
              {names.weekday(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              const own = byDay.get(day)
              if (!own)
                return (
                  <td key={day} data-other>
                    <span className={styles.number}>{names.day(day)}</span>
                  </td>
                )
              const takes = dragged !== undefined && day >= today
              return (
                <td
                  key={day}
                  data-over={(takes && dragged.day === day) || undefined}
                  onDragOver={(event) => {
                    if (!takes) return
                    event.preventDefault()
                    if (dragged.day !== day) onDrag({ ...dragged, day })
                  }}
                  onDrop={(event) => {
                    event.preventDefault()
                    if (takes && dragged.item.day !== day) onDrop(dragged.item, day)
                  }}
                >
                  <DayCell
                    day={own}
                    isToday={day === today}
                    items={items.filter((item) => item.day === day)}
                    month={month}
                    onMove={onMove}
                    onDrag={(item) => onDrag(item && { item })}
                  />
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface DayCellProps {
  day: CalendarDay
  isToday: boolean
  items: readonly CalendarItem[]
  month: string
  onMove: MonthGridProps['onMove']
  onDrag: (item: CalendarItem | undefined) => void
}

function DayCell({ day, isToday, items, month, onMove, onDrag }: DayCellProps) {
  const t = useWords(calendarText)
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen || items.length <= SHOWN + 1 ? items : items.slice(0, SHOWN)
  return (
    <div className={styles.day}>
      <header>
        <span className={styles.number} data-today={isToday || undefined}>
          {dayNumber(day.day)}
        </span>
        <LeftOf day={day} />
      </header>
      <Outside day={day} />
      {shown.length > 0 && (
        <ul className={styles.items}>
          {shown.map((item) => (
            <ItemChip
              key={item.id}
              item={item}
              month={month}
              onMove={item.movable ? onMove : undefined}
              onDrag={onDrag}
            />
          ))}
        </ul>
      )}
      {items.length > SHOWN + 1 && (
        <UnstyledButton className={styles.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t.fewer : t.more({ count: items.length - SHOWN })}
        </UnstyledButton>
      )}
    </div>
  )
}

/** The rest in the evening of a day, or the number that lacks. */
export function LeftOf({ day: { left } }: { day: CalendarDay }) {
  const t = useWords(calendarText)
  if (left === null) return null
  return (
    <span className={styles.left} data-lacking={left < 0 || undefined}>
      {left < 0 ? t.lacking({ count: -left }) : t.left({ count: left })}
    </span>
  )
}

/** Messages that were sent without Ruam. */
export function Outside({ day: { outside, outsideSince } }: { day: CalendarDay }) {
  const t = useWords(calendarText)
  if (outside === 0) return null
  return (
    <p className={styles.outside}>
      {outsideSince === null
        ? t.outside({ count: outside })
        : t.outsideSince({ count: outside, day: dayNumber(outsideSince) })}
    </p>
  )
}
