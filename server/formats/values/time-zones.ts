const DAY_MS = 86_400_000
const REMEMBERED_DAYS = 20_000

const formats = new Map<string, Intl.DateTimeFormat>()
const steadyDays = new Map<string, Map<number, number>>()

/**
 * The UTC instant at which the clocks of a time zone show a wall time (both in milliseconds). A time that the clocks skip
 * is moved on by what they skip; of one that they show twice either may come.
 */
export function instantOf(wall: number, timeZone: string): number {
  const steady = steadyOffset(Math.floor(wall / DAY_MS), timeZone)
  if (steady !== null) return wall - steady
  const first = offsetAt(wall, timeZone)
  const second = offsetAt(wall - first, timeZone)
  if (second === first || offsetAt(wall - second, timeZone) === second) return wall - second
  return wall - Math.min(first, second)
}

/** The day, `2026-01-31`, of an instant in a time zone; a day stays itself. */
export function dayAt(value: string, timeZone: string): string {
  if (value.length === 10) return value
  const instant = Date.parse(value)
  const offset = steadyOffset(Math.floor(instant / DAY_MS), timeZone) ?? offsetAt(instant, timeZone)
  return new Date(instant + offset).toISOString().slice(0, 10)
}

/** The instant at which a day, `2026-01-31`, begins in a time zone. */
export function dayBegins(day: string, timeZone: string): string {
  return new Date(instantOf(Date.parse(day), timeZone)).toISOString()
}

/** The last microsecond of a day in a time zone: as far as PostgreSQL tells instants apart. */
export function dayEnds(day: string, timeZone: string): string {
  const last = instantOf(Date.parse(day) + DAY_MS, timeZone) - 1
  return new Date(last).toISOString().replace('Z', '999Z')
}

/** The offset of a day and its neighbours when the clocks don't change in them: files repeat days, and Intl is slow. */
function steadyOffset(day: number, timeZone: string): number | null {
  const known = steadyDays.get(timeZone) ?? new Map<number, number>()
  steadyDays.set(timeZone, known)
  const remembered = known.get(day)
  if (remembered !== undefined) return remembered
  const before = offsetAt((day - 1) * DAY_MS, timeZone)
  if (before !== offsetAt((day + 2) * DAY_MS, timeZone)) return null
  if (known.size >= REMEMBERED_DAYS) known.clear()
  known.set(day, before)
  return before
}

/** Milliseconds east of UTC at an instant. Throws RangeError for a time zone that does not exist. */
function offsetAt(instant: number, timeZone: string): number {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    formats.set(timeZone, format)
  }
  const name = format.formatToParts(instant).find((part) => part.type === 'timeZoneName')!.value
  const match = /GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?/.exec(name)
  if (!match) return 0
  const seconds = Number(match[2]) * 3600 + Number(match[3]) * 60 + Number(match[4] ?? 0)
  return (match[1] === '-' ? -seconds : seconds) * 1000
}
