import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCalendarTime, IconCircleCheck } from '@tabler/icons-react'
import { useWords } from '../../data/text.ts'
import { bahtOf } from '../cost.ts'
import { text } from '../text.ts'
import { type Calendar, type CalendarItem, dayNumber } from './calendar.ts'
import { calendarText } from './calendar-text.ts'
import styles from './Quota.module.css'

interface EndsCardProps {
  calendar: Calendar
  /** Undefined for a person who may not move broadcasts. */
  onMove?: ((item: CalendarItem) => void) | undefined
}

/** The day on which the quota ends, what is lacking, and what can be done about it. */
export function EndsCard({ calendar, onMove }: EndsCardProps) {
  const t = useWords(calendarText)
  const w = useWords(text)
  const { left, days, today, ends, short, price, items, counting } = calendar
  if (left === null) return null
  const last = days.at(-1)!
  const isOver = last.day < today
  const evening = last.left ?? left
  const crossing = ends && items.find(({ id }) => id === ends.id)
  const title = () => {
    if (isOver) return t.restedTitle({ count: Math.max(evening, 0) })
    if (ends) return t.endsTitle({ day: dayNumber(ends.day) })
    return short > 0 ? t.overTitle : t.enoughTitle
  }
  const Icon = short > 0 ? IconAlertTriangle : IconCircleCheck
  return (
    <section className={styles.ends} data-short={short > 0 || undefined} aria-labelledby="quota-ends">
      <h2 id="quota-ends">
        <Icon size={20} stroke={1.6} aria-hidden />
        {title()}
      </h2>
      {!isOver && <p>{short > 0 ? t.endsText({ count: short }) : t.enoughText({ count: Math.max(evening, 0) })}</p>}
      {counting && <p role="status">{t.stillCounting}</p>}
      {short > 0 && (
        <div>
          {crossing?.movable && onMove && (
            <Button leftSection={<IconCalendarTime size={16} stroke={1.6} />} onClick={() => onMove(crossing)}>
              {t.moveNamed({ name: crossing.name || w.noName })}
            </Button>
          )}
          {price !== null && <span>{t.buyMore({ baht: bahtOf(price, short) })}</span>}
        </div>
      )}
    </section>
  )
}
