import { describe, expect, test } from 'vitest'
import { type RuleNames, ruleSentence } from './rule-sentence.ts'
import { type Rule, RuleFilter, type RuleGroup, SegmentRule } from './rules.ts'
import { MAX_RULE_VALUES } from './value-tests.ts'

const one: Rule = { kind: 'profile', field_id: 1, operator: 'eq', value: 'ทอง' }
const group = (rules: RuleGroup['rules'] = [one]): RuleGroup => ({ condition: 'and', rules })
const takes = (rule: unknown) => RuleFilter.safeParse({ condition: 'and', rules: [rule] }).success
const nested = (depth: number): RuleGroup => (depth === 1 ? group() : group([nested(depth - 1)]))

describe('a rule', () => {
  test.each<unknown>([
    { ...one, value: '' },
    { ...one, value: '\u200b' },
    { ...one, value: 'ก'.repeat(10_000) },
    { ...one, value: 'a\u0000' },
    { ...one, value: null },
    { ...one, value: Number.NaN },
    { ...one, operator: 'matches' },
    { ...one, operator: '__proto__' },
    { ...one, operator: 'contains', value: 3 },
    { ...one, operator: 'empty', value: 'x' },
    { ...one, operator: 'between', value: { from: 3, to: 1 } },
    { ...one, operator: 'between', value: { from: 3 } },
    { ...one, operator: 'between', value: {} },
    { ...one, operator: 'between', value: { from: '2026-02-01', to: '2026-01-01' } },
    { ...one, operator: 'on', value: '31/02/2567' },
    { ...one, operator: 'on', value: '2026-02-30' },
    { ...one, operator: 'on', value: '2026-02-01T00:00:00Z' },
    { ...one, operator: 'in', value: [] },
    { ...one, operator: 'in', value: Array.from({ length: MAX_RULE_VALUES + 1 }, (_, n) => `v${n}`) },
    { ...one, operator: 'in_last', value: { n: -1, unit: 'day' } },
    { ...one, operator: 'in_last', value: { n: 3, unit: 'hour' } },
    { ...one, operator: 'month_is', value: 13 },
    { ...one, extra: 1 },
    { kind: 'profile', field_id: '1', operator: 'empty' },
    { kind: 'label', operator: 'has_any', label_ids: [] },
    { kind: 'activity', activity_type_id: 1, done: true, count: { operator: 'gte', value: 1.5 } },
    { kind: 'activity', activity_type_id: 1, done: true, window: { last: { n: 0, unit: 'hour' } } },
    { kind: 'activity', activity_type_id: 1, done: true, where: [] },
    { kind: 'time', at: 'created', operator: 'eq', value: '2026-01-01' },
    { kind: 'unknown' },
    { condition: 'and', rules: [] },
  ])('of no sense is refused: %j', (rule) => {
    expect(takes(rule)).toBe(false)
  })

  test.each<unknown>([
    { ...one, operator: 'in', value: Array.from({ length: MAX_RULE_VALUES }, (_, n) => `v${n}`) },
    { ...one, operator: 'between', value: { from: 1, to: 1 } },
    { ...one, operator: 'between', value: { to: '2026-01-01' } },
    { ...one, operator: 'in_last', value: { n: 0, unit: 'month' } },
    { kind: 'time', at: 'updated', operator: 'between', value: { from: '2026-01-01T00:00:00+07:00' } },
    { kind: 'time', at: 'updated', operator: 'in_last', value: { n: 3, unit: 'hour' } },
  ])('at the edge of sense is taken: %j', (rule) => {
    expect(takes(rule)).toBe(true)
  })

  test('is three groups deep at most, holds 20 rules a group and 100 in all, and a segment 10 groups', () => {
    const of = (count: number, rule: Rule | RuleGroup = one) => Array.from({ length: count }, () => rule)
    const many = (groups: number) => group(of(groups, group(of(20))))
    const filter = (rule: RuleGroup) => RuleFilter.safeParse(rule)
    expect([nested(3), group(of(20)), many(5)].map((rule) => filter(rule).success)).toEqual([true, true, true])
    expect([nested(4), group(of(21)), many(6)].map((rule) => filter(rule).success)).toEqual([false, false, false])
    expect(filter(group([...of(5, group(of(20))), one])).error!.issues[0]!.path).toEqual(['rules', 5])
    const segment = (groups: RuleGroup[]) =>
      SegmentRule.safeParse({
        auto_apply_enabled: true,
        filter: { profile_created_at: null, reference_label_ids: [] },
        target: { condition: 'or', groups },
      }).success
    expect(
      [of(10, nested(3)), of(11, group()), [nested(4)], []].map((groups) => segment(groups as RuleGroup[])),
    ).toEqual([true, false, false, false])
  })
})

describe('as a sentence', () => {
  const named = (name: string) => (id: number) => (id === 404 ? undefined : `${name}${id}`)
  const names: RuleNames = {
    ...{ field: named('F'), property: named('P'), activityType: named('ซื้อ'), label: named('L'), source: named('S') },
    ...{ purpose: named('C'), broadcast: named('B'), channel: named('OA') },
    value: (value) => (typeof value === 'number' ? value.toLocaleString('en-US') : `“${value}”`),
    month: (month) => `เดือน ${month}`,
  }
  const said = (rule: Rule | RuleGroup) => [ruleSentence(rule, 'th', names), ruleSentence(rule, 'en', names)]

  test('it says what is asked, of what, and with which value, in both languages', () => {
    const bought: Rule = {
      kind: 'activity',
      activity_type_id: 1,
      done: true,
      count: { operator: 'gte', value: 3 },
      window: { last: { n: 90, unit: 'day' } },
      where: [{ field_id: 2, operator: 'gt', value: 1000 }],
    }
    expect(said(bought)).toEqual([
      'ซื้อ1 อย่างน้อย 3 ครั้ง ใน 90 วันล่าสุด โดย P2 มากกว่า 1,000',
      'ซื้อ1 at least 3 times in the last 90 days where P2 is more than 1,000',
    ])
    const label: Rule = { kind: 'label', operator: 'has_any', label_ids: [1, 404] }
    const not: RuleGroup = { condition: 'or', not: true, rules: [label, one] }
    expect(said({ condition: 'and', rules: [bought, not] })[1]).toBe(
      'ซื้อ1 at least 3 times in the last 90 days where P2 is more than 1,000 and not (has any of L1, something that was deleted or F1 is “ทอง”)',
    )
  })

  test('in English one time and one day are no plurals', () => {
    const once = (operator: 'eq' | 'gte'): Rule => ({
      kind: 'activity',
      activity_type_id: 1,
      done: true,
      count: { operator, value: 1 },
      window: { last: { n: 1, unit: 'day' } },
    })
    expect(said(once('eq'))[1]).toBe('ซื้อ1 once in the last day')
    expect(said(once('gte'))[1]).toBe('ซื้อ1 at least once in the last day')
  })

  test('it names the month of now once', () => {
    const month: Rule = { kind: 'profile', field_id: 1, operator: 'month_is', value: 'this' }
    expect(said(month)).toEqual(['F1 อยู่ในเดือนนี้', 'F1 is this month'])
  })

  test.each<Rule>([
    ...(['eq', 'ne', 'contains', 'not_contains', 'starts_with', 'ends_with'] as const).map((operator) => ({
      ...one,
      operator,
    })),
    ...(['in', 'not_in'] as const).map(
      (operator): Rule => ({ kind: 'profile', field_id: 1, operator, value: ['a', 'b'] }),
    ),
    ...(['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] as const).map(
      (operator): Rule => ({ kind: 'profile', field_id: 1, operator, value: 5 }),
    ),
    ...(['between', 'not_between'] as const).map(
      (operator): Rule => ({ kind: 'profile', field_id: 1, operator, value: { from: 1, to: 2 } }),
    ),
    ...(['on', 'before', 'after'] as const).map(
      (operator): Rule => ({ kind: 'profile', field_id: 1, operator, value: '2026-01-31' }),
    ),
    ...[{ from: '2026-01-31', to: '2026-02-01' }, { from: '2026-01-31' }, { to: '2026-02-01' }].flatMap(
      (value): Rule[] => [
        { kind: 'time', at: 'created', operator: 'between', value },
        { kind: 'activity', activity_type_id: 1, done: false, window: value },
      ],
    ),
    ...(['in_last', 'not_in_last', 'in_next', 'anniversary_in_next'] as const).flatMap((operator): Rule[] =>
      [0, 7].map((n) => ({ kind: 'profile', field_id: 1, operator, value: { n, unit: 'week' } })),
    ),
    ...[5, 'this' as const].map((value): Rule => ({ kind: 'profile', field_id: 1, operator: 'month_is', value })),
    ...(['is_true', 'is_false', 'empty', 'not_empty'] as const).map(
      (operator): Rule => ({ kind: 'profile', field_id: 1, operator }),
    ),
    ...(['has_any', 'has_all', 'has_none'] as const).map(
      (operator): Rule => ({ kind: 'label', operator, label_ids: [1] }),
    ),
    ...(['friend', 'blocked', 'not_linked'] as const).flatMap((operator): Rule[] => [
      { kind: 'channel', channel_type: 'lineOA', channel_id: 1, operator },
      { kind: 'channel', channel_type: 'sms', operator },
    ]),
    ...(['sent', 'failed', 'not_sent'] as const).map(
      (operator): Rule => ({ kind: 'broadcast', broadcast_id: 1, operator }),
    ),
    ...(['granted', 'withdrawn', 'unknown'] as const).map(
      (operator): Rule => ({ kind: 'consent', purpose_id: 1, operator }),
    ),
    ...(['made', 'changed', 'any'] as const).map((operator): Rule => ({ kind: 'source', data_source_id: 1, operator })),
    ...(['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] as const).map(
      (operator): Rule => ({ kind: 'activity', activity_type_id: 1, done: true, count: { operator, value: 2 } }),
    ),
    ...(['between', 'not_between'] as const).map(
      (operator): Rule => ({
        kind: 'activity',
        activity_type_id: 1,
        done: true,
        count: { operator, value: { from: 1, to: 2 } },
      }),
    ),
  ])('no hole of it stays open: %j', (rule) => {
    expect(takes(rule)).toBe(true)
    const [th, en] = said(rule) as [string, string]
    for (const text of [th, en]) expect(text).toMatch(/^[^{}]{4,}$/)
    expect(th).toMatch(/[ก-๙]/)
    expect(en.replace(/“.*?”|ซื้อ|เดือน/g, '')).not.toMatch(/[ก-๙]/)
    const values = JSON.stringify(rule).match(/2026-\d\d-\d\d/g) ?? []
    for (const value of values) expect(th).toContain(value)
  })

  test('a value that the reader may not see is not in it', () => {
    const masked = { kind: 'profile', field_id: 10, operator: 'eq', masked: true } as const
    expect(ruleSentence(masked, 'en', names)).toBe('F10 is a value you do not have permission to see')
  })
})
