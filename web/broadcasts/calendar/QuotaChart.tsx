import { useId } from 'react'
import { formatNumber } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { type Calendar, dayNumber } from './calendar.ts'
import { calendarText } from './calendar-text.ts'
import styles from './Quota.module.css'
import { useMonthNames } from './use-month-names.ts'

const WIDTH = 600
const HEIGHT = 70

/** Days between two numbers below the line. */
const TICK = 6

/** The rest of the quota in the evening of each day: a forecast is dashed, and red below 0. */
export function QuotaChart({ calendar }: { calendar: Calendar }) {
  const t = useWords(calendarText)
  const { shortMonth } = useMonthNames()
  const clip = useId()
  const { days, limit, left, today, month, ends, countedAt } = calendar
  const name = t.quotaOf({ month: shortMonth(month) })
  const note = countedAt === null ? t.notCounted : t.noLimit
  const head = (
    <header>
      <h2>{name}</h2>
      <span>{limit === null ? note : t.messages({ count: limit })}</span>
      {limit !== null && (
        <p className={styles.lineLegend}>
          <span data-line="real">{t.real}</span>
          <span data-line="forecast">{t.forecast}</span>
        </p>
      )}
    </header>
  )
  if (limit === null || left === null) return <section className={styles.chart}>{head}</section>
  const place = days.findIndex(({ day }) => day === today)
  const isAhead = place < 0 && days[0]!.day > today
  const passed = place < 0 ? (isAhead ? 0 : days.length) : place
  const least = Math.min(0, ...days.map((day) => day.left ?? 0))
  const x = (index: number) => (index / days.length) * WIDTH
  const y = (messages: number) => ((limit - messages) / (limit - least || 1)) * HEIGHT
  const step = (from: number, until: number) =>
    days
      .slice(from, until)
      .map((day, index) => (day.left === null ? '' : `H${x(from + index + 0.5)}V${y(day.left)}`))
      .join('')
  const now = { x: x(passed + (place < 0 ? 0 : 0.5)), y: y(left) }
  const real = `M0 ${y(limit)}${step(0, passed)}${place < 0 ? '' : `H${now.x}V${now.y}`}`
  const forecast = `M${isAhead ? 0 : now.x} ${now.y}${step(passed, days.length)}H${WIDTH}`
  const endPlace = ends && days.findIndex(({ day }) => day === ends.day)
  const share = (part: number) => `${(part / WIDTH) * 100}%`
  const ticks = days.filter((_, index) => index % TICK === 0 || index === days.length - 1)
  return (
    <section className={styles.chart}>
      {head}
      <div className={styles.lines}>
        <div aria-hidden>
          <span>{formatNumber(limit)}</span>
          <span style={{ top: `${(y(0) / HEIGHT) * 100}%` }}>0</span>
        </div>
        <div>
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={name}>
            <clipPath id={`${clip}-above`}>
              <rect width={WIDTH} height={y(0) + 0.5} y={-2} />
            </clipPath>
            <clipPath id={`${clip}-below`}>
              <rect width={WIDTH} height={HEIGHT} y={y(0) + 0.5} />
            </clipPath>
            <path d={`M0 0H${WIDTH}`} />
            <path d={`M0 ${y(limit / 2)}H${WIDTH}`} />
            <path d={`M0 ${y(0)}H${WIDTH}`} data-line="zero" />
            {passed < days.length && (
              <>
                <path d={forecast} data-line="forecast" clipPath={`url(#${clip}-above)`} />
                <path d={forecast} data-line="lacking" clipPath={`url(#${clip}-below)`} />
              </>
            )}
            {!isAhead && <path d={real} data-line="real" />}
            {endPlace !== null && <path d={`M${x(endPlace + 0.5)} 0V${y(0)}`} data-line="end" />}
          </svg>
          {place >= 0 && (
            <span
              className={styles.now}
              data-late={place > days.length / 2 || undefined}
              data-high={now.y < HEIGHT / 3 || undefined}
              style={{ left: share(now.x), top: `${(now.y / HEIGHT) * 100}%` }}
            >
              {t.leftToday({ count: left })}
            </span>
          )}
          {endPlace !== null && ends && (
            <span
              className={styles.end}
              data-late={endPlace > days.length / 2 || undefined}
              style={{ left: share(x(endPlace + 0.5)) }}
            >
              {t.endsOn({ day: dayNumber(ends.day) })}
            </span>
          )}
        </div>
        <div aria-hidden>
          {ticks.map(({ day }) => (
            <span key={day} style={{ left: share(x(Number(day.slice(8)) - 0.5)) }}>
              {dayNumber(day)}
            </span>
          ))}
        </div>
      </div>
    </section>
  )
}
