import { activities } from '@ruam/contract/customers/activities.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import type { ActivityRule, RuleGroup } from '@ruam/contract/customers/rules.ts'
import type { WhyNode } from '@ruam/contract/customers/segment-why.ts'
import { segments } from '@ruam/contract/customers/segments.ts'
import { beforeEach, expect, test } from 'vitest'
import { inStore } from '../../database/db.ts'
import { newLabel, people } from '../../testing/customers/profile-bulk.testing.ts'
import { byId, segment, settled } from '../../testing/customers/segments.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { officialAccount } from '../../testing/things/channels.ts'
import { addDays, clockOf } from '../rules/days.ts'
import { segmentFiguresOf } from './figures.ts'

let store: TestStore
let type: number
let goods: number
let paid: number
beforeEach(async () => {
  store = await newStore()
  const field = async (name: string, display_name: string, data_type: 'String' | 'Number') =>
    (await store.call(activities.createField, { query: {}, body: { name, display_name, data_type } })).id
  goods = await field('goods', 'สินค้า', 'String')
  paid = await field('paid', 'ยอดสั่งซื้อ', 'Number')
  const body = { name: 'ซื้อสินค้า', fields: [goods, paid] }
  type = (await store.call(activities.createType, { body })).id
})

const today = () => clockOf(new Date(), 'Asia/Bangkok').today
/** Noon of a day of the store's calendar. */
const noon = (days: number) => `${addDays(today(), days)}T05:00:00.000Z`

const buy = (id: number, activity_at: string, amount: number, what?: string) =>
  store.call(profileActivities.create, {
    ...byId(id),
    body: {
      activity_type_id: type,
      activity_at,
      fields: [{ id: paid, value: amount }, ...(what ? [{ id: goods, value: what }] : [])],
    },
  })

const bought = (rest: Partial<ActivityRule> = {}): ActivityRule => ({
  kind: 'activity',
  activity_type_id: type,
  done: true,
  ...rest,
})
const why = (id: number, profile: number) =>
  store.call(segments.why, { params: { id: String(id), profile_id: String(profile) } })
const leaves = ({ items, ...node }: WhyNode): Omit<WhyNode, 'items'>[] => items?.flatMap(leaves) ?? [node]

test('sorts customers by last purchase and by spend, those without purchases last', async () => {
  const [first, second, third, fourth] = await people(store, ['นก', 'กา', 'ไก่', 'หมู'])
  await buy(first!, noon(-5), 100)
  await buy(first!, noon(-500), 9000)
  await buy(second!, noon(-1), 20)
  await buy(third!, noon(-600), 500)
  const listed = async (sort_by: string, sort_dir: 'asc' | 'desc') =>
    (await store.call(profiles.query, { body: { sort_by, sort_dir } })).data.map(({ id }) => id)
  expect(await listed('bought_at', 'desc')).toEqual([second, first, third, fourth])
  expect(await listed('spent', 'desc')).toEqual([first, second, third, fourth])
  expect(await listed('spent', 'asc')).toEqual([third, second, first, fourth])
  const label = await newLabel(store)
  for (const id of [first!, third!, fourth!])
    await store.call(profiles.addLabels, { ...byId(id), body: { label_ids: [label] } })
  const rule: RuleGroup = { condition: 'and', rules: [{ kind: 'label', operator: 'has_any', label_ids: [label] }] }
  const page = await store.call(profiles.query, { body: { sort_by: 'spent', filter: { rule } } })
  expect([page.total, ...page.data.map(({ id }) => id)]).toEqual([3, first, third, fourth])
  const other = await newStore()
  expect((await other.try(profiles.query, { body: { sort_by: 'spent' } })).status).toBe(400)
})

test('counts members reachable on LINE and sums their spend, of a large segment by a sample', async () => {
  const { core, admin } = await testServer()
  const [first, second, third] = await people(store, ['นก', 'นก', 'กา'])
  const { id } = await segment(store, { kind: 'profile', field_id: 1, operator: 'eq', value: 'นก' })
  await settled(store)
  const figures = () => store.call(segments.figures, byId(id))
  expect(await figures()).toEqual({ exact: true, line: null, spent: 0 })
  const account = await officialAccount(store)
  for (const [place, profile] of [first, third].entries())
    await admin.query(
      `insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
       values ($1, 'lineOA', $2, $3, $4, 'friend', now())`,
      [store.storeId, account, `U${place}`, profile],
    )
  await buy(first!, noon(-5), 100.5)
  await buy(second!, noon(-400), 30)
  await buy(third!, noon(-5), 7)
  expect(await figures()).toEqual({ exact: true, line: 1, spent: 100.5 })
  const { label, ids } = await inStore(core.pool, store.storeId, async (db) => ({
    label: await segmentFiguresOf(db, store.storeId, { id, target_count: 2 }, 1),
    ids: [first!, second!].filter((one) => one % 2 === 0),
  }))
  const each = ids.length === 0 ? 1 : 2 / ids.length
  expect(label).toEqual({
    exact: false,
    line: ids.includes(first!) ? each : 0,
    spent: ids.includes(first!) ? 100.5 * each : 0,
  })
  const reader = await store.member(['cdp-core.label.read'])
  expect((await reader.try(segments.figures, byId(id))).status).toBe(403)
  const label2 = await newLabel(await newStore())
  expect((await store.try(segments.figures, byId(label2))).status).toBe(404)
})

test('names the purchases that a reason counted, the last three and their sum', async () => {
  const [who] = await people(store, ['นก'])
  await buy(who!, noon(-1), 100, 'ผ้าฝ้าย')
  for (const days of [2, 3, 4]) await buy(who!, noon(-days), days)
  await buy(who!, noon(-40), 999)
  const { id } = await segment(store, bought({ window: { last: { n: 30, unit: 'day' } } }))
  await settled(store)
  const [{ saw }] = leaves((await why(id, who!)).tree) as [WhyNode]
  expect(saw).toMatchObject({ count: 4, total: 109 })
  expect(saw!.purchases!.map(({ text, amount }) => [text, amount])).toEqual([
    ['ผ้าฝ้าย', 100],
    [null, 2],
    [null, 3],
  ])
})

test('says on which day the passing of time ends a membership', { tags: ['verify'] }, async () => {
  const [who, twice] = await people(store, ['นก', 'กา'])
  await buy(who!, noon(-10), 10)
  await buy(twice!, noon(-10), 10)
  await buy(twice!, noon(-20), 10)
  const last = { last: { n: 30, unit: 'day' } } as const
  const once = await segment(store, bought({ window: last }))
  const more = await segment(store, {
    condition: 'and',
    rules: [
      bought({ window: last, count: { operator: 'gte', value: 2 } }),
      { kind: 'profile', field_id: 1, operator: 'eq', value: 'กา' },
    ],
  })
  const silent = await segment(store, bought({ window: { last: { n: 5, unit: 'day' } }, done: false }))
  const ever = await segment(store, bought())
  const nested = await segment(store, {
    condition: 'and',
    rules: [bought({ window: last }), { kind: 'label', operator: 'has_any', label_ids: [once.id] }],
  })
  const hours = await segment(store, bought({ window: { last: { n: 24 * 12, unit: 'hour' } } }))
  await settled(store)
  expect(await why(once.id, who!)).toMatchObject({ member: true, leaves_on: addDays(today(), 21) })
  expect(await why(more.id, twice!)).toMatchObject({ member: true, leaves_on: addDays(today(), 11) })
  expect(await why(more.id, who!)).toMatchObject({ member: false, leaves_on: null })
  expect(await why(silent.id, who!)).toMatchObject({ member: true, leaves_on: null })
  expect(await why(ever.id, who!)).toMatchObject({ member: true, leaves_on: null })
  expect(await why(nested.id, who!)).toMatchObject({ member: true, leaves_on: null })
  expect(await why(hours.id, who!)).toMatchObject({ member: true, leaves_on: addDays(today(), 2) })
  // Purchases in the books already count from their day on.
  await buy(who!, noon(3), 10)
  expect(await why(once.id, who!)).toMatchObject({ leaves_on: addDays(today(), 34) })
  expect(await why(silent.id, who!)).toMatchObject({ member: true, leaves_on: addDays(today(), 3) })
  await store.call(segments.pin, {
    params: { id: String(once.id), profile_id: String(who) },
    body: { value: true },
  })
  expect(await why(once.id, who!)).toMatchObject({ member: true, leaves_on: null })
})
