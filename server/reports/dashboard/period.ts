import { type DashboardRange, MAX_POINTS, type Timescale, timescales } from '@ruam/contract/reports/dashboard.ts'
import { ApiError } from '../../core/api-error.ts'
import { addDays, addMonths, clockOf, mondayOf } from '../../customers/rules/days.ts'
import { dayBegins, dayEnds } from '../../formats/values/time-zones.ts'

const HOUR_MS = 3_600_000
/** As far back as PostgreSQL and JavaScript write instants alike, in any time zone. */
export const FIRST_INSTANT = Date.parse('0001-01-03T00:00:00Z')
export const LAST_INSTANT = Date.parse('9999-12-30T00:00:00Z')

/** From one hour up to another, which is out; milliseconds. */
export interface DashboardPeriod {
  from: number
  until: number
}

/** A period as the counters of hours know it. */
export interface CountedPeriod extends DashboardPeriod {
  /** Requested start, which may lie within the first hour. */
  begins: number
  /** Preceding period of equal length. */
  previous: DashboardPeriod
  /** An end was moved to the beginning, or the end, of its hour. */
  approximate: boolean
}

/**
 * Returns the period of a range: days are those of `dayZone`, and without an end it is the current month of `monthZone`. Throws
 * `range_reversed`.
 */
export function periodOf(
  { from, to }: DashboardRange,
  { dayZone, monthZone, now }: { dayZone: string; monthZone: string; now: Date },
): CountedPeriod {
  const month = `${clockOf(now, monthZone).today.slice(0, 8)}01`
  const begins = instantOf(from, dayZone) ?? Date.parse(dayBegins(month, monthZone))
  // The last microsecond of a day is read as its last millisecond.
  const after = 1 + (instantOf(to, dayZone) ?? Date.parse(dayEnds(addDays(addMonths(month, 1), -1), monthZone)))
  if (begins >= after) throw new ApiError('range_reversed')
  const first = hourOf(begins)
  // Days of a zone that is off the hour begin with the hour they begin in, and so end before it. Of an instant its hour counts in.
  const until = typeof to === 'string' ? hourOf(after + HOUR_MS - 1) : hourOf(after)
  const previous = { from: Math.max(first - (until - first), FIRST_INSTANT - HOUR_MS), until: first }
  return { begins, from: first, until, previous, approximate: first !== begins || until !== after }
}

/** When the hour of an instant began. */
export const hourOf = (instant: number) => Math.floor(instant / HOUR_MS) * HOUR_MS

function instantOf(end: DashboardRange['from'], timeZone: string): number | undefined {
  if (end === undefined) return undefined
  const text =
    typeof end === 'string' ? end : end.end === 'from' ? dayBegins(end.day, timeZone) : dayEnds(end.day, timeZone)
  return Math.min(Math.max(Date.parse(text), FIRST_INSTANT), LAST_INSTANT)
}

/** When each hour, day, week or month of a period begins. Throws `too_many_points` with the finest scale that fits. */
export function pointsOf(period: CountedPeriod, timescale: Timescale, timeZone: string): number[] {
  const points = pointsUpTo(period, timescale, timeZone)
  if (points) return points
  const coarser = timescales.slice(timescales.indexOf(timescale) + 1)
  const fits = coarser.find((scale) => pointsUpTo(period, scale, timeZone))
  throw new ApiError('too_many_points', { most: MAX_POINTS, ...(fits && { timescale: fits }) })
}

function pointsUpTo(
  { begins, from, until }: CountedPeriod,
  timescale: Timescale,
  timeZone: string,
): number[] | undefined {
  const points: number[] = []
  for (const point of timescale === 'hour' ? hours(from) : days(begins, timescale, timeZone)) {
    if (hourOf(point) >= until) return points
    if (points.length === MAX_POINTS) return undefined
    points.push(point)
  }
}

function* hours(from: number) {
  for (let hour = from; ; hour += HOUR_MS) yield hour
}

function* days(begins: number, timescale: Exclude<Timescale, 'hour'>, timeZone: string) {
  const { today } = clockOf(new Date(begins), timeZone)
  let day = timescale === 'day' ? today : timescale === 'week' ? mondayOf(today) : `${today.slice(0, 8)}01`
  for (;;) {
    yield Math.max(Date.parse(dayBegins(day, timeZone)), FIRST_INSTANT)
    day = timescale === 'month' ? addMonths(day, 1) : addDays(day, timescale === 'week' ? 7 : 1)
  }
}
