import { test } from '@fast-check/vitest'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { type DataSourceStatus, dataSourceStatuses, mayMove, resumable, sourcesOf } from './status.ts'

// Product decisions section 3, row by row: from, to.
const allowed = [
  ['ready_to_load', 'waiting_for_load'],
  ['waiting_for_load', 'loading'],
  ['loading', 'ready_to_map'],
  ['loading', 'load_failed'],
  ['load_failed', 'waiting_for_load'],
  ['ready_to_map', 'ready'],
  ['ready', 'ready'],
  ['ready', 'waiting'],
  ['ready_to_update', 'waiting'],
  ['waiting', 'processing'],
  ['waiting', 'ready'],
  ['processing', 'success'],
  ['processing', 'process_failed'],
  ['processing', 'ready_to_update'],
  ['success', 'ready_to_update'],
  ['process_failed', 'ready_to_update'],
  ['ready_to_update', 'waiting_for_load'],
  // A mapping edited again before the next run.
  ['ready_to_update', 'ready_to_update'],
] as const satisfies [DataSourceStatus, DataSourceStatus][]

const status = fc.constantFrom(...dataSourceStatuses)
const listed = (from: DataSourceStatus, to: DataSourceStatus) => allowed.some(([a, b]) => a === from && b === to)

describe('a data source', () => {
  test('moves as the table says and in no other way', () => {
    const moves = dataSourceStatuses.flatMap((from) =>
      dataSourceStatuses.filter((to) => mayMove(from, to)).map((to) => `${from} > ${to}`),
    )
    expect(moves.sort()).toEqual(allowed.map(([from, to]) => `${from} > ${to}`).sort())
  })

  test.prop([status, status])('is moved by the database from the same statuses as by the function', (from, to) => {
    expect(sourcesOf(to).includes(from)).toBe(listed(from, to))
  })

  test.prop([fc.array(status, { minLength: 1, maxLength: 30 })])(
    'is never processed without a mapping, however it got there',
    (path) => {
      let at: DataSourceStatus = 'ready_to_load'
      let mapped = false
      for (const to of path) {
        if (!mayMove(at, to)) continue
        at = to
        mapped ||= to === 'ready'
        if (at === 'processing') expect(mapped).toBe(true)
      }
    },
  )

  test('can always go on: no status is a dead end, and every one is reached', () => {
    for (const from of dataSourceStatuses)
      expect(dataSourceStatuses.some((to) => to !== from && mayMove(from, to))).toBe(true)
    expect(dataSourceStatuses.filter((to) => sourcesOf(to).length === 0)).toEqual(['ready_to_load'])
  })

  test('is taken up again by the wizard until it runs', () => {
    expect(dataSourceStatuses.filter((one) => !resumable.includes(one))).toEqual([
      'load_failed',
      'waiting',
      'processing',
      'process_failed',
      'success',
    ])
  })
})
