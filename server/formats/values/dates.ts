import { ERA, isBuddhist, isNothing, isSerial, serialDate } from './date-facts.ts'
import { type DateParts, dateParts } from './date-parts.ts'
import { christianYear, type DateStyle } from './date-styles.ts'
import { EMPTY, failed, type ReadValue } from './reading.ts'
import { asciiForm } from './thai.ts'
import { instantOf } from './time-zones.ts'
import { isCompleted, shiftedYear } from './year-doubts.ts'

/**
 * Returns a day as YYYY-MM-DD in the Christian calendar. A time and an offset are dropped, and the day is kept as written, unless
 * the column's times are a midnight elsewhere. Zeros (0000-00-00, 0/0/00) are empty (spec section 3). date_impossible: no such day.
 */
export function readDate(raw: string, style: DateStyle): ReadValue<string> {
  const day = readDay(raw, style)
  if (!('year' in day)) return day
  const { time, offset } = day.parts
  if (!time || (!style.sameMinute && style.doubt?.kind !== 'midnight')) return { value: isoDay(day) }
  if (offset !== null)
    return { value: style.sameMinute ? nearestDay(utcMidnight(day) + time - offset * 60_000) : isoDay(day) }
  if (time < LAST_MINUTE || style.doubt?.kind !== 'midnight') return { value: isoDay(day) }
  if (style.shift === 'next_day') return { value: nearestDay(utcMidnight(day) + time) }
  return style.shift === 'none' ? { value: isoDay(day) } : failed('date_day_unknown')
}

const DAY_MS = 86_400_000
const LAST_MINUTE = DAY_MS - 60_000

const nearestDay = (instant: number) => isoInstant(Math.round(instant / DAY_MS) * DAY_MS).slice(0, 10)

/** Returns an ISO instant in UTC, or a day if the cell has no time. Cells without an offset are in the store's zone. */
export function readDateTime(raw: string, style: DateStyle, timeZone: string): ReadValue<string> {
  const day = readDay(raw, style)
  if (!('year' in day)) return day
  const { time, offset } = day.parts
  if (time === null) return { value: isoDay(day) }
  const wall = utcMidnight(day) + time
  const instant = offset === null ? instantOf(wall, timeZone) : wall - offset * 60_000
  return { value: isoInstant(instant) }
}

/** Seconds of 2001 to 2128, or milliseconds, since 1970. Nothing else that is a date has 10 or 13 digits. */
const SINCE_1970 = /^[1-4]\d{9}(?:\.\d{1,9}|\d{3})?$/

/** Reads the seconds or milliseconds since 1970; null if the text is no such number. */
export function readInstant(raw: string, { latestDay }: Pick<DateStyle, 'latestDay'>): ReadValue<string> | null {
  if (raw.length < 10 || raw.length > 24) return null
  const text = asciiForm(raw)
  if (!SINCE_1970.test(text)) return null
  const isMilliseconds = /^\d{13}$/.test(text)
  const value = isoInstant(Math.round(isMilliseconds ? Number(text) : Number(text) * 1000))
  return Number(value.slice(0, 10).replaceAll('-', '')) > latestDay ? failed('date_in_future') : { value }
}

interface Day {
  year: number
  month: number
  day: number
  parts: Pick<DateParts, 'time' | 'offset'>
}

type NoDay = Exclude<ReadValue<never>, { value: never }> | typeof EMPTY

function readDay(raw: string, style: DateStyle): Day | NoDay {
  const parts = dateParts(raw)
  if (parts === null) {
    if (raw.trim() === '') return EMPTY
    return style.serials ? readSerial(raw, style) : failed('date_invalid')
  }
  if (isNothing(parts)) return EMPTY
  const ordered = parts.shape === 'numeric' ? inOrder(parts, style) : parts
  if (ordered === null) return failed('date_order_unknown')
  const year = christianYear(ordered, style)
  if (year === null) return failed(isOpen(parts, style) ? 'date_year_unknown' : 'date_year_impossible')
  const isBe = parts.era === 'be' || isBuddhist(parts) || (parts.yearDigits === 2 && style.twoDigitYears === 'be')
  return dayOf(year, ordered, isBe, style)
}

/** The day of a Christian year, within what the column's field may hold. */
function dayOf(written: number, parts: DateParts, isBe: boolean, style: DateStyle): Day | NoDay {
  const { month, day, yearDigits } = parts
  let year = written
  if (!isBe && yearDigits === 4 && (style.doubt !== null || style.shift !== null)) {
    const shifted = yearInDoubt(year, month * 100 + day, style)
    if (shifted === null) return failed('date_year_unknown')
    year = shifted
  }
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return failed('date_impossible')
  // Until 1940 the Thai year began in April, and programs count back from today's.
  if (year < 1941 && month < 4 && isBe) return failed('date_year_april')
  const number = year * 10_000 + month * 100 + day
  if (number > style.latestDay) return failed('date_in_future')
  if (number < style.earliestDay) return failed('date_too_early')
  return { year, month, day, parts }
}

/** Returns the year that a doubtful one means; null while the question is open. */
function yearInDoubt(
  year: number,
  day: number,
  { doubt, shift, latestDay, latestYear, purpose }: DateStyle,
): number | null {
  const isLate = year * 10_000 + day > latestDay
  const completed = purpose === 'activity' && isCompleted(year, latestYear)
  // A repair without a question, or another doubt than about years.
  const doubted = doubt?.kind === 'all' || completed || (isLate && doubt?.kind !== 'midnight')
  if (!doubted) return year
  if (shift === null || shift === 'empty') return isLate ? year : null
  return shiftedYear(year, shift, doubt?.split ?? null, latestYear, isLate)
}

/** A number that a spreadsheet counts days with. */
function readSerial(raw: string, style: DateStyle): Day | NoDay {
  const text = asciiForm(raw)
  const serial = /^\d{4,6}(?:\.\d+)?$/.test(text) ? Number(text) : 0
  if (!isSerial(serial)) return failed('date_invalid')
  const date = serialDate(serial)
  const time = date.getTime() - Math.floor(date.getTime() / DAY_MS) * DAY_MS
  const year = date.getUTCFullYear()
  const parts = {
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    yearDigits: 4,
    time: time || null,
    offset: null,
  }
  return dayOf(year < 2400 ? year : year - ERA, parts as DateParts, year >= 2400, style)
}

const isOpen = ({ yearDigits, era }: DateParts, { twoDigitYears }: DateStyle) =>
  yearDigits === 2 && era === null && twoDigitYears === 'open'

/** Day and month in their places; null if both orders fit and the column has both. */
function inOrder(parts: DateParts, { order, mixed }: DateStyle): DateParts | null {
  const { day, month } = parts
  if (mixed !== null && day !== month && day <= 31) {
    if (day <= 12 && month <= 12) return mixed === 'open' ? null : order === 'mdy' ? swapped(parts) : parts
    return month > 12 ? swapped(parts) : parts
  }
  if (order === 'mdy') return swapped(parts)
  if (order === 'ymd' && parts.yearDigits === 2) return { ...parts, year: parts.day, day: parts.year }
  return parts
}

const swapped = (parts: DateParts): DateParts => ({ ...parts, day: parts.month, month: parts.day })

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

const pairs = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'))

function isoDay({ year, month, day }: { year: number; month: number; day: number }): string {
  return `${pairs[Math.floor(year / 100)]}${pairs[year % 100]}-${pairs[month]}-${pairs[day]}`
}

/** Same as toISOString in a third of its time. */
function isoInstant(instant: number): string {
  const date = new Date(instant)
  const day = isoDay({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() })
  const milliseconds = String(date.getUTCMilliseconds()).padStart(3, '0')
  return `${day}T${pairs[date.getUTCHours()]}:${pairs[date.getUTCMinutes()]}:${pairs[date.getUTCSeconds()]}.${milliseconds}Z`
}

function utcMidnight({ year, month, day }: Pick<Day, 'year' | 'month' | 'day'>): number {
  return Date.UTC(year, month - 1, day)
}
