import { describe, expect, test } from 'vitest'
import { readPeriod, timescaleOf } from './requested-period.ts'

// 00:30 of the 20th in Bangkok.
const now = new Date('2026-11-19T17:30:00Z')
const asked = (text?: string) => readPeriod(text, 'Asia/Bangkok', now)

describe('the period', () => {
  test('is this month up to the store’s today, compared with as many days before', () => {
    expect(asked()).toEqual({
      by: 'month',
      days: { from: '2026-11-01', to: '2026-11-20' },
      before: { from: '2026-10-12', to: '2026-10-31' },
      timescale: 'day',
    })
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
