import { activities } from '@ruam/contract/customers/activities.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { expect, test } from 'vitest'
import { field, madeProfile, rowsOf } from '../../testing/customers/profiles.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'

const customer = async (store: TestStore) => ({
  params: { id: String((await madeProfile(store, { [field.firstName]: 'ญาดา' })).id) },
})

async function purchaseType(store: TestStore) {
  const body = { name: 'paid', display_name: 'ยอดสั่งซื้อ', data_type: 'Number' as const }
  const { id: sum } = await store.call(activities.createField, { query: {}, body })
  const { id: type } = await store.call(activities.createType, { body: { name: 'ซื้อสินค้า', fields: [sum] } })
  const buy = (params: { id: string }, value: number | null, activity_at: string) =>
    store.call(profileActivities.create, {
      params,
      body: { activity_type_id: type, activity_at, fields: value === null ? [] : [{ id: sum, value }] },
    })
  return { type, buy }
}

test('a visit is recorded by one call with the store’s own type, and can be deleted', async () => {
  const store = await newStore()
  const { params } = await customer(store)
  const before = await store.call(profiles.get, { params })
  const made = await store.call(profileActivities.visit, { params, body: {} })
  expect(made).toMatchObject({ type: { name: 'มาที่ร้าน' }, fields: [], source: { type: 'user' } })
  expect((await store.call(profiles.get, { params })).updated_at > before.updated_at).toBe(true)
  const { types } = await store.call(profileActivities.summary, { params })
  expect(types).toMatchObject([{ name: 'มาที่ร้าน', count: 1, total: null, visit: true }])
  await store.call(profileActivities.delete, { params: { ...params, activity_id: String(made.id) } })
  expect((await store.call(profileActivities.summary, { params })).types).toEqual([])
})

test('concurrent first visits create one type, or reuse the store’s type of that name', async () => {
  const store = await newStore()
  const { params } = await customer(store)
  const { id } = await store.call(activities.createType, { body: { name: 'มาที่ร้าน' } })
  const made = await Promise.all(
    Array.from({ length: 8 }, () => store.call(profileActivities.visit, { params, body: {} })),
  )
  expect(new Set(made.map(({ type }) => type.id))).toEqual(new Set([id]))
  const empty = await newStore()
  const other = await customer(empty)
  await Promise.all(Array.from({ length: 8 }, () => empty.call(profileActivities.visit, { ...other, body: {} })))
  expect(await rowsOf(empty, "select name from activity_type where store_id = $1 and purpose = 'visit'")).toEqual([
    { name: 'มาที่ร้าน' },
  ])
})

test('a type of notes with that name stays a type of notes', async () => {
  const store = await newStore()
  const { params } = await customer(store)
  await store.call(profileActivities.note, { params, body: { text: 'โทรแล้ว' } })
  await rowsOf(store, "update activity_type set name = 'มาที่ร้าน' where store_id = $1 and purpose = 'note' returning id")
  const { type } = await store.call(profileActivities.visit, { params, body: {} })
  expect(type.name).toBe('มาที่ร้าน 2')
  expect((await store.call(profileActivities.visit, { params, body: {} })).type).toEqual(type)
})

test('a summary counts what was bought and adds up what was paid, before what happened more often', async () => {
  const store = await newStore()
  const { params } = await customer(store)
  const { type, buy } = await purchaseType(store)
  await buy(params, 1580, '2026-09-19T13:11:00Z')
  await buy(params, 435.25, '2026-07-08T11:14:00Z')
  await buy(params, null, '2026-05-23T13:59:00Z')
  for (let n = 0; n < 4; n++) await store.call(profileActivities.visit, { params, body: {} })
  await store.call(profileActivities.note, { params, body: { text: 'ชอบสีคราม' } })
  await store.call(profileActivities.note, { params, body: { text: 'ไซซ์ M' } })
  const summary = await store.call(profileActivities.summary, { params })
  expect(summary.types).toMatchObject([
    { id: type, name: 'ซื้อสินค้า', count: 3, total: 2015.25, last_at: '2026-09-19T13:11:00Z', visit: false },
    { name: 'มาที่ร้าน', count: 4, total: null, visit: true },
  ])
  expect(summary.last_note).toMatchObject({ text: 'ไซซ์ M', by: 'สมชาย ใจดี' })
  expect(summary.offered).toEqual([{ id: type, name: 'ซื้อสินค้า', empty: false }])
})

test('types that staff record most are offered first for every customer, and imported ones are not', async () => {
  const store = await newStore()
  const [one, other] = [await customer(store), await customer(store)]
  const type = async (name: string) => (await store.call(activities.createType, { body: { name } })).id
  const [rare, often, imported] = [await type('จองโต๊ะ'), await type('ชิมกาแฟ'), await type('จากไฟล์')]
  const write = (id: number, { params }: typeof one) =>
    store.call(profileActivities.create, { params, body: { activity_type_id: id } })
  await write(rare, one)
  for (let n = 0; n < 3; n++) await write(often, one)
  await rowsOf(
    store,
    `insert into activity (store_id, profile_id, type_id, activity_at) select $1, $2, $3, now() from generate_series(1, 9)
     returning id`,
    other.params.id,
    imported,
  )
  const { offered, types } = await store.call(profileActivities.summary, other)
  expect(offered).toEqual([
    { id: often, name: 'ชิมกาแฟ', empty: true },
    { id: rare, name: 'จองโต๊ะ', empty: true },
  ])
  expect(types).toMatchObject([{ id: imported, count: 9 }])
})

test('a visit of an unknown profile is not found, and creates no type', async () => {
  const store = await newStore()
  const { status } = await store.try(profileActivities.visit, { params: { id: '999999' }, body: {} })
  expect(status).toBe(404)
  expect(await rowsOf(store, 'select id from activity_type where store_id = $1')).toEqual([])
})
