import type { Rule, RuleGroup } from '@ruam/contract/customers/rules.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { inStore } from '../../database/db.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { faultsOf } from './check.ts'
import { compileRule } from './compile.ts'
import { ruleContext } from './context.ts'

const GONE = 2_147_483_647

let store: TestStore
let [own, type, property] = [0, 0, 0]

beforeAll(async () => {
  store = await newStore()
  const { admin } = await testServer()
  const made = async (text: string, ...values: unknown[]) =>
    (await admin.query<{ id: number }>(`${text} returning id`, [store.storeId, ...values])).rows[0]!.id
  const field = (owner: string) =>
    `insert into ${owner}_field (store_id, field_name, display_name, data_type) values ($1, 'own', 'own', 'Number')`
  own = await made(field('profile'))
  property = await made(field('activity'))
  type = await made("insert into activity_type (store_id, name, field_ids) values ($1, 'ซื้อ', $2)", [property])
  await admin.query("insert into profile (store_id, first_name) select $1, 'คน' from generate_series(1, 3)", [
    store.storeId,
  ])
})

/** Returns the faults of a rule, and its matches in each form. */
async function asked(rule: RuleGroup) {
  const core = await coreOf(store)
  return inStore(core.pool, store.storeId, async (db) => {
    const context = await ruleContext(db, store.storeId, [rule])
    const { is, means, conditions } = compileRule(rule, context)
    const sets = sql.join(
      conditions.map(({ ids }) => sql`select id from ${ids()} c`),
      sql` intersect `,
    )
    const { rows } = await sql<{ people: number[] }>`select array[(select count(*) from ${means()} m),
      (select count(*) from profile where store_id = ${store.storeId} and ${is}), (select count(*) from (${sets}) s)] as people`.execute(
      db,
    )
    return { faults: faultsOf(rule, context), people: rows[0]!.people.map(Number) }
  })
}

const alone = (rule: Rule): RuleGroup => ({ condition: 'and', rules: [rule] })

describe('a rule that names what the store does not have', () => {
  const empty = { operator: 'empty' } as const
  const done = { kind: 'activity', done: true } as const
  test.each<[string, () => Rule, object]>([
    ['field', () => ({ kind: 'profile', field_id: GONE, ...empty }), { path: ['rules', 0, 'field_id'] }],
    [
      'label',
      () => ({ kind: 'label', operator: 'has_none', label_ids: [GONE] }),
      { path: ['rules', 0, 'label_ids', 0] },
    ],
    ['activity_type', () => ({ ...done, activity_type_id: GONE }), { path: ['rules', 0, 'activity_type_id'] }],
    [
      'property',
      () => ({ ...done, activity_type_id: type, where: [{ field_id: GONE, ...empty }] }),
      { path: ['rules', 0, 'where', 0, 'field_id'] },
    ],
    [
      'source',
      () => ({ kind: 'source', data_source_id: GONE, operator: 'any' }),
      { path: ['rules', 0, 'data_source_id'] },
    ],
    [
      'purpose',
      () => ({ kind: 'consent', purpose_id: GONE, operator: 'unknown' }),
      { path: ['rules', 0, 'purpose_id'] },
    ],
    [
      'broadcast',
      () => ({ kind: 'broadcast', broadcast_id: GONE, operator: 'not_sent' }),
      { path: ['rules', 0, 'broadcast_id'] },
    ],
    [
      'channel',
      () => ({ kind: 'channel', channel_type: 'lineOA', channel_id: GONE, operator: 'not_linked' }),
      { path: ['rules', 0, 'channel_id'] },
    ],
  ])('as its %s reports the position, and matches no profile', async (subject, rule, { path }: { path?: unknown }) => {
    expect(await asked(alone(rule()))).toEqual({
      faults: [{ path, reason: 'unknown', subject, id: GONE }],
      people: [0, 0, 0],
    })
  })

  test('matches no profile within any and, or and not', async () => {
    const everybody: Rule = { kind: 'time', at: 'created', operator: 'not_empty' }
    const broken: Rule = { kind: 'label', operator: 'has_any', label_ids: [GONE] }
    const around: RuleGroup[] = [
      { condition: 'and', not: true, rules: [broken] },
      { condition: 'or', rules: [everybody, broken] },
      { condition: 'or', rules: [everybody, { condition: 'and', not: true, rules: [everybody, broken] }] },
    ]
    expect((await asked(alone(everybody))).people).toEqual([3, 3, 3])
    for (const rule of around) expect((await asked(rule)).people).toEqual([0, 0, 0])
  })
})

test('a rule matches no profile if its values have another type than the field', async () => {
  const rules: Rule[] = [
    { kind: 'profile', field_id: own, operator: 'ne', value: 'ทอง' },
    { kind: 'profile', field_id: own, operator: 'not_in_last', value: { n: 3, unit: 'day' } },
    { kind: 'profile', field_id: 8, operator: 'ne', value: 3 },
    {
      kind: 'activity',
      activity_type_id: type,
      done: false,
      where: [{ field_id: property, operator: 'is_true' }],
    },
  ]
  for (const rule of rules) {
    const { faults, people } = await asked(alone(rule))
    expect([faults.map(({ reason }) => reason), people]).toEqual([['retyped'], [0, 0, 0]])
  }
  expect((await asked(alone({ kind: 'profile', field_id: own, operator: 'ne', value: 3 }))).people).toEqual([3, 3, 3])
})

test('a rule matches no profile while the values of its field are being converted', async () => {
  const { admin } = await testServer()
  const rule = alone({ kind: 'profile', field_id: own, operator: 'empty' })
  const convert = (to: string | null) =>
    admin.query('update profile_field set converting_to = $3 where store_id = $1 and id = $2', [store.storeId, own, to])
  await convert('String')
  expect(await asked(rule)).toMatchObject({ faults: [{ reason: 'retyped', subject: 'field' }], people: [0, 0, 0] })
  await convert(null)
  expect((await asked(rule)).people).toEqual([3, 3, 3])
})
