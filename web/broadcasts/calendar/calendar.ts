import type { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { type PlannedPart, plannedOf, type QuotaLine, quotaLine } from '@ruam/contract/broadcasts/quota-line.ts'
import type { Got } from '../../data/api.ts'
import { inZone, storeInstantOf } from '../store-time.ts'

export type Calendar = Got<typeof broadcasts.calendar>
export type CalendarItem = Calendar['items'][number]
export type CalendarDay = Calendar['days'][number]

const JAPAN_MS = 9 * 3_600_000

/** Returns true if LINE counts a broadcast at an instant in a month: LINE's days are those of Japan. */
export const countsIn = (month: string, at: string): boolean =>
  new Date(Date.parse(at) + JAPAN_MS).toISOString().slice(0, 7) === month

/** A broadcast at another time. */
interface Move {
  item: CalendarItem
  day: string
  at: string
}

/** Returns the line of the quota if a broadcast is moved, or null without a limit or a day to come. */
export function lineAfter({ left, days, today, month, items }: Calendar, { item, day, at }: Move): QuotaLine | null {
  const ahead = days.map((one) => one.day).filter((one) => one >= today)
  if (left === null || ahead.length === 0) return null
  const planned = plannedOf(items).map((one): PlannedPart & { at: string } =>
    // LINE counts the rest of that evening in the next month.
    one.id === item.id
      ? { ...one, day, at, messages: countsIn(month, at) ? one.messages || (one.people ?? 0) : 0 }
      : one,
  )
  planned.sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
  return quotaLine(left, ahead, planned)
}

/** Returns a calendar with the line as it would be if a broadcast were sent on another day, at its time. */
export function withMove(calendar: Calendar, item: CalendarItem, day: string, timeZone: string): Calendar {
  const line = lineAfter(calendar, { item, day, at: storeInstantOf(day, inZone(item.at, timeZone).clock, timeZone) })
  if (!line) return calendar
  const ahead = calendar.days.findIndex((one) => one.day >= calendar.today)
  const days = calendar.days.map((one, place) => ({
    ...one,
    left: place < ahead ? one.left : line.left[place - ahead]!,
  }))
  return { ...calendar, days, ends: line.ends, short: line.short }
}

/** Returns another month, so many months on. */
export function monthsOn(month: string, more: number): string {
  const [year, number] = month.split('-').map(Number)
  return new Date(Date.UTC(year!, number! - 1 + more, 1)).toISOString().slice(0, 7)
}

/** How a broadcast is drawn. */
export function kindOf({ status, subStatus }: CalendarItem): 'sent' | 'scheduled' | 'waiting' | 'draft' {
  if (status === 'draft') return subStatus === 'awaiting_approval' ? 'waiting' : 'draft'
  return status === 'pending' ? 'scheduled' : 'sent'
}

/** Returns the weeks of a month, Sundays first, with the days of its neighbours. */
export function weeksOf(days: readonly CalendarDay[]): string[][] {
  const first = Date.parse(days[0]!.day)
  const start = first - new Date(first).getUTCDay() * DAY_MS
  const weeks = Math.ceil((days.length + new Date(first).getUTCDay()) / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => new Date(start + (week * 7 + day) * DAY_MS).toISOString().slice(0, 10)),
  )
}

const DAY_MS = 86_400_000

/** Number of a day in its month, as it is read. */
export const dayNumber = (day: string) => String(Number(day.slice(8)))
