import { expect, test } from 'vitest'
import { nextVisit } from './next-visit.ts'

const visits = ['2026-10-09', '2026-10-27', '2026-10-27', '2026-11-14', '2026-09-21']

test('the next visit is guessed from four days of visits on, with its reason', () => {
  expect(nextVisit(visits, '2026-11-26')).toEqual({ day: '2026-12-02', inDays: 6, every: 18, ago: 12 })
  expect(nextVisit(visits.slice(1), '2026-11-26')).toBeUndefined()
})

test('no visit is guessed for a day that has passed', () => {
  expect(nextVisit(visits, '2026-12-02')).toBeUndefined()
})
