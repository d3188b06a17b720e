import type { DashboardPeriod } from './period.ts'

const DAY_MS = 86_400_000

/** From a day up to another, which is out. */
interface DaySpan {
  from: string
  until: string
}

/** Sources of a period: whole UTC days, and hours outside of them. */
interface Spans {
  days: DaySpan[]
  hours: DashboardPeriod[]
}

/**
 * Splits a period into spans for buckets that begin at these instants, the first one not after its start. UTC days within one bucket and
 * before `summedUpUntil` are read as days, all else by hour. Adjacent spans are merged.
 */
export function spansOf({ from, until }: DashboardPeriod, begins: readonly number[], summedUpUntil: number): Spans {
  const spans: { days: DashboardPeriod[]; hours: DashboardPeriod[] } = { days: [], hours: [] }
  for (const [place, bucket] of begins.entries()) {
    const begin = Math.max(bucket, from)
    const end = begins[place + 1] ?? until
    const first = Math.ceil(begin / DAY_MS) * DAY_MS
    const after = Math.min(Math.floor(end / DAY_MS) * DAY_MS, summedUpUntil)
    const hasDays = first < after
    add(spans.hours, begin, hasDays ? first : end)
    add(spans.days, first, after)
    if (hasDays) add(spans.hours, after, end)
  }
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  return { ...spans, days: spans.days.map(({ from, until }) => ({ from: day(from), until: day(until) })) }
}

function add(spans: DashboardPeriod[], from: number, until: number): void {
  if (from >= until) return
  const before = spans.at(-1)
  if (before?.until === from) before.until = until
  else spans.push({ from, until })
}
