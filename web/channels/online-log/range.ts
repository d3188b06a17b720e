import { type Days, readDays } from '../../customers/profiles/day-range.ts'

/** Ranges that the address names; without one it is the last hour. */
export const ranges = ['24h', '7d', 'own'] as const
type Range = (typeof ranges)[number]

export const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** The server deletes older entries. */
const KEPT_DAYS = 90
const LENGTH_MS = { '24h': DAY_MS, '7d': 7 * DAY_MS } as const
/** Days that a graph shows by the hour at most. */
const HOURLY_DAYS = 7

export interface RequestedRange {
  from: string
  to?: string
  timescale: 'minute' | 'hour' | 'day'
}

/** Returns the range as the calls take it. `now`: start of the current minute, so that polls ask for the same. */
export function rangeOf(range: Range | undefined, days: string | undefined, now: number): RequestedRange {
  const ago = (ms: number) => new Date(now - ms).toISOString()
  if (range === undefined) return { from: ago(HOUR_MS), timescale: 'minute' }
  if (range !== 'own') return { from: ago(LENGTH_MS[range]), timescale: 'hour' }
  const asked = readDays(days)
  const { from, to }: Days = typeof asked === 'object' ? asked : { from: '', to: '' }
  const start = from || ago(KEPT_DAYS * DAY_MS)
  const length = (to ? Date.parse(to) + DAY_MS : now) - Date.parse(start)
  return { from: start, ...(to && { to }), timescale: length <= HOURLY_DAYS * DAY_MS ? 'hour' : 'day' }
}
