import { test } from '@fast-check/vitest'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { readRule, type ScreenRule, writeRule } from '../../rules/rule-address.ts'
import { arrange, changed } from './columns.ts'
import { joinRule, type RuleParts, splitRule } from './rule-parts.ts'
import { addressOfView, definitionOf, differs, viewAlone } from './view-definition.ts'

const further: ScreenRule['rules'][number] = { kind: 'profile', fieldId: 1, operator: 'contains', value: 'กี่ + /=' }
const parts: fc.Arbitrary<RuleParts> = fc.record(
  {
    updated: fc.constantFrom('today', '7d', '30d', 'month', '2026-01-01..', '..2026-02-03', '2026-01-01..2026-01-01'),
    created: fc.constantFrom('7d', '2026-01-01..'),
    labels: fc.constantFrom('3', '3,9'),
    source: fc.constant('4'),
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
    const rule = readRule(writeRule(joinRule(some, rest)))
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
      expect(readRule(fragment)).toBeUndefined()
  })

  test('has its ends turned round when they were swapped', () => {
    expect(splitRule(joinRule({ updated: '2026-02-03..2026-01-01' }, [])).parts).toEqual({
      updated: '2026-01-01..2026-02-03',
    })
  })
})

describe('a saved view of the list', () => {
  test.prop([shown])('opens the list as it was saved, and then counts as unchanged', (list) => {
    const definition = definitionOf(list, null)
    const { search, hash } = addressOfView({ id: 5, definition })
    expect(search).toMatchObject({ view: '5', ...(list.keyword && { q: list.keyword }), ...list.filters })
    const opened = { ...list, rule: readRule(hash) }
    expect(opened.rule).toEqual(list.rule)
    expect(differs(definition, opened, arrange([], ['firstName']))).toBe(false)
  })

  test.each([
    [{ view: '5' }, 5],
    [{ view: 5, open: '9', limit: '20' }, 5],
    [{ view: '5', q: 'สม' }, undefined],
    [{ view: '5', sort: 'first_name', dir: 'asc' }, undefined],
    [{ view: 'all' }, undefined],
    [{}, undefined],
  ])('is opened as it was saved when the address %j has its number alone', (search, id) => {
    expect(viewAlone(search)).toBe(id)
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
