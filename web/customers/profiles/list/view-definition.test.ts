import { test } from '@fast-check/vitest'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { readView, writeView } from '../../../ui/view.ts'
import { equalRules, readRuleAddress, type ScreenRule, writeRule } from '../../rules/rule-address.ts'
import { arrange, changed } from './columns.ts'
import { joinRule, type RuleParts, splitRule } from './rule-parts.ts'
import { addressedRule, addressOfView, definitionOf, differs, fragmentOf, viewIdOf } from './view-definition.ts'

const further: ScreenRule['rules'][number] = { kind: 'profile', fieldId: 1, operator: 'contains', value: 'กี่ + /=' }
const parts: fc.Arbitrary<RuleParts> = fc.record(
  {
    updated: fc.constantFrom('today', '7d', '30d', 'month', '2026-01-01..', '..2026-02-03', '2026-01-01..2026-01-01'),
    created: fc.constantFrom('7d', '2026-01-01..'),
    labels: fc.constantFrom('3', '3,9'),
    source: fc.constant('4'),
    reach: fc.constantFrom('friend', 'not_linked'),
  },
  { requiredKeys: [] },
)
const shown = fc.record({
  keyword: fc.constantFrom('', 'สมชาย', '0812345678'),
  sort: fc.constantFrom('updated_at', 'first_name', 'field_1001'),
  dir: fc.constantFrom('asc' as const, 'desc' as const),
  filters: fc.record({ deleted: fc.constant('true' as const) }, { requiredKeys: [] }),
  rule: parts.map((some) => joinRule(some, [])),
})

describe('the rule of the list', () => {
  test.prop([parts, fc.boolean()])('is what the filter panel shows, and what it has no place for', (some, more) => {
    const rest = more ? [further] : []
    const rule = readRuleAddress(writeRule(joinRule(some, rest)))
    expect(splitRule(rule)).toEqual({ parts: some, rest })
  })

  test('stays whole where and, or and not say more than the panel can show', () => {
    const either: ScreenRule = { condition: 'or', rules: [further, { ...further, fieldId: 2 }] }
    const not: ScreenRule = { condition: 'and', not: true, rules: [further] }
    for (const rule of [either, not]) {
      expect(splitRule(rule)).toEqual({ parts: {}, rest: [rule] })
      expect(joinRule({}, [rule])).toEqual(rule)
      expect(joinRule({ labels: '3' }, [rule])?.rules).toHaveLength(2)
    }
  })

  test('is not there where the fragment of an address says something else', () => {
    for (const fragment of [
      '',
      'top',
      'rule=',
      'rule=%',
      'rule=e30',
      `rule=${btoa('{"rules":[]}')}`,
      `rule=${btoa('[1')}`,
    ])
      expect(readRuleAddress(fragment)).toBeUndefined()
  })

  test('has its ends turned round when they were swapped', () => {
    expect(splitRule(joinRule({ updated: '2026-02-03..2026-01-01' }, [])).parts).toEqual({
      updated: '2026-01-01..2026-02-03',
    })
  })
})

const options = { sorts: ['updated_at', 'first_name', 'field_1001'], filters: { deleted: ['true'] } } as const

/** The options of a list whose open view has this definition, as the screen makes them. */
const optionsOver = ({ sortBy, sortDir, keyword, deleted }: ReturnType<typeof definitionOf>) => ({
  ...options,
  sort: sortBy as 'updated_at',
  dir: sortDir,
  saved: { keyword, filters: deleted ? { deleted: 'true' as const } : {} },
})

describe('a saved view of the list', () => {
  test.prop([shown])('opens as it was saved by its id alone, and then counts as unchanged', (list) => {
    const definition = definitionOf(list, null)
    const { search } = addressOfView({ id: 5 })
    expect(search).toEqual({ view: '5' })
    const { sort, dir, keyword, filters } = readView(search, optionsOver(definition))
    const opened = { sort, dir, keyword, filters, rule: addressedRule('', definition) }
    expect(opened).toEqual({ ...list, rule: list.rule })
    expect(differs(definition, opened, arrange([], ['firstName']))).toBe(false)
  })

  test.prop([shown, shown])('leaves only deviations from its definition in the address', (saved, list) => {
    const definition = definitionOf(saved, null)
    const over = optionsOver(definition)
    const { rule, ...address } = list
    const state = { ...address, sort: list.sort as 'updated_at', page: 1, limit: 10 as const }
    const search = writeView(state, over, { view: '5' })
    const hash = fragmentOf(rule, definition)
    expect(readView(search, over)).toEqual(state)
    expect(addressedRule(hash, definition)).toEqual(rule)
    expect('q' in search).toBe(saved.keyword !== list.keyword)
    expect('deleted' in search).toBe(saved.filters.deleted !== list.filters.deleted)
    expect('sort' in search).toBe(saved.sort !== list.sort || saved.dir !== list.dir)
    expect(hash === '').toBe(equalRules(saved.rule, rule))
  })

  test.each([
    [{ view: '5' }, 5],
    [{ view: 5, open: '9', limit: '20' }, 5],
    [{ view: '5', q: 'สม' }, 5],
    [{ view: 'all' }, undefined],
    [{}, undefined],
  ])('is named by the address %j', (search, id) => {
    expect(viewIdOf(search)).toBe(id)
  })

  test('counts as changed with another rule, order or column of its own', () => {
    const list = {
      keyword: '',
      sort: 'updated_at',
      dir: 'desc' as const,
      filters: {},
      rule: joinRule({ labels: '3' }, []),
    }
    const columns = arrange([], ['firstName', 'phone'])
    const plain = definitionOf(list, null)
    expect(differs(plain, { ...list, rule: undefined }, columns)).toBe(true)
    expect(differs(plain, { ...list, dir: 'asc' }, columns)).toBe(true)
    const other = changed(columns, 'phone', { enabled: false })
    expect(differs(plain, list, other)).toBe(false)
    expect(differs(definitionOf(list, columns), list, other)).toBe(true)
  })
})
