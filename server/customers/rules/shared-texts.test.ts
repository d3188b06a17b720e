import { profiles } from '@ruam/contract/customers/profiles.ts'
import type { RuleGroup } from '@ruam/contract/customers/rules.ts'
import { segments } from '@ruam/contract/customers/segments.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { beforeAll, expect, test } from 'vitest'
import { inStore } from '../../database/db.ts'
import { membersOf, ruleOf, segment, settled } from '../../testing/customers/segments.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { compileRule } from './compile.ts'
import { ruleContext } from './context.ts'

const address = systemFields.find(({ column }) => column === 'address')!.id
const texts = [
  ...[
    '12 ถนนน้ำใส',
    '12 ถนนนํ้าใส',
    'Soi A',
    'soi a',
    'SOI  A',
    'ซอย\u200bเอ',
    'แขก',
    'เเขก',
    '50%_ลด',
    'ลด 50%_',
    'İstanbul',
  ],
  ...['é', 'e\u0301', '🙂 บ้าน', 'บ้าน 🙂', 'า', '', null],
]
const values = ['น้ำใส', 'soi a', 'ซอยเอ', 'แขก', '%_', 'é', '🙂', 'i', 'น', 'า', 'บ้าน', 'ลด 50%_']
const operators = ['contains', 'not_contains', 'starts_with', 'ends_with', 'eq', 'ne'] as const

type Leaf = Extract<RuleGroup['rules'][number], { kind: 'profile' }>
const tests = values.flatMap((value) =>
  operators.map((operator): Leaf => ({ kind: 'profile', field_id: address, operator, value })),
)
tests.push(
  ...(['in', 'not_in'] as const).map(
    (operator): Leaf => ({ kind: 'profile', field_id: address, operator, value: values }),
  ),
)

let store: TestStore
beforeAll(async () => {
  store = await newStore()
  const { admin } = await testServer()
  await admin.query(
    "insert into profile (store_id, first_name, address, custom) select $1, 'คน ' || n, a, '{}' from unnest($2::text[]) with ordinality t (a, n)",
    [store.storeId, texts],
  )
})

async function listed(rule: RuleGroup): Promise<number[]> {
  const { data } = await store.call(profiles.query, { body: { filter: { rule }, limit: 100 } })
  return data.map(({ id }) => id).sort((one, other) => one - other)
}

test('a text test finds the same customers when it shares the comparable text with others as when it is alone', {
  tags: ['verify'],
}, async () => {
  for (const rule of tests) {
    const alone = await listed({ condition: 'and', rules: [rule] })
    // Matches no profile, so each group has the meaning of its first rule.
    const none: Leaf = { kind: 'profile', field_id: address, operator: 'eq', value: 'ไม่มีใครอยู่ที่นี่' }
    const group: RuleGroup = { condition: 'or', rules: [rule, none, none, none] }
    expect([rule, await listed(group)]).toEqual([rule, alone])
    const { count, sample } = await store.call(segments.estimate, {
      body: { segment_rule: ruleOf(group), exact: true },
    })
    expect([rule, count, sample!.length]).toEqual([rule, alone.length, Math.min(alone.length, 10)])
  }
})

test('a segment with many text tests has the same members by calculation and by the change of one customer', async () => {
  const group: RuleGroup = { condition: 'or', rules: tests.filter(({ operator }) => operator === 'ends_with') }
  const { id } = await segment(store, group)
  await settled(store)
  expect(await membersOf(store, id)).toEqual(await listed(group))
  const fields = [{ id: address, value: 'ปลายทาง soi A' }]
  const added = await store.call(profiles.create, { body: { fields } })
  expect(await membersOf(store, id)).toContain(added.id)
})

test('a field is made comparable once when a hundred tests ask for it', async () => {
  const core = await coreOf(store)
  const rule: RuleGroup = {
    condition: 'and',
    rules: Array.from({ length: 5 }, () => ({ condition: 'or' as const, rules: tests.slice(0, 20) })),
  }
  await inStore(core.pool, store.storeId, async (db) => {
    const { is, conditions } = compileRule(rule, await ruleContext(db, store.storeId, [rule]))
    for (const test of [is, ...conditions.map((one) => one.is)])
      expect(test.compile(db).sql.match(/rule_text\(/g)).toHaveLength(1)
  })
})
