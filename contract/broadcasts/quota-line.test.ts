import { expect, test } from 'vitest'
import { plannedOf, quotaLine } from './quota-line.ts'

const days = ['2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13']
const part = (id: number, day: number, messages: number, trims: number | null = null) => ({
  ...{ id, day: `2026-11-${day}`, messages, trims },
})

test('the line falls by what each day sends, and ends with the broadcast that lacks messages', () => {
  const line = quotaLine(100, days, [part(1, 10, 40), part(2, 12, 50), part(3, 12, 30), part(4, 13, 5)])
  expect(line).toEqual({ left: [60, 60, -20, -25], ends: { day: '2026-11-12', id: 3 }, short: 25 })
})

test('a broadcast that sends as many as are left takes whole people', () => {
  expect(quotaLine(7, days, [part(1, 11, 20, 3)])).toEqual({ left: [7, 1, 1, 1], ends: null, short: 0 })
  expect(quotaLine(-5, days, [part(1, 11, 20, 3)])).toMatchObject({ left: [-5, -5, -5, -5], ends: null, short: 5 })
})

test('a sent broadcast takes nothing more', () => {
  const items = (['published', 'failed', 'draft', 'pending'] as const).map((status, id) => ({
    ...part(id, 10, 5),
    status,
  }))
  expect(plannedOf(items).map(({ status }) => status)).toEqual(['draft', 'pending'])
})
