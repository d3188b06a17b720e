import type { Timescale } from '@ruam/contract/reports/dashboard.ts'
import { type Days, daysOf, readDays } from '../../customers/profiles/day-range.ts'

const DAY_MS = 86_400_000

/**
 * Period of the dashboard: days of the store's calendar, the days it is compared with, and the resolution. A month is compared with the
 * same days of the month before, as today's figures are; other periods with as many days before.
 */
export interface RequestedPeriod {
  by: 'today' | 'month' | 'range'
  days: Days
  before: Days
  timescale: Timescale
}

const shifted = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** The same day of the month before, or that month's last day. */
function monthEarlier(day: string): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month - 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 2, Math.min(date, last))).toISOString().slice(0, 10)
}

/** Days from one to the other, both counted in. */
const daysBetween = ({ from, to }: Days) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1

/** So fine that a graph has some twenty to ninety points. */
export function timescaleOf(days: number): Timescale {
  if (days <= 2) return 'hour'
  if (days <= 92) return 'day'
  return days <= 2 * 366 ? 'week' : 'month'
}

/** Reads a period from the address; this month where it names none, and where its days are swapped or open at an end. */
export function readPeriod(text: string | undefined, timeZone: string, now = new Date()): RequestedPeriod {
  const asked = readDays(text)
  const range = typeof asked === 'object' && asked.from && asked.to && asked.from <= asked.to ? asked : undefined
  const by = range ? 'range' : asked === 'today' ? 'today' : 'month'
  const days = range ?? daysOf(by === 'today' ? 'today' : 'month', timeZone, now)
  const length = daysBetween(days)
  const before =
    by === 'month'
      ? { from: monthEarlier(days.from), to: monthEarlier(days.to) }
      : { from: shifted(days.from, -length), to: shifted(days.from, -1) }
  return { by, days, before, timescale: timescaleOf(length) }
}
