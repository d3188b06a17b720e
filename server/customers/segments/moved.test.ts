import { activities } from '@ruam/contract/customers/activities.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import type { RuleGroup } from '@ruam/contract/customers/rules.ts'
import { segments } from '@ruam/contract/customers/segments.ts'
import { beforeEach, expect, test } from 'vitest'
import { inStore } from '../../database/db.ts'
import { newLabel, people } from '../../testing/customers/profile-bulk.testing.ts'
import { byId, ruleOf, segment, settled } from '../../testing/customers/segments.testing.ts'
import { coreOf, newStore, type TestStore } from '../../testing/store.testing.ts'
import { normalizeRule } from '../membership/stored-rule.ts'
import { ruleContext } from '../rules/context.ts'
import { spendOf } from './spend.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const named = (value: string) => ({ kind: 'profile', field_id: 1, operator: 'eq', value }) as const
const rename = async (id: number, value: string) => {
  const { updated_at } = await store.call(profiles.get, byId(id))
  await store.call(profiles.update, { ...byId(id), body: { fields: [{ id: 1, value }], origin_time: updated_at } })
}
const moved = async (id: number, way: 'joined' | 'left') => {
  const { data, total } = await store.call(segments.moved, { ...byId(id), query: { way } })
  expect(total).toBe(data.length)
  return data.map(({ profile }) => profile.id)
}
const pin = (id: number, profile: number, value: boolean) =>
  store.call(segments.pin, { params: { id: String(id), profile_id: String(profile) }, body: { value } })

test('lists who joined and who left a segment by its rule, by a pin and by a calculation', async () => {
  const [first, second, third] = await people(store, ['นก', 'นก', 'กา'])
  const { id } = await segment(store, named('นก'))
  await settled(store)
  expect((await moved(id, 'joined')).sort()).toEqual([first, second].sort())
  expect(await moved(id, 'left')).toEqual([])
  await rename(first!, 'กา')
  await pin(id, second!, false)
  await pin(id, third!, true)
  expect(await moved(id, 'left')).toEqual([second, first])
  expect(await moved(id, 'joined')).toEqual([third])
  await rename(first!, 'นก')
  expect(await moved(id, 'left')).toEqual([second])
  const { updated_at: origin_time } = await store.call(labels.get, byId(id))
  const body = { name: 'กลุ่ม', color: 'teal' as const, segment_rule: ruleOf(named('ไก่')), origin_time }
  await store.call(labels.update, { ...byId(id), body })
  await settled(store)
  expect(await moved(id, 'left')).toEqual([first, second])
})

test('says who would join and leave before an edit is saved, and leaves pins alone', async () => {
  const [first, second, third] = await people(store, ['นก', 'นก', 'กา', 'กา'])
  const { id } = await segment(store, named('นก'))
  await settled(store)
  await pin(id, second!, true)
  await pin(id, third!, false)
  const estimate = (value: string, label_id?: number) =>
    store.call(segments.estimate, { body: { segment_rule: ruleOf(named(value)), ...(label_id && { label_id }) } })
  expect(await estimate('กา', id)).toMatchObject({ count: 2, change: { joined: 1, left: 1 } })
  expect(await estimate('นก', id)).toMatchObject({ count: 2, change: { joined: 0, left: 0 } })
  expect((await estimate('กา')).change).toBeNull()
  expect((await moved(id, 'joined')).includes(first!)).toBe(true)
})

/** A store with an amount, and what its customers spent. */
async function buyers(spent: readonly number[][]) {
  const ids = await people(
    store,
    spent.map((_, place) => (place % 2 === 0 ? 'นก' : 'กา')),
  )
  const money = { name: 'paid', display_name: 'ยอดสั่งซื้อ', data_type: 'Number' as const }
  const { id: field } = await store.call(activities.createField, { query: {}, body: money })
  const { id: type } = await store.call(activities.createType, { body: { name: 'ซื้อสินค้า', fields: [field] } })
  for (const [place, amounts] of spent.entries())
    for (const [days, value] of amounts.entries())
      await store.call(profileActivities.create, {
        ...byId(ids[place]!),
        body: {
          activity_type_id: type,
          activity_at: new Date(Date.now() - (days * 400 + 1) * 86_400_000).toISOString(),
          fields: [{ id: field, value }],
        },
      })
  return ids
}

test('sums the spend of twelve months: of customers, of a rule and of each part', async () => {
  const rule: RuleGroup = { condition: 'or', rules: [named('นก'), named('กา')] }
  const spend = async () => (await store.call(segments.estimateSpend, { body: { segment_rule: ruleOf(rule) } })).spend
  await people(store, ['ไก่'])
  expect(await spend()).toBeNull()
  const [first, second, third] = await buyers([[100.5, 7], [20], []])
  expect(await spend()).toMatchObject({ exact: true, all: 120.5, matching: 120.5 })
  expect((await spend())!.per_rule.map(({ left }) => left)).toEqual([100.5, 120.5])
  const profileIds = [first, second, third].join(',')
  const { data } = await store.call(profileActivities.purchases, { query: { profiles: profileIds } })
  expect(data).toMatchObject([
    { profile_id: first, spent: 100.5 },
    { profile_id: second, spent: 20 },
  ])
})

test('sums the spend of few matches exactly in a store that is counted by a sample', { tags: ['verify'] }, async () => {
  const core = await coreOf(store)
  await people(
    store,
    Array.from({ length: 1200 }, () => 'หมู'),
  )
  const [, second] = await buyers([[100], [20]])
  const label = await newLabel(store)
  await store.call(profiles.addLabels, { ...byId(second!), body: { label_ids: [label] } })
  const { filter, target } = ruleOf({ kind: 'label', operator: 'has_any', label_ids: [label] })
  const found = await inStore(core.pool, store.storeId, async (db) => {
    const context = await ruleContext(db, store.storeId, [normalizeRule({ filter, target })])
    return spendOf(db, { filter, target }, context, { total: 1202, many: 1000 })
  })
  expect(found).toMatchObject({ exact: true, matching: 20 })
})
