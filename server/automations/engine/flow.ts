import type { Definition, Step, Trigger } from '@ruam/contract/automations/definition.ts'
import { addDays } from '../../customers/rules/days.ts'
import { dayAt, instantOf } from '../../formats/values/time-zones.ts'
import type { StepOf } from '../records/world.ts'

// The order of steps and their times. Pure: neither tables nor the present time.

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

export type Outcome = 'yes' | 'no' | 'done'

/** Steps of a definition by id, with their successors. */
export interface Flow {
  first: Step | null
  step(id: number): Step | undefined
  /** Returns the step after a step, null at the end. Only a condition has the outcomes `yes` and `no`. */
  next(id: number, outcome: Outcome): Step | null
}

export function flowOf({ steps }: Pick<Definition, 'steps'>): Flow {
  const all = new Map<number, { step: Step; next: Step | null }>()
  const add = (column: readonly Step[], after: Step | null) =>
    column.forEach((step, index) => {
      const next = column[index + 1] ?? after
      all.set(step.id, { step, next })
      if (step.kind !== 'condition') return
      add(step.yes, next)
      add(step.no, next)
    })
  add(steps, null)
  return {
    first: steps[0] ?? null,
    step: (id) => all.get(id)?.step,
    next(id, outcome) {
      const found = all.get(id)
      if (!found) return null
      const { step, next } = found
      if (step.kind !== 'condition') return next
      return step[outcome === 'yes' ? 'yes' : 'no'][0] ?? next
    },
  }
}

/** Returns dueAt for the runs of a set, which mostly share their instants: each is worked out once. */
export function dueTimes(timeZone: string): (step: Step, from: string) => string {
  const known = new Map<Step, Map<string, string>>()
  return (step, from) => {
    const times = known.get(step) ?? new Map<string, string>()
    known.set(step, times)
    const due = times.get(from) ?? dueAt(step, from, timeZone)
    times.set(from, due)
    return due
  }
}

/** Returns the time at which a run that reaches a step at an instant takes it: then, or at the end of a wait. */
export function dueAt(step: Step, from: string, timeZone: string): string {
  if (step.kind !== 'wait') return from
  // Date drops the microseconds of the database: without a wait the text stays.
  const [begins, ends] = [new Date(from), waitEnds(step, new Date(from), timeZone)]
  return ends > begins ? ends.toISOString() : from
}

/**
 * Returns the end of a wait. Days keep the time of day of the store's zone. A time that the clocks skip moves on with them. Hours are
 * exact.
 */
function waitEnds({ length, until }: StepOf<'wait'>, from: Date, timeZone: string): Date {
  const ends = length.unit === 'hour' ? new Date(from.getTime() + length.n * HOUR_MS) : daysOn(from, length.n, timeZone)
  return until ? nextAt(until, ends, timeZone) : ends
}

/** Milliseconds from the beginning of a day to an instant, as the clocks show them. */
function clockOfDay(at: Date, timeZone: string): { day: string; time: number } {
  const day = dayAt(at.toISOString(), timeZone)
  const begins = instantOf(Date.parse(day), timeZone)
  const shift = instantOf(Date.parse(day) + DAY_MS, timeZone) - begins - DAY_MS
  const elapsed = at.getTime() - begins
  // On a day of a change, the wall time is the one whose instant this is.
  if (shift === 0) return { day, time: elapsed }
  const time = [elapsed - shift, elapsed].find((wall) => instantOf(Date.parse(day) + wall, timeZone) === at.getTime())
  return { day, time: time ?? elapsed }
}

const at = (day: string, time: number, timeZone: string) => new Date(instantOf(Date.parse(day) + time, timeZone))

function daysOn(from: Date, days: number, timeZone: string): Date {
  if (days === 0) return from
  const { day, time } = clockOfDay(from, timeZone)
  return at(addDays(day, days), time, timeZone)
}

/** Returns the first instant from here on that is of the weekday, and of the time of day. A weekday alone begins at midnight. */
function nextAt({ weekday, time }: NonNullable<StepOf<'wait'>['until']>, from: Date, timeZone: string): Date {
  if (weekday === null && time === null) return from
  const today = dayAt(from.toISOString(), timeZone)
  const fits = (day: string) => weekday === null || weekdayOf(day) === weekday
  if (time === null && fits(today)) return from
  for (let days = 0; ; days++) {
    const day = addDays(today, days)
    const instant = at(day, time === null ? 0 : minutesOf(time) * MINUTE_MS, timeZone)
    if (fits(day) && instant >= from) return instant
  }
}

/** Number of a weekday, Monday is 1. */
const weekdayOf = (day: string) => new Date(day).getUTCDay() || 7

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

type DateTrigger = Extract<Trigger, { kind: 'date' }>

/** Returns the instants of a date trigger after one instant and up to another, and the day of the field that each means. */
export function dateInstants(
  { time, offset_days }: Pick<DateTrigger, 'time' | 'offset_days'>,
  timeZone: string,
  { after, upTo }: { after: Date; upTo: Date },
): { at: Date; day: string }[] {
  const last = dayAt(upTo.toISOString(), timeZone)
  const found: { at: Date; day: string }[] = []
  for (let today = dayAt(after.toISOString(), timeZone); today <= last; today = addDays(today, 1)) {
    const instant = at(today, minutesOf(time) * MINUTE_MS, timeZone)
    if (instant > after && instant <= upTo) found.push({ at: instant, day: addDays(today, -offset_days) })
  }
  return found
}
