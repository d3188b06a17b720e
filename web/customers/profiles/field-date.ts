import type { Era } from '../../data/format.ts'

const typed = /^(?<day>\d{1,2})\s*[/.-]\s*(?<month>\d{1,2})\s*[/.-]\s*(?<year>\d{4})$/
const iso = /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/
const thaiZero = '๐'.charCodeAt(0)

/** Years from 2400 to 2742 are Buddhist: the server reads them the same way. */
const christian = (year: number) => (year >= 2400 && year <= 2742 ? year - 543 : year)

/** The day that is typed, `2024-12-31`; undefined while it is none. Both eras, Thai digits, day first. */
export function dayOf(text: string): string | undefined {
  const plain = text.trim().replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - thaiZero))
  const { year, month, day } = (typed.exec(plain) ?? iso.exec(plain))?.groups ?? {}
  return year ? dayAt(christian(Number(year)), Number(month), Number(day)) : undefined
}

/** A day of the calendar; undefined when there is none, such as 31 February. Months from 1. */
function dayAt(year: number, month: number, day: number): string | undefined {
  const moment = new Date(Date.UTC(2000, month - 1, day))
  moment.setUTCFullYear(year, month - 1, day)
  if (year < 1 || moment.getUTCMonth() !== month - 1 || moment.getUTCDate() !== day) return undefined
  return moment.toISOString().slice(0, 10)
}

/** A day as it is typed in an era: `31/12/2567`. */
export function typedDay(day: string, era: Era): string {
  const [year = '', month, date] = day.slice(0, 10).split('-')
  return `${date}/${month}/${String(Number(year) + (era === 'be' ? 543 : 0)).padStart(4, '0')}`
}

/** Days of a calendar, counted on or back. */
export function movedDay(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + days)
  return moment.toISOString().slice(0, 10)
}

/** The same day of a later or earlier month, or the last one there is. */
export function movedMonth(day: string, months: number): string {
  const moment = new Date(`${day}T00:00:00Z`)
  const date = moment.getUTCDate()
  moment.setUTCDate(1)
  moment.setUTCMonth(moment.getUTCMonth() + months)
  const last = new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 0)).getUTCDate()
  moment.setUTCDate(Math.min(date, last))
  return moment.toISOString().slice(0, 10)
}

/** Weeks of a month from Sunday, filled with days of the neighbouring months. */
export function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 8)}01`
  const start = movedDay(first, -new Date(`${first}T00:00:00Z`).getUTCDay())
  const days = Array.from({ length: 42 }, (_, place) => movedDay(start, place))
  return Array.from({ length: 6 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}
