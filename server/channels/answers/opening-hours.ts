import type { Hours } from '@ruam/contract/channels/answers.ts'
import { dayAt } from '../../formats/values/time-zones.ts'

interface LocalTime {
  /** 0 is Monday. */
  weekday: number
  /** `14:32` */
  clock: string
  /** `2026-11-28` */
  day: string
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Returns the time that clocks show in a time zone. */
export function localTime(at: number, timeZone: string): LocalTime {
  const format =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  clocks.set(timeZone, format)
  const day = dayAt(new Date(at).toISOString(), timeZone)
  return { weekday: (new Date(day).getUTCDay() + 6) % 7, clock: format.format(at), day }
}

/** True within the opening times. An opening that ends before it begins ends on the next day. */
export function isOpen(hours: Hours, { weekday, clock }: Pick<LocalTime, 'weekday' | 'clock'>): boolean {
  const today = hours[weekday]!
  const yesterday = hours[(weekday + 6) % 7]!
  return (
    today.some(({ from, to }) => clock >= from && (to <= from || clock < to)) ||
    yesterday.some(({ from, to }) => to <= from && clock < to)
  )
}

/** Returns the openings of a day as customers read them, or null on a closed one. */
export function openingText(hours: Hours, { weekday }: Pick<LocalTime, 'weekday'>): string | null {
  const today = hours[weekday]!
  return today.length === 0 ? null : today.map(({ from, to }) => `${from}–${to}`).join(', ')
}
