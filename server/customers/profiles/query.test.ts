import { activities } from '@ruam/contract/customers/activities.ts'
import { profileBulk } from '@ruam/contract/customers/bulk.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import type { Rule, RuleGroup } from '@ruam/contract/customers/rules.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Member, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

const FIRST = 1
const CITIZEN = 10
const INCOME = 19

let store: TestStore
let level: number
let purchase: number
let vip: number

const all = (...rules: RuleGroup['rules']): RuleGroup => ({ condition: 'and', rules })
const ask = (rule: RuleGroup | undefined, more: object = {}, who: Member = store) =>
  who.try(profiles.query, {
    body: { sort_by: 'first_name', sort_dir: 'asc', filter: { ...(rule && { rule }), ...more } },
  })

/** First names of the profiles that match a rule. */
async function names(rule: RuleGroup | undefined, more: object = {}) {
  const { status, body } = await ask(rule, more)
  expect([status, body]).toMatchObject([200, {}])
  return body.data.map(({ fields }) => fields.find(({ id }) => id === FIRST)!.value)
}

beforeAll(async () => {
  store = await newStore()
  const field = { field_name: 'level', display_name: 'ระดับ', data_type: 'String' as const }
  level = (await store.call(profileFields.create, { body: field })).id
  purchase = (await store.call(activities.createType, { body: { name: 'ซื้อ' } })).id
  vip = (await store.call(labels.create, { body: { name: 'VIP', color: 'red', type: 'general' } })).id
  const { admin } = await testServer()
  const people = [
    ['กบ', 'ทอง', 3, true],
    ['ไก่', 'เงิน', 1, false],
    ['แมว', null, 0, true],
    ['ปลา', 'ทอง', 0, false],
  ] as const
  for (const [name, value, times, label] of people) {
    const fields = [{ id: FIRST, value: name }, ...(value ? [{ id: level, value }] : [])]
    const { id } = await store.call(profiles.create, { body: { fields, label_ids: label ? [vip] : [] } })
    await admin.query(
      `insert into activity (store_id, profile_id, type_id, activity_at) select $1, $2, $3, now() - n * interval '10 days'
       from generate_series(1, $4::int) n`,
      [store.storeId, id, purchase, times],
    )
  }
})

const gold = (): Rule => ({ kind: 'profile', field_id: level, operator: 'eq', value: 'ทอง' })
const bought = (value: number): Rule => ({
  kind: 'activity',
  activity_type_id: purchase,
  done: true,
  count: { operator: 'gte', value },
})

describe('the list by a rule', () => {
  test('shows matching profiles in any order, also with a keyword', async () => {
    expect(await names(all(gold()))).toEqual(['กบ', 'ปลา'])
    expect(await names(all(gold(), bought(1)))).toEqual(['กบ'])
    expect(
      await names({ condition: 'or', rules: [bought(1), { kind: 'label', operator: 'has_any', label_ids: [vip] }] }),
    ).toEqual(['กบ', 'ไก่', 'แมว'])
    expect(await names({ condition: 'and', not: true, rules: [gold()] })).toEqual(['ไก่', 'แมว'])
    expect(await names(all(gold()), { keyword: 'ปลา' })).toEqual(['ปลา'])
    expect(await names(undefined)).toEqual(['กบ', 'ไก่', 'ปลา', 'แมว'])
  })

  test('takes its query in a body, with the page and the total of the address', async () => {
    const body = { offset: 1, limit: 1, sort_by: 'firstName', sort_dir: 'desc' as const, filter: { rule: all(gold()) } }
    const page = await store.call(profiles.query, { body })
    expect(page).toMatchObject({
      total: 2,
      pages: 2,
      page: 2,
      limit: 1,
      sort_by: 'first_name',
      order: 'desc',
      total_all: 4,
    })
    expect(page.data).toHaveLength(1)
    for (const wrong of [
      { offset: -1 },
      { limit: 1001 },
      { limit: '1' },
      { sort_by: 'nothing' },
      { filter: { labels: '1' } },
    ])
      expect((await store.try(profiles.query, { body: wrong as never })).status).toBe(400)
  })

  test('returns names of fields and labels once, on request', async () => {
    const asked = { sort_by: 'first_name', sort_dir: 'asc' as const }
    const each = await store.call(profiles.query, { body: asked })
    const once = await store.call(profiles.query, { body: { ...asked, names: 'once' } })
    if (!('fields' in once)) throw new Error('The names stand in each row')
    expect(once.fields.map(({ id }) => id)).toEqual([FIRST, level])
    expect(once.labels.map(({ id, name }) => [id, name])).toEqual([[vip, 'VIP']])
    expect(once.data[0]).toEqual({
      ...each.data[0],
      fields: [
        { id: FIRST, value: 'กบ' },
        { id: level, value: 'ทอง' },
      ],
      labels: [vip],
    })
    const data = once.data.map((profile) => ({
      ...profile,
      fields: profile.fields.map((value) => ({ ...once.fields.find(({ id }) => id === value.id), ...value })),
      labels: profile.labels.map((id) => once.labels.find((label) => label.id === id)),
    }))
    expect({ ...once, data }).toEqual({ ...each, fields: once.fields, labels: once.labels })
    expect((await store.try(profiles.query, { body: { names: 'twice' } as never })).status).toBe(400)
  })

  test('is equivalent to the parameters of the address', async () => {
    const { data } = await store.call(profiles.list, {
      query: { labels: String(vip), sort_by: 'first_name', sort_dir: 'asc' },
    })
    const { body } = await ask(all({ kind: 'label', operator: 'has_any', label_ids: [vip] }))
    expect(data).toEqual(body.data)
    const gone = await store.call(profiles.list, { query: { labels: '999999999' } })
    expect([gone.total, gone.data]).toEqual([0, []])
  })

  test('rejects unknown ids, and reports where types do not match', async () => {
    const unknown: Rule[] = [
      { kind: 'profile', field_id: 2_147_483_647, operator: 'empty' },
      { kind: 'label', operator: 'has_none', label_ids: [vip, 2_147_483_647] },
      {
        kind: 'activity',
        activity_type_id: purchase,
        done: true,
        where: [{ field_id: 2_147_483_647, operator: 'empty' }],
      },
    ]
    for (const rule of unknown) {
      const { status, body } = await ask({ condition: 'or', rules: [gold(), rule] })
      expect([status, body.error]).toEqual([404, 'not_found'])
    }
    const number: Rule = { kind: 'profile', field_id: level, operator: 'gt', value: 3 }
    const { status, body } = await ask(all(gold(), { condition: 'or', rules: [number] }))
    expect([status, body.details]).toEqual([400, { fields: ['body.filter.rule.rules.1.rules.0'] }])
  })

  test('requires permission for sensitive values that it compares with', async () => {
    const reader = await store.member(['cdp-core.profile.read'])
    for (const rule of [
      { kind: 'profile', field_id: CITIZEN, operator: 'not_empty' },
      { kind: 'profile', field_id: INCOME, operator: 'gt', value: 3 },
    ] as const) {
      const { status, body } = await ask(all(gold(), { condition: 'or', not: true, rules: [rule] }), {}, reader)
      expect([status, body.details]).toEqual([403, { permission: 'cdp-core.profile-sensitive.read' }])
    }
    expect((await ask(all(gold()), {}, reader)).status).toBe(200)
    expect((await ask(undefined, { deleted: true }, reader)).status).toBe(403)
  })

  test('also filters deleted profiles', async () => {
    const fields = [
      { id: FIRST, value: 'เก่า' },
      { id: level, value: 'ทอง' },
    ]
    const { id } = await store.call(profiles.create, { body: { fields } })
    await store.call(profiles.delete, { params: { id: String(id) } })
    expect(await names(all(gold()))).toEqual(['กบ', 'ปลา'])
    expect(await names(all(gold()), { deleted: true })).toEqual(['เก่า'])
    expect(await names(all(bought(1)), { deleted: true })).toEqual([])
  })
})

describe('a bulk change by a rule', () => {
  const preview = (rule: RuleGroup, who: Member = store) =>
    who.try(profileBulk.preview, {
      body: { target: { filter: { rule } }, action: { type: 'add_labels', label_ids: [vip] } },
    })

  test('changes exactly the listed profiles', async () => {
    const { total, changes } = (await preview(all(gold()))).body
    expect([total, changes]).toEqual([2, 1])
    expect((await preview({ condition: 'or', not: true, rules: [gold(), bought(1)] })).body.total).toBe(1)
  })

  test('is refused for ids of another store, mismatched types and hidden fields', async () => {
    const other = await newStore()
    const foreign = (await other.call(labels.create, { body: { name: 'ป้าย', color: 'red', type: 'general' } })).id
    const editor = await store.member(['cdp-core.profile.read', 'cdp-core.profile.edit'])
    expect((await preview(all({ kind: 'label', operator: 'has_none', label_ids: [foreign] }))).status).toBe(404)
    expect((await preview(all({ kind: 'profile', field_id: level, operator: 'is_true' }))).status).toBe(400)
    expect((await preview(all({ kind: 'profile', field_id: CITIZEN, operator: 'empty' }), editor)).status).toBe(403)
  })
})
