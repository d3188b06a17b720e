import { addDays, addMonths, type Clock, clockOf } from '../../customers/rules/days.ts'
import { dayBegins } from '../../formats/values/time-zones.ts'

/** Days since the last purchase (product.md section 7): a customer is new, active, at risk, and lapsed after that. */
export const NEW_DAYS = 30
export const ACTIVE_DAYS = 90
export const QUIET_DAYS = 180

/** Days of a store's calendar that group its purchases. */
export interface ShopDays extends Clock {
  /** This month up to today. */
  period: { from: string; to: string }
  /** The same days of last month, as far as it has them. */
  previous: { from: string; to: string }
  newFrom: string
  activeFrom: string
  quietFrom: string
  yearFrom: string
}

export function shopDays(now: Date, timeZone: string): ShopDays {
  const clock = clockOf(now, timeZone)
  const { today } = clock
  const first = `${today.slice(0, 8)}01`
  return {
    ...clock,
    period: { from: first, to: today },
    previous: { from: addMonths(first, -1), to: addMonths(today, -1) },
    newFrom: addDays(today, -NEW_DAYS),
    activeFrom: addDays(today, -ACTIVE_DAYS),
    quietFrom: addDays(today, -QUIET_DAYS),
    yearFrom: addMonths(today, -12),
  }
}

/** The instant at which a day begins. */
export const beginsAt = (day: string, { timeZone }: Clock) => dayBegins(day, timeZone)

/** Every day of the period, with the day of that number in last month, if it has one. */
export function dayPairs({ period, previous }: ShopDays): { day: string; before: string | null }[] {
  const pairs: { day: string; before: string | null }[] = []
  for (let n = 0, day = period.from; day <= period.to; n++, day = addDays(period.from, n)) {
    const before = addDays(previous.from, n)
    pairs.push({ day, before: before <= previous.to ? before : null })
  }
  return pairs
}

/** The next birthday from today on. */
export function nextBirthday(birthDate: string, today: string): string {
  const year = Number(today.slice(0, 4))
  const inYear = (of: number) => {
    const day = `${String(of).padStart(4, '0')}${birthDate.slice(-6)}`
    // 29 February is kept on the 28th of other years.
    return Number.isNaN(Date.parse(day)) || new Date(day).toISOString().slice(0, 10) !== day
      ? `${day.slice(0, 8)}28`
      : day
  }
  const day = inYear(year)
  return day >= today ? day : inYear(year + 1)
}
