import { expect, test } from 'vitest'
import { type Calendar, type CalendarItem, lineAfter, monthsOn, weeksOf, withMove } from './calendar.ts'

const ZONE = 'Asia/Bangkok'
const dayOf = (day: number) => `2026-11-${String(day).padStart(2, '0')}`

const item = (id: number, day: number, messages: number, more: Partial<CalendarItem> = {}): CalendarItem => ({
  ...{ id, name: `ข้อความ ${id}`, status: 'draft', subStatus: null, trims: null, movable: true, updatedAt: '' },
  ...{ day: dayOf(day), at: `${dayOf(day)}T03:00:00.000Z`, people: messages, messages },
  ...more,
})

const calendar = (items: CalendarItem[]): Calendar => ({
  ...{ month: '2026-11', today: dayOf(12), limit: 1000, left: 500, countedAt: null, counting: false, approval: false },
  ...{ ends: null, short: 0, price: null, items },
  days: Array.from({ length: 30 }, (_, day) => ({
    ...{ day: dayOf(day + 1), left: day < 11 ? 600 : null, outside: 0, outsideSince: null },
  })),
})

test('a move within the month moves the day on which the quota ends', () => {
  const month = calendar([item(1, 20, 300), item(2, 24, 300)])
  expect(withMove(month, month.items[1]!, dayOf(28), ZONE)).toMatchObject({
    ends: { day: dayOf(28), id: 2 },
    short: 100,
  })
  const sooner = withMove(month, month.items[1]!, dayOf(14), ZONE)
  expect(sooner.ends).toEqual({ day: dayOf(20), id: 1 })
  // Past days stay as they are.
  expect([sooner.days[10]!.left, sooner.days[12]!.left, sooner.days[13]!.left]).toEqual([600, 500, 200])
})

test('a move to a time that LINE counts in another month takes nothing of this one', () => {
  const month = calendar([item(1, 20, 300), item(2, 24, 300)])
  const late = { item: month.items[1]!, day: dayOf(30), at: `${dayOf(30)}T15:30:00.000Z` }
  expect(lineAfter(month, late)).toMatchObject({ ends: null, short: 0 })
  const next = { item: month.items[1]!, day: '2026-12-05', at: '2026-12-05T03:00:00.000Z' }
  expect(lineAfter(month, next)!.left.at(-1)).toBe(200)
})

test('a broadcast of the last evening takes from this month once it is moved into it', () => {
  const month = calendar([item(1, 30, 0, { at: `${dayOf(30)}T15:30:00.000Z`, people: 600 })])
  const moved = { item: month.items[0]!, day: dayOf(15), at: `${dayOf(15)}T03:00:00.000Z` }
  expect(lineAfter(month, moved)).toMatchObject({ ends: { day: dayOf(15) }, short: 100 })
})

test('weeks begin on Sundays and hold the days of the neighbouring months', () => {
  const weeks = weeksOf(calendar([]).days)
  expect([weeks.length, weeks[0]![0], weeks[4]!.at(-1)]).toEqual([5, '2026-11-01', '2026-12-05'])
  expect([monthsOn('2026-11', 2), monthsOn('2026-01', -1)]).toEqual(['2027-01', '2025-12'])
})
