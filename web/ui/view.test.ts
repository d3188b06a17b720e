import { test } from '@fast-check/vitest'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { PAGE_SIZES, queryOf, readView, type ViewState, writeView } from './view.ts'

const options = {
  sorts: ['updated_at', 'name'],
  sort: 'updated_at',
  dir: 'desc',
  limit: 50,
  filters: { status: ['ready', 'success'], author: 'text' },
} as const

const view = fc.record<ViewState<'updated_at' | 'name', typeof options.filters>>({
  page: fc.integer({ min: 1, max: 9_999_999 }),
  limit: fc.constantFrom(...PAGE_SIZES),
  sort: fc.constantFrom(...options.sorts),
  dir: fc.constantFrom('asc', 'desc'),
  keyword: fc.string({ maxLength: 100 }).map((text) => text.trim()),
  filters: fc.record({ status: fc.constantFrom('ready', 'success') }, { requiredKeys: [] }),
})

describe('the view of a list in the address', () => {
  test.prop([view])('a link brings back exactly what was shown', (state) => {
    expect(readView(writeView(state, options), options)).toEqual(state)
  })

  test.prop([fc.dictionary(fc.constantFrom('page', 'limit', 'sort', 'dir', 'q', 'status', 'x'), fc.anything())])(
    'any address shows a list',
    (search) => {
      const shown = readView(search, options)
      expect(PAGE_SIZES).toContain(shown.limit)
      expect(shown.page).toBeGreaterThanOrEqual(1)
      expect(options.sorts).toContain(shown.sort)
    },
  )

  test('a list at its start has a bare address and keeps keys of others', () => {
    expect(writeView(readView({}, options), options, { tab: 'failed', page: '7' })).toEqual({ tab: 'failed' })
  })

  test('shows 10 rows a page unless another size was chosen', () => {
    expect(readView({}, { sorts: ['name'], sort: 'name' }).limit).toBe(10)
  })

  test('page 3 of 20 asks for the rows from 40', () => {
    expect(queryOf(readView({ page: '3', limit: '20', q: ' สม ' }, options))).toEqual({
      offset: 40,
      limit: 20,
      sortBy: 'updated_at',
      sortDir: 'desc',
      keyword: 'สม',
    })
  })
})
