import type { Timescale } from './queries.ts'

const MINUTE_MS = 60_000
const LENGTH_MS: Readonly<Record<Timescale, number>> = {
  minute: MINUTE_MS,
  hour: 60 * MINUTE_MS,
  day: 24 * 60 * MINUTE_MS,
}
/** Bars of one graph at most. */
const MAX_BARS = 3000

/** Chooses minutes for up to two days, hours for up to 60 days, else days; never more bars than a graph can show. */
export function timescaleOf(from: string, to: string, asked: Timescale | undefined): Timescale {
  const length = Date.parse(to) - Date.parse(from)
  const fitting: Timescale = length <= 2 * LENGTH_MS.day ? 'minute' : length <= 60 * LENGTH_MS.day ? 'hour' : 'day'
  if (!asked) return fitting
  return length / LENGTH_MS[asked] <= MAX_BARS ? asked : fitting
}
