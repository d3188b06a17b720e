import { fc, test as property } from '@fast-check/vitest'
import { timescales } from '@ruam/contract/reports/dashboard.ts'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../../core/api-error.ts'
import { periodOf, pointsOf } from './period.ts'

const HOUR_MS = 3_600_000
const now = new Date('2026-11-20T17:30:00Z')
const bangkok = { dayZone: 'Asia/Bangkok', monthZone: 'UTC', now }
const day = (text: string, end: 'from' | 'to') => ({ day: text, end })
const iso = (at: number) => new Date(at).toISOString()

describe('a range', () => {
  test('without ends is this month in UTC', () => {
    const { from, until, approximate } = periodOf({}, bangkok)
    expect([iso(from), iso(until), approximate]).toEqual([
      '2026-11-01T00:00:00.000Z',
      '2026-12-01T00:00:00.000Z',
      false,
    ])
  })

  test('a graph of days begins and ends at the midnight of the store', () => {
    const { from, until, previous } = periodOf(
      { from: day('2026-11-01', 'from'), to: day('2026-11-20', 'to') },
      bangkok,
    )
    expect([iso(from), iso(until)]).toEqual(['2026-10-31T17:00:00.000Z', '2026-11-20T17:00:00.000Z'])
    expect([iso(previous.from), iso(previous.until)]).toEqual(['2026-10-11T17:00:00.000Z', '2026-10-31T17:00:00.000Z'])
  })

  test('that ends before it begins is refused', () => {
    const swapped = { from: day('2026-11-02', 'from'), to: day('2026-11-01', 'to') }
    expect(() => periodOf(swapped, bangkok)).toThrow(ApiError)
  })

  test('a graph in a zone off the hour says that it is cut at hours', () => {
    const india = { ...bangkok, dayZone: 'Asia/Kolkata' }
    const { from, approximate } = periodOf({ from: day('2026-11-01', 'from'), to: day('2026-11-01', 'to') }, india)
    expect([iso(from), approximate]).toEqual(['2026-10-31T18:00:00.000Z', true])
  })

  test('from the year 1 to the year 9999 can be asked for', () => {
    const range = { from: day('0001-01-02', 'from'), to: '9999-12-31T23:59:59.999999Z' }
    const { previous, until } = periodOf(range, bangkok)
    expect(previous.from).toBeLessThanOrEqual(previous.until)
    expect(iso(until)).toMatch(/^9999-/)
  })
})

describe('points', () => {
  test.each([
    ['0080-05-30', '0080-06-02', ['0080-05-01', '0080-06-01']],
    ['0999-12-30', '1000-01-02', ['0999-12-01', '1000-01-01']],
  ])('a graph of months from %s to %s is of that year', (from, to, months) => {
    const period = periodOf({ from: day(from, 'from'), to: day(to, 'to') }, { ...bangkok, dayZone: 'UTC' })
    expect(pointsOf(period, 'month', 'UTC').map((point) => iso(point).slice(0, 10))).toEqual(months)
  })

  test('weeks begin on Monday, and months on their first', () => {
    const period = periodOf({ from: day('2026-11-04', 'from'), to: day('2026-12-02', 'to') }, bangkok)
    const begins = (scale: 'week' | 'month') => pointsOf(period, scale, 'Asia/Bangkok').map(iso)
    expect(begins('week')).toEqual(
      [1, 8, 15, 22, 29].map((date) => `2026-11-${`${date}`.padStart(2, '0')}T17:00:00.000Z`),
    )
    expect(begins('month')).toEqual(['2026-10-31T17:00:00.000Z', '2026-11-30T17:00:00.000Z'])
  })

  test('graphs of days follow clock changes', () => {
    const london = { ...bangkok, dayZone: 'Europe/London' }
    const period = periodOf({ from: day('2026-10-24', 'from'), to: day('2026-10-26', 'to') }, london)
    const days = ['2026-10-23T23:00:00.000Z', '2026-10-24T23:00:00.000Z', '2026-10-26T00:00:00.000Z']
    expect(pointsOf(period, 'day', 'Europe/London').map(iso)).toEqual(days)
  })

  test('that are too many are refused with the finest scale that fits', () => {
    const details = (from: string) => {
      const period = periodOf({ from: day(from, 'from'), to: day('2026-11-20', 'to') }, bangkok)
      try {
        pointsOf(period, 'hour', 'Asia/Bangkok')
      } catch (error) {
        return (error as ApiError).details
      }
    }
    expect(details('2026-09-01')).toEqual({ most: 1000, timescale: 'day' })
    expect(details('2010-01-01')).toEqual({ most: 1000, timescale: 'week' })
    expect(details('1960-01-01')).toEqual({ most: 1000, timescale: 'month' })
    expect(details('1026-01-01')).toEqual({ most: 1000 })
  })

  property.prop([
    fc.constantFrom('Asia/Bangkok', 'Europe/London', 'America/New_York', 'Asia/Kolkata', 'UTC'),
    fc.constantFrom(...timescales.filter((scale) => scale !== 'hour')),
    fc.integer({ min: 0, max: 3000 }),
    fc.integer({ min: 0, max: 400 }),
  ])('cover their period without a gap', (timeZone, scale, first, length) => {
    const date = (days: number) => iso(Date.UTC(2020, 0, 1) + days * 24 * HOUR_MS).slice(0, 10)
    const range = { from: day(date(first), 'from'), to: day(date(first + length), 'to') }
    const period = periodOf(range, { ...bangkok, dayZone: timeZone })
    const points = pointsOf(period, scale, timeZone)
    expect(points[0]!).toBeLessThanOrEqual(period.begins)
    expect(points.at(-1)!).toBeLessThan(period.until)
    for (const [place, point] of points.slice(1).entries()) expect(point).toBeGreaterThan(points[place]!)
    if (scale === 'day') expect(points).toHaveLength(length + 1)
  })
})
