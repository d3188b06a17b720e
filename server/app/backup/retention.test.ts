import { expect, test } from 'vitest'
import { expired } from './retention.ts'

const DAY_MS = 86_400_000
const start = new Date(2026, 0, 5, 2).getTime()

/** What is kept after a nightly backup on each of so many days. */
function after(days: number): { kept: Date[]; now: Date } {
  let kept: Date[] = []
  let now = new Date(start)
  for (let day = 0; day < days; day++) {
    now = new Date(start + day * DAY_MS)
    kept.push(now)
    const gone = new Set(expired(kept, now))
    kept = kept.filter((at) => !gone.has(at))
  }
  return { kept, now }
}

test('of nightly backups seven days and three weeks before them are kept, none older than 30 days', () => {
  for (let days = 30; days < 60; days++) {
    const { kept, now } = after(days)
    const ages = kept.map((at) => Math.round((now.getTime() - at.getTime()) / DAY_MS)).sort((a, b) => a - b)
    expect(ages.slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(ages.length).toBeGreaterThanOrEqual(9)
    expect(ages.length).toBeLessThanOrEqual(10)
    expect(ages.at(-1)).toBeLessThanOrEqual(30)
    expect(ages.at(-1)).toBeGreaterThanOrEqual(18)
  }
})

test('of several backups of one day the newest is kept', () => {
  const now = new Date(2026, 4, 6, 20)
  const [morning, noon] = [new Date(2026, 4, 6, 8), new Date(2026, 4, 6, 12)]
  expect(expired([morning, noon], now)).toEqual([morning])
})

test('the last backup is kept however old it is', () => {
  expect(expired([new Date(2025, 0, 1), new Date(2025, 1, 1)], new Date(2026, 0, 1))).toEqual([new Date(2025, 0, 1)])
})
