import { test } from '@fast-check/vitest'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { arrange, type ColumnChoice, changed, defaultColumns, placed, sameColumns, visibleColumns } from './columns.ts'

const known = [...defaultColumns.map(([id]) => id), 'citizenId', 'field_1001']
const choice = fc
  .uniqueArray(
    fc.record(
      {
        columnId: fc.constantFrom(...known, 'field_9'),
        sortId: fc.nat(20),
        enabled: fc.boolean(),
        width: fc.integer({ min: 60, max: 1000 }),
        pinned: fc.boolean(),
      },
      { requiredKeys: ['columnId', 'sortId', 'enabled'] },
    ),
    { selector: (column) => column.columnId },
  )
  .map((columns) => columns as ColumnChoice[])
const ids = (columns: readonly ColumnChoice[]) => columns.map((column) => column.columnId)

describe('the columns of the profile list', () => {
  test('shows the default columns in their order until columns are chosen', () => {
    const shown = ['updatedAt', 'firstName', 'lastName', 'email', 'phone', 'labels', 'advanceLabels']
    expect(ids(visibleColumns(arrange([], known)))).toEqual(shown)
  })

  test.prop([choice])('every column there is stands in the choice exactly once', (chosen) => {
    expect(ids(arrange(chosen, known)).sort()).toEqual([...known].sort())
  })

  test.prop([choice])('arranging what is arranged changes nothing', (chosen) => {
    const once = arrange(chosen, known)
    expect(arrange(once, known)).toEqual(once)
  })

  test.prop([choice, fc.constantFrom(...known), fc.integer({ min: -3, max: 30 })])(
    'a column that is moved keeps the order of the others',
    (chosen, columnId, place) => {
      const before = arrange(chosen, known)
      const after = placed(before, columnId, place)
      const others = (columns: readonly ColumnChoice[]) => ids(columns).filter((id) => id !== columnId)
      expect(others(after)).toEqual(others(before))
      expect(ids(after).indexOf(columnId)).toBe(Math.min(Math.max(place, 0), known.length - 1))
    },
  )

  test.prop([choice])('there is always something to read, and pinned columns stand first', (chosen) => {
    const shown = visibleColumns(arrange(chosen, known))
    expect(shown.length).toBeGreaterThan(0)
    const pinned = shown.map((column) => column.pinned === true)
    expect(pinned).toEqual([...pinned].sort((a, b) => Number(b) - Number(a)))
  })

  test('a width and a pin count as another choice, a hidden column does not', () => {
    const base = arrange([], known)
    expect(sameColumns(base, changed(base, 'phone', { width: 200 }))).toBe(false)
    expect(sameColumns(base, changed(base, 'company', { width: 200 }))).toBe(true)
  })
})
