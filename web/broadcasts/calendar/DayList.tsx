import { useWords } from '../../data/text.ts'
import styles from './Calendar.module.css'
import type { Calendar, CalendarItem } from './calendar.ts'
import { calendarText } from './calendar-text.ts'
import { ItemChip } from './ItemChip.tsx'
import { LeftOf, Outside } from './MonthGrid.tsx'
import { useMonthNames } from './use-month-names.ts'

interface DayListProps {
  calendar: Calendar
  onMove?: ((item: CalendarItem) => void) | undefined
}

/** The days of a month on which something is sent, for a phone. */
export function DayList({ calendar: { days, items, today, month }, onMove }: DayListProps) {
  const t = useWords(calendarText)
  const names = useMonthNames()
  const shown = days.filter(
    ({ day, outside }) => outside > 0 || day === today || items.some((item) => item.day === day),
  )
  if (shown.length === 0) return <p className={styles.empty}>{t.noDays}</p>
  return (
    <ul className={styles.dayList}>
      {shown.map((day) => (
        <li key={day.day}>
          <header>
            <h3>
              {names.day(day.day)}
              {day.day === today && ` · ${t.today}`}
            </h3>
            <LeftOf day={day} />
          </header>
          <Outside day={day} />
          <ul className={styles.items}>
            {items
              .filter((item) => item.day === day.day)
              .map((item) => (
                <ItemChip key={item.id} item={item} month={month} onMove={item.movable ? onMove : undefined} />
              ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
