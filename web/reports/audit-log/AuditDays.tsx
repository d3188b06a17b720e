import { useState } from 'react'
import { rangeDayOf } from '../../customers/profiles/day-range.ts'
import { usePreferences } from '../../data/preferences.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { AuditItem } from './AuditItem.tsx'
import styles from './AuditLog.module.css'
import type { AuditRow, OnFilter } from './audit-row.ts'
import { fold } from './fold.ts'
import { text } from './text.ts'

interface DayCount {
  day: string
  count: number
  capped: boolean
}

/** Acts by day, each day under a heading that stays in sight. */
export function AuditDays({ rows, days, onFilter }: { rows: AuditRow[]; days: DayCount[]; onFilter: OnFilter }) {
  const t = useWords(text)
  const format = useFormat()
  const { timeZone } = useStore()
  const weekday = useWeekday()
  const [open, setOpen] = useState<number>()
  const today = rangeDayOf(timeZone, new Date())
  const yesterday = rangeDayOf(timeZone, new Date(Date.now() - 86_400_000))
  const byDay = Map.groupBy(rows, ({ at }) => rangeDayOf(timeZone, new Date(at)))
  return days.map(({ day, count, capped }) => (
    <section key={day} className={styles.day}>
      <h2>
        {day === today ? (
          <b className={styles.today}>{t.today}</b>
        ) : day === yesterday ? (
          <b className={styles.today}>{t.yesterdayHead}</b>
        ) : null}
        <span>
          {weekday(day)} {format.date(day)}
        </span>
        <span className={styles.dayCount}>{t.count({ count: capped ? `${format.formatNumber(count)}+` : count })}</span>
      </h2>
      <ul>
        {fold(byDay.get(day) ?? []).map(({ row, times, others }) => (
          <AuditItem
            key={row.id}
            row={row}
            times={times}
            others={others}
            open={open === row.id}
            onToggle={() => setOpen(open === row.id ? undefined : row.id)}
            onFilter={onFilter}
          />
        ))}
      </ul>
    </section>
  ))
}

function useWeekday() {
  const { language } = usePreferences()
  const name = new Intl.DateTimeFormat(language === 'th' ? 'th' : 'en-GB', { weekday: 'long', timeZone: 'UTC' })
  return (day: string) => name.format(new Date(`${day}T00:00:00Z`)).replace(/^วัน/, '')
}
