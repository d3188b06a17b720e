import { describe, expect, test } from 'vitest'
import { readPeriod, timescaleOf } from './requested-period.ts'

// 00:30 of the 20th in Bangkok.
const now = new Date('2026-11-19T17:30:00Z')
const asked = (text?: string) => readPeriod(text, 'Asia/Bangkok', now)

describe('the period', () => {
  test('is this month up to the store’s today, compared with the same days of last month', () => {
    expect(asked()).toEqual({
      by: 'month',
      days: { from: '2026-11-01', to: '2026-11-20' },
      before: { from: '2026-10-01', to: '2026-10-20' },
      timescale: 'day',
    })
  })

  test('ends with the last day of a shorter month before', () => {
    const march = readPeriod(undefined, 'Asia/Bangkok', new Date('2026-03-31T05:00:00Z'))
    expect(march.before).toEqual({ from: '2026-02-01', to: '2026-02-28' })
    const january = readPeriod(undefined, 'Asia/Bangkok', new Date('2026-01-05T05:00:00Z'))
    expect(january.before).toEqual({ from: '2025-12-01', to: '2025-12-05' })
  })

  test('can be today, by the hour', () => {
    expect(asked('today')).toEqual({
      by: 'today',
      days: { from: '2026-11-20', to: '2026-11-20' },
      before: { from: '2026-11-19', to: '2026-11-19' },
      timescale: 'hour',
    })
  })

  test('can be chosen days', () => {
    expect(asked('2024-02-28..2024-03-01')).toMatchObject({
      by: 'range',
      days: { from: '2024-02-28', to: '2024-03-01' },
      before: { from: '2024-02-25', to: '2024-02-27' },
    })
  })

  test.each(['2026-11-02..2026-11-01', '2026-11-01..', '..2026-11-01', '2026-02-31..2026-03-01', 'nonsense'])(
    'is this month where the address says %s',
    (text) => expect(asked(text).by).toBe('month'),
  )
})

test('points stay few enough to be read', () => {
  expect([1, 2, 3, 31, 92, 93, 732, 733].map(timescaleOf)).toEqual([
    ...['hour', 'hour', 'day', 'day', 'day'],
    ...['week', 'week', 'month'],
  ])
})
