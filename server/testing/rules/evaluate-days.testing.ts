import type { Span } from '@ruam/contract/customers/value-tests.ts'

// Days as the days they are, for the plain evaluator of rules.

export const HOUR = 3_600_000
const DAY = 24 * HOUR

const formats = new Map<string, Intl.DateTimeFormat>()
export function dayOf(instant: number, timeZone: string): string {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formats.set(timeZone, format)
  }
  return format.format(instant)
}

export const later = (day: string, days: number) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)

function monthsLater(day: string, months: number): string {
  const all = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months
  const month = `${Math.floor(all / 12)}-${String((all % 12) + 1).padStart(2, '0')}`
  for (let date = Number(day.slice(8)); ; date--) {
    const found = `${month}-${String(date).padStart(2, '0')}`
    const parsed = new Date(found)
    if (!Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(found)) return found
  }
}

export function edge({ n, unit }: Span, today: string, way: -1 | 1): string {
  if (n > 0) {
    if (unit === 'month') return monthsLater(today, way * n)
    return later(today, way * n * (unit === 'week' ? 7 : 1))
  }
  let day = today
  if (unit === 'week') {
    while (new Date(day).getUTCDay() !== (way < 0 ? 1 : 0)) day = later(day, way)
    return day
  }
  if (unit === 'month') while (later(day, way).slice(0, 7) === today.slice(0, 7)) day = later(day, way)
  return day
}

export const isDay = (text: string) => text.length === 10

export const daysFrom = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY)

/** The day of a value, which may be an instant. */
export function dayIn(value: unknown, timeZone: string): string | null {
  if (typeof value !== 'string') return null
  return isDay(value) ? value : dayOf(Date.parse(value), timeZone)
}
