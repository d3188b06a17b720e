import { expect, test } from 'vitest'
import { graphDays, sizesByDay } from './sizes-by-day.ts'

const bangkok = 'Asia/Bangkok'
const noon = new Date('2026-11-20T05:00:00Z')

test('the days of a period are shown up to today', () => {
  const days = graphDays({ from: '2026-11-18', to: '2026-11-30' }, bangkok, noon)
  expect(days).toEqual(['2026-11-18', '2026-11-19', '2026-11-20'])
  expect(graphDays({ from: '2026-12-01', to: '2026-12-02' }, bangkok, noon)).toEqual([])
})

test('many days show some labels, the last among them', () => {
  const days = graphDays({ from: '2025-01-01', to: '2025-12-31' }, bangkok, noon)
  expect([days.length, days.at(-1)]).toEqual([92, '2025-12-31'])
})

test('a segment has at the end of a day the size that was noted last, by the midnight of the store', () => {
  const sizes = [
    { at: '2026-11-18T16:00:00Z', people: 5 },
    // 00:00 of the 19th in Bangkok.
    { at: '2026-11-18T17:00:00Z', people: 7 },
    { at: '2026-11-20T03:00:00Z', people: 9 },
  ]
  const days = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']
  expect(sizesByDay(sizes, days, bangkok)).toEqual([null, 5, 7, 9])
})
