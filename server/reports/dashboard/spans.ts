import type { Period } from './period.ts'

const DAY_MS = 86_400_000

/** From a day up to another, which is out. */
interface DaySpan {
  from: string
  until: string
}

/** Where what was counted is read: whole UTC days, and the hours that no whole day covers. */
interface Spans {
  days: DaySpan[]
  hours: Period[]
}

/**
 * How a period is read whose buckets begin at these instants, the first one not after it: a UTC day that lies in one bucket and is summed
 * up, as all before `summedUpUntil` are, is read as a day, all else by the hour. Spans that touch are one.
 */
export function spansOf({ from, until }: Period, begins: readonly number[], summedUpUntil: number): Spans {
  const spans: { days: Period[]; hours: Period[] } = { days: [], hours: [] }
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

function add(spans: Period[], from: number, until: number): void {
  if (from >= until) return
  const before = spans.at(-1)
  if (before?.until === from) before.until = until
  else spans.push({ from, until })
}
