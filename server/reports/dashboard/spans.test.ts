import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { spansOf } from './spans.ts'

const HOUR_MS = 3_600_000
const at = (text: string) => Date.parse(`${text}:00:00Z`)

test('a month of Bangkok is its whole UTC days, and the hours before and after them', () => {
  const month = { from: at('2026-10-31T17'), until: at('2026-11-30T17') }
  expect(spansOf(month, [month.from], at('2027-01-01T00'))).toEqual({
    days: [{ from: '2026-11-01', until: '2026-11-30' }],
    hours: [
      { from: at('2026-10-31T17'), until: at('2026-11-01T00') },
      { from: at('2026-11-30T00'), until: at('2026-11-30T17') },
    ],
  })
})

const hour = fc.integer({ min: -400, max: 400 }).map((hours) => at('2026-11-20T00') + hours * HOUR_MS)
const buckets = fc.uniqueArray(hour, { minLength: 2, maxLength: 20 }).map((hours) => hours.sort((a, b) => a - b))

const midnight = fc.integer({ min: -20, max: 20 }).map((days) => at('2026-11-20T00') + days * 24 * HOUR_MS)

property.prop([buckets, fc.option(midnight, { nil: Number.NEGATIVE_INFINITY })])(
  'each hour of a period is read once, and a day is summed up and in one bucket',
  (instants, summedUpUntil) => {
    const [from, until, begins] = [instants[0]!, instants.at(-1)!, instants.slice(0, -1)]
    const { days, hours } = spansOf({ from, until }, begins, summedUpUntil)
    const whole = days.map((span) => ({ from: Date.parse(span.from), until: Date.parse(span.until) }))
    const read = [...whole, ...hours].flatMap((span) => hoursOf(span)).sort((a, b) => a - b)
    expect(read).toEqual(hoursOf({ from, until }))
    for (const { from: first, until: after } of whole) {
      expect(after).toBeLessThanOrEqual(summedUpUntil)
      // A bucket may only begin where a day does.
      for (const begin of begins) if (begin > first && begin < after) expect(begin % (24 * HOUR_MS)).toBe(0)
    }
  },
)

const hoursOf = ({ from, until }: { from: number; until: number }) =>
  Array.from({ length: Math.max(0, (until - from) / HOUR_MS) }, (_, place) => from + place * HOUR_MS)
