import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { countsOf, firstToSee, statusOf } from './run-counts.ts'

const none = {
  added: 0,
  updated: 0,
  duplicated: 0,
  failed: 0,
  conflict: 0,
  held: 0,
  activities: 0,
  erased: 0,
  unreadRows: 0,
  unreadCells: 0,
  keyless: 0,
  total: 0,
}

property.prop([fc.array(fc.nat({ max: 1000 }), { minLength: 6, maxLength: 6 })])(
  'every row of a run is counted once',
  ([added, updated, duplicated, held, conflict, faulty]) => {
    const failed = held! + conflict! + faulty!
    const total = added! + updated! + duplicated! + failed
    const stats = {
      ...none,
      added: added!,
      updated: updated!,
      duplicated: duplicated!,
      failed,
      conflict: conflict!,
      held: held!,
      total,
    }
    expect(countsOf(stats).reduce((sum, { count }) => sum + count, 0)).toBe(total)
  },
)

test('conflicts count as failed rows, and waiting rows have a count of their own', () => {
  expect(countsOf(none).map(({ status }) => status)).toEqual(['added', 'updated', 'duplicated', 'failed'])
  expect(countsOf({ ...none, failed: 3, held: 2, conflict: 1 }).slice(3)).toEqual([
    { status: 'held', count: 2 },
    { status: 'failed', count: 1 },
  ])
})

test('shows rows that wait for an answer before failed ones', () => {
  expect(firstToSee({ ...none, failed: 3, held: 1, conflict: 1 })).toBe('held')
  expect(firstToSee({ ...none, failed: 3, conflict: 1 })).toBe('failed')
  expect(firstToSee({ ...none, failed: 1, conflict: 1 })).toBe('failed')
  expect(firstToSee({ ...none, added: 1 })).toBeUndefined()
})

test('a row that waits is counted apart from other conflicts', () => {
  const conflict = { held: true, group: null, fields: [], people: [], answer: null }
  expect(statusOf({ status: 'conflict', conflict })).toBe('held')
  expect(statusOf({ status: 'conflict', conflict: { ...conflict, held: false } })).toBe('conflict')
  expect(statusOf({ status: 'conflict', conflict: null })).toBe('conflict')
})
