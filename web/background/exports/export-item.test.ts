import { expect, test } from 'vitest'
import { type ExportItem, withPushed } from './export-item.ts'

const waiting: ExportItem = {
  exportId: 7,
  type: 'profile',
  fileName: 'ลูกค้า.csv',
  fileType: 'csv',
  status: 'processing',
  progress: 0,
  url: '',
  timestamp: '2026-11-24T02:00:00.000Z',
  rows: 1000,
  size: null,
  cut: 0,
  eta: null,
  expiresAt: null,
  error: null,
}
const pushed = (progress: number) => ({ exportId: 7, progress, status: 'processing' as const, url: '' })
const asked = Date.parse(waiting.timestamp)
const MINUTE = 60_000

test('the time that an export takes still is reckoned without its wait for its turn', () => {
  const begun = withPushed(waiting, pushed(0.1), asked + 30 * MINUTE)
  expect(begun.eta).toBeNull()
  expect(withPushed(begun, pushed(0.2), asked + 31 * MINUTE).eta).toBeCloseTo(8 * 60)
})

test('until an export has a pace that was watched, its time is that which the server said', () => {
  const half: ExportItem = { ...waiting, progress: 0.5, eta: 20 }
  const first = withPushed(half, pushed(0.55), asked)
  expect(first.eta).toBe(20)
  expect(withPushed(first, pushed(0.6), asked + 500).eta).toBe(20)
  expect(withPushed(first, pushed(0.75), asked + 4000).eta).toBeCloseTo(5)
})

test('a canceled export takes nothing that is pushed later', () => {
  const canceled: ExportItem = { ...waiting, status: 'cancel' }
  expect(withPushed(canceled, pushed(0.9), asked)).toBe(canceled)
})
