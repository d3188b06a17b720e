import { expect, test } from 'vitest'
import { daysOf, instantsOf, readDays, writeDays } from './day-range.ts'

const evening = new Date('2026-11-20T18:30:00Z')

test('a day begins at midnight in the store, not in UTC', () => {
  expect(instantsOf({ from: '2026-11-20', to: '2026-11-20' }, 'Asia/Bangkok')).toEqual({
    from: '2026-11-19T17:00:00.000Z',
    to: '2026-11-20T16:59:59.999Z',
  })
})

test('late in the evening in UTC it is already tomorrow in Bangkok', () => {
  expect(daysOf('today', 'Asia/Bangkok', evening)).toEqual({ from: '2026-11-21', to: '2026-11-21' })
  expect(daysOf('today', 'UTC', evening)).toEqual({ from: '2026-11-20', to: '2026-11-20' })
})

test('the last 7 days count today in', () => {
  expect(daysOf('7d', 'UTC', new Date('2026-03-02T00:00:00Z'))).toEqual({ from: '2026-02-24', to: '2026-03-02' })
})

test('this month begins on its first day', () => {
  expect(daysOf('month', 'Asia/Bangkok', evening)).toEqual({ from: '2026-11-01', to: '2026-11-21' })
})

test('a day on which the clocks change is as long as it is', () => {
  const day = instantsOf({ from: '2026-03-29', to: '2026-03-29' }, 'Europe/Berlin')
  expect(day).toEqual({ from: '2026-03-28T23:00:00.000Z', to: '2026-03-29T21:59:59.999Z' })
})

test('a range open on one side asks for that side alone', () => {
  expect(instantsOf({ from: '', to: '2026-11-20' }, 'UTC')).toEqual({ to: '2026-11-20T23:59:59.999Z' })
})

test('an address that makes no sense is as if it were not there', () => {
  for (const text of ['', '..', 'tomorrow', '2026-13-01..', '2026-02-30..2026-03-01', '1..2']) {
    expect(readDays(text)).toBeUndefined()
  }
})

test('a range is written to the address as it is read from it', () => {
  for (const days of [
    { from: '2026-11-01', to: '2026-11-20' },
    { from: '', to: '2026-11-20' },
    { from: '2026-11-01', to: '' },
  ]) {
    expect(readDays(writeDays(days))).toEqual(days)
  }
  expect(readDays('30d')).toBe('30d')
})
