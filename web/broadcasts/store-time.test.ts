import { expect, test } from 'vitest'
import { inZone, storeInstantOf } from './store-time.ts'

test.each([
  ['2026-11-25', '10:30', 'Asia/Bangkok', '2026-11-25T03:30:00.000Z'],
  ['2026-03-29', '03:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-07-01', '00:15', 'America/New_York', '2026-07-01T04:15:00.000Z'],
])('%s %s in %s is an instant and back', (day, clock, zone, instant) => {
  expect(storeInstantOf(day, clock, zone)).toBe(instant)
  expect(inZone(instant, zone)).toEqual({ day, clock })
})
