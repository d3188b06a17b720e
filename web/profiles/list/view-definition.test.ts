import { test } from '@fast-check/vitest'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { readView } from '../../core/view.ts'
import { arrange, changed } from './columns.ts'
import { isListSort } from './list-sorts.ts'
import { addressOfView, definitionOf, differs } from './view-definition.ts'

const options = {
  sorts: isListSort,
  sort: 'updated_at',
  dir: 'desc' as const,
  filters: { updated: 'text', created: 'text', labels: 'text', source: 'text', deleted: ['true'] } as const,
}
const shown = fc.record({
  keyword: fc.constantFrom('', 'สมชาย', '0812345678'),
  sort: fc.constantFrom('updated_at', 'first_name', 'field_1001'),
  dir: fc.constantFrom('asc' as const, 'desc' as const),
  filters: fc.record(
    { updated: fc.constantFrom('7d', '2026-01-01..'), labels: fc.constantFrom('3', '3,9'), source: fc.constant('4') },
    { requiredKeys: [] },
  ),
})

describe('a saved view of the list', () => {
  test.prop([shown])('opens the list as it was saved, and then counts as unchanged', (list) => {
    const definition = definitionOf(list, null)
    const opened = readView(addressOfView({ id: 5, definition }), options)
    expect(opened).toMatchObject(list)
    expect(differs(definition, opened, arrange([], ['firstName']))).toBe(false)
  })

  test('counts as changed with another filter, order or column of its own', () => {
    const list = { keyword: '', sort: 'updated_at', dir: 'desc' as const, filters: { labels: '3' } }
    const columns = arrange([], ['firstName', 'phone'])
    const plain = definitionOf(list, null)
    expect(differs(plain, { ...list, filters: {} }, columns)).toBe(true)
    expect(differs(plain, { ...list, dir: 'asc' }, columns)).toBe(true)
    const other = changed(columns, 'phone', { enabled: false })
    expect(differs(plain, list, other)).toBe(false)
    expect(differs(definitionOf(list, columns), list, other)).toBe(true)
  })
})
