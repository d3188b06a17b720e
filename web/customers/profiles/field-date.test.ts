import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { dayOf, movedDay, movedMonth, typedDay, weeksOf } from './field-date.ts'

const day = fc
  .date({ min: new Date('1860-01-01'), max: new Date('2190-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

property.prop([day, fc.constantFrom('ce' as const, 'be' as const)])(
  'a day that is written in either era reads back as the same day',
  (one, era) => {
    expect(dayOf(typedDay(one, era))).toBe(one)
  },
)

test.each([
  ['31/12/2567', '2024-12-31'],
  ['๓๑/๑๒/๒๕๖๗', '2024-12-31'],
  [' 1-2-2024 ', '2024-02-01'],
  ['29.02.2567', '2024-02-29'],
  ['2024-12-31', '2024-12-31'],
  ['31/02/2567', undefined],
  ['29/02/2566', undefined],
  ['31/12/67', undefined],
  ['', undefined],
])('%j is the day %s', (text, expected) => {
  expect(dayOf(text)).toBe(expected)
})

property.prop([day, fc.integer({ min: -500, max: 500 })])(
  'a month further on is a day of that month, and a day on and back is the same',
  (one, months) => {
    const moved = movedMonth(one, months)
    const count = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7))
    expect(count(moved) - count(one)).toBe(months)
    expect(Number(moved.slice(8))).toBeLessThanOrEqual(Number(one.slice(8)))
    expect(movedDay(movedDay(one, months), -months)).toBe(one)
  },
)

property.prop([day])('a calendar shows every day of its month once, weeks from Sunday', (one) => {
  const weeks = weeksOf(one)
  const shown = weeks.flat().filter((other) => other.slice(0, 7) === one.slice(0, 7))
  expect(shown).toContain(one)
  expect(new Set(shown).size).toBe(shown.length)
  expect(movedDay(shown.at(-1)!, 1).slice(8)).toBe('01')
  expect(weeks.every(([sunday]) => new Date(`${sunday}T00:00:00Z`).getUTCDay() === 0)).toBe(true)
})
