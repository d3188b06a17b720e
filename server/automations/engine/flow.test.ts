import { fc, test as property } from '@fast-check/vitest'
import type { Step } from '@ruam/contract/automations/definition.ts'
import { describe, expect, test } from 'vitest'
import { dateInstants, dueAt, flowOf } from './flow.ts'

const label = (id: number): Step & { kind: 'label' } => ({ id, kind: 'label', label_id: 1, value: true })
const wait = (n: number, unit: 'hour' | 'day', until: Extract<Step, { kind: 'wait' }>['until'] = null): Step => ({
  ...{ id: 1, kind: 'wait', length: { n, unit }, until },
})

describe('the order of steps', () => {
  const condition = { kind: 'activity_since' as const, activity_type_id: 1 }
  const fork: Step = { id: 2, kind: 'condition', condition, yes: [label(3), label(4)], no: [] }
  const flow = flowOf({ steps: [label(1), fork, label(5)] })

  test('both branches of a condition lead to the step after it', () => {
    expect(flow.first?.id).toBe(1)
    expect(flow.next(2, 'yes')?.id).toBe(3)
    expect(flow.next(4, 'done')?.id).toBe(5)
    expect(flow.next(2, 'no')?.id).toBe(5)
    expect(flow.next(5, 'done')).toBeNull()
    expect(flow.next(9, 'done')).toBeNull()
  })

  const column = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 })
  property.prop([column])('each step of a column is reached once', (ids) => {
    const flow = flowOf({ steps: ids.map(label) })
    const walked: number[] = []
    for (let step = flow.first; step; step = flow.next(step.id, 'done')) walked.push(step.id)
    expect(walked).toEqual(ids)
  })
})

describe('the end of a wait', () => {
  const bangkok = (step: Step, from: string) => dueAt(step, from, 'Asia/Bangkok')
  const newYork = (step: Step, from: string) => dueAt(step, from, 'America/New_York')

  test('a step that does not wait is due at once, to the microsecond', () => {
    expect(bangkok(label(1), '2026-11-28T02:00:00.000123Z')).toBe('2026-11-28T02:00:00.000123Z')
    expect(bangkok(wait(0, 'hour'), '2026-11-28T02:00:00.000123Z')).toBe('2026-11-28T02:00:00.000123Z')
  })

  test('days keep the time of day when the clocks change', () => {
    // 8 March 2026 has 23 hours in New York, 1 November has 25.
    expect(newYork(wait(1, 'day'), '2026-03-07T14:00:00.000Z')).toBe('2026-03-08T13:00:00.000Z')
    expect(newYork(wait(1, 'day'), '2026-10-31T13:00:00.000Z')).toBe('2026-11-01T14:00:00.000Z')
    expect(newYork(wait(24, 'hour'), '2026-03-07T14:00:00.000Z')).toBe('2026-03-08T14:00:00.000Z')
    // 02:30 does not exist on 8 March.
    expect(newYork(wait(1, 'day'), '2026-03-07T07:30:00.000Z')).toBe('2026-03-08T07:30:00.000Z')
    expect(newYork(wait(1, 'day'), '2026-03-08T13:00:00.000Z')).toBe('2026-03-09T13:00:00.000Z')
  })

  test('a wait until a time of day ends on the same day if the time has not passed', () => {
    const untilNine = wait(0, 'day', { weekday: null, time: '09:00' })
    expect(bangkok(untilNine, '2026-11-28T01:59:59.000Z')).toBe('2026-11-28T02:00:00.000Z')
    expect(bangkok(untilNine, '2026-11-28T02:00:00.000Z')).toBe('2026-11-28T02:00:00.000Z')
    expect(bangkok(untilNine, '2026-11-28T02:00:01.000Z')).toBe('2026-11-29T02:00:00.000Z')
  })

  test('a wait until a weekday ends at its midnight, or at once on that weekday', () => {
    // 28 November 2026 is a Saturday.
    expect(bangkok(wait(0, 'day', { weekday: 1, time: null }), '2026-11-28T05:00:00.000Z')).toBe(
      '2026-11-29T17:00:00.000Z',
    )
    expect(bangkok(wait(0, 'day', { weekday: 6, time: null }), '2026-11-28T05:00:00.000Z')).toBe(
      '2026-11-28T05:00:00.000Z',
    )
    expect(bangkok(wait(1, 'day', { weekday: 6, time: '10:30' }), '2026-11-28T05:00:00.000Z')).toBe(
      '2026-12-05T03:30:00.000Z',
    )
  })

  const zone = fc.constantFrom('Asia/Bangkok', 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'UTC')
  const from = fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  const until = fc.record({
    weekday: fc.option(fc.integer({ min: 1, max: 7 })),
    time: fc.option(fc.constantFrom('00:00', '02:30', '09:00', '23:59')),
  })

  property.prop([zone, from, fc.integer({ min: 0, max: 365 }), fc.option(until)])(
    'a wait never ends before it began, and within its days and a week',
    (timeZone, at, days, until) => {
      const ends = Date.parse(dueAt(wait(days, 'day', until), at.toISOString(), timeZone)) - at.getTime()
      expect(ends).toBeGreaterThanOrEqual(Math.max(0, days * 24 - 1) * 3_600_000)
      expect(ends).toBeLessThanOrEqual((days * 24 + 8 * 24 + 2) * 3_600_000)
    },
  )

  property.prop([zone, from, until])('a wait until a weekday and a time ends exactly then', (timeZone, at, until) => {
    const ends = new Date(dueAt(wait(0, 'day', until), at.toISOString(), timeZone))
    const parts = Object.fromEntries(
      new Intl.DateTimeFormat('en-GB', {
        ...{ timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
      })
        .formatToParts(ends)
        .map(({ type, value }) => [type, value]),
    )
    if (until.weekday !== null)
      expect(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][until.weekday - 1]).toBe(parts.weekday)
    // 02:30 is skipped on one day of the year.
    if (until.time !== null && until.time !== '02:30') expect(`${parts.hour}:${parts.minute}`).toBe(until.time)
  })
})

describe('the instants of a date trigger', () => {
  test('name the day of the field, before and after the offset', () => {
    const week = { after: new Date('2026-11-27T00:00:00Z'), upTo: new Date('2026-11-28T02:00:00Z') }
    expect(dateInstants({ time: '09:00', offset_days: -7 }, 'Asia/Bangkok', week)).toEqual([
      { at: new Date('2026-11-27T02:00:00Z'), day: '2026-12-04' },
      { at: new Date('2026-11-28T02:00:00Z'), day: '2026-12-05' },
    ])
  })

  property.prop([fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 1, max: 200 })])(
    'come once a day, however the time is cut',
    (start, hours) => {
      const time = (hour: number) => new Date(Date.parse('2026-01-01') + hour * 3_600_000)
      const of = (after: number, upTo: number) =>
        dateInstants({ time: '02:30', offset_days: 0 }, 'America/New_York', { after: time(after), upTo: time(upTo) })
      const middle = start + Math.floor(hours / 2)
      expect([...of(start, middle), ...of(middle, start + hours)]).toEqual(of(start, start + hours))
    },
  )
})
