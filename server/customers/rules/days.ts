import type { Span } from '@ruam/contract/customers/value-tests.ts'
import { type RawBuilder, sql } from 'kysely'
import { dayBegins } from '../../formats/values/time-zones.ts'

// Days of a store's calendar, `2026-01-31`, and the instants at which they begin.

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const DAY_LENGTH = '2026-01-31'.length

export interface Clock {
  /** The moment the rule is asked about. */
  now: Date
  timeZone: string
  /** The store's day of that moment. */
  today: string
  /** Instant of each row as SQL, all of them of the day `today`; without it, `now` holds for all rows. */
  moment?: RawBuilder<unknown>
}

/** The moment of evaluation as SQL. */
export const momentOf = ({ now, moment }: Clock) => moment ?? sql`${now.toISOString()}::timestamptz`

export function clockOf(now: Date, timeZone: string): Clock {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  // A year before 1000 is written with fewer digits.
  return { now, timeZone, today: format.format(now).padStart(DAY_LENGTH, '0') }
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Months on; a day that the month lacks becomes its last. */
export function addMonths(day: string, months: number): string {
  // Never by Date.UTC, which takes the year 80 for 1980.
  const first = new Date(`${day.slice(0, 8)}01`)
  first.setUTCMonth(first.getUTCMonth() + months)
  const last = new Date(first)
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  const date = Math.min(Number(day.slice(8)), last.getUTCDate())
  return `${first.toISOString().slice(0, 8)}${String(date).padStart(2, '0')}`
}

export const mondayOf = (day: string) => addDays(day, -((new Date(day).getUTCDay() + 6) % 7))

/** The first day of the last days, weeks or months. */
export function firstDay({ n, unit }: Span, { today }: Clock): string {
  if (unit === 'month') return n === 0 ? `${today.slice(0, 8)}01` : addMonths(today, -n)
  if (unit === 'week') return n === 0 ? mondayOf(today) : addDays(today, -7 * n)
  return addDays(today, -n)
}

/** The last day of the next days, weeks or months. */
export function lastDay({ n, unit }: Span, { today }: Clock): string {
  if (unit === 'month') return n === 0 ? addDays(`${addMonths(today, 1).slice(0, 8)}01`, -1) : addMonths(today, n)
  if (unit === 'week') return n === 0 ? addDays(mondayOf(today), 6) : addDays(today, 7 * n)
  return addDays(today, n)
}

/** The instant, as SQL, at which the last hours, days, weeks or months begin. */
export function spanBegins(span: Span, clock: Clock): RawBuilder<unknown> {
  if (span.unit !== 'hour') return sql`${dayBegins(firstDay(span, clock), clock.timeZone)}::timestamptz`
  if (clock.moment) return sql`(${clock.moment} - make_interval(hours => ${span.n}::int))`
  return sql`${new Date(clock.now.getTime() - span.n * HOUR_MS).toISOString()}::timestamptz`
}

/** The instant at which the day after a day begins. */
export const dayIsOver = (day: string, { timeZone }: Clock) => dayBegins(addDays(day, 1), timeZone)

export const isDay = (moment: string) => moment.length === DAY_LENGTH

const monthDay = (day: string) => Number(day.slice(5, 7)) * 100 + Number(day.slice(8))
const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

/**
 * The days of any year (month * 100 + day, both ends counted in) whose anniversary is from one day to another; null when every day is.
 * 29 February has its anniversary on the 28th of other years.
 */
export function anniversaries(from: string, to: string): [first: number, last: number][] | null {
  if (addMonths(from, 12) <= to) return null
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))]
  return Array.from({ length: last - first + 1 }, (_, more) => {
    const year = first + more
    const begins = year === first ? monthDay(from) : 101
    const ends = year === last ? monthDay(to) : 1231
    return [begins, ends === 228 && !isLeap(year) ? 229 : ends]
  })
}
