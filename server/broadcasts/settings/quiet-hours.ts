import type { SettingRow } from './queries.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60

const minutesOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

/** Minutes since midnight in a time zone. */
function localMinutes(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return minutesOf(parts.format(at))
}

/** Returns the end of the quiet hours in which an instant falls, or null if it falls in none. */
export function quietUntil(
  { quiet_from, quiet_to }: Pick<SettingRow, 'quiet_from' | 'quiet_to'>,
  at: Date,
  timeZone: string,
): Date | null {
  if (quiet_from === null || quiet_to === null || quiet_from === quiet_to) return null
  const [from, to, now] = [minutesOf(quiet_from), minutesOf(quiet_to), localMinutes(at, timeZone)]
  const isQuiet = from < to ? now >= from && now < to : now >= from || now < to
  if (!isQuiet) return null
  const left = (to - now + DAY_MINUTES) % DAY_MINUTES
  return new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS + left * MINUTE_MS)
}
