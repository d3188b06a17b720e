import { databaseNow } from '../../core/now.ts'
import type { LogTimescale } from './queries.ts'

const MINUTE_MS = 60_000
const LENGTH_MS: Readonly<Record<LogTimescale, number>> = {
  minute: MINUTE_MS,
  hour: 60 * MINUTE_MS,
  day: 24 * 60 * MINUTE_MS,
}
/** Maximum bars of one graph: about eight years of days. */
const MAX_BARS = 3000

/** Limits a range to the last 3,000 days and tomorrow, so that a graph of days never exceeds MAX_BARS. The default is the last hour. */
export function graphRange(from: string | undefined, to: string | undefined): { from: string; to: string } {
  const now = databaseNow()
  const within = (ms: number) => Math.min(Math.max(ms, now - (MAX_BARS - 2) * LENGTH_MS.day), now + LENGTH_MS.day)
  const end = within(to ? Date.parse(to) : now)
  const start = within(from ? Date.parse(from) : end - LENGTH_MS.hour)
  return { from: new Date(start).toISOString(), to: new Date(end).toISOString() }
}

/** Chooses minutes for up to two days, hours for up to 60 days, else days; never more bars than a graph can show. */
export function logTimescaleOf(from: string, to: string, asked: LogTimescale | undefined): LogTimescale {
  const length = Date.parse(to) - Date.parse(from)
  const fitting: LogTimescale = length <= 2 * LENGTH_MS.day ? 'minute' : length <= 60 * LENGTH_MS.day ? 'hour' : 'day'
  if (!asked) return fitting
  return length / LENGTH_MS[asked] <= MAX_BARS ? asked : fitting
}
