import { activities } from '@ruam/contract/customers/activities.ts'
import { expect, test } from 'vitest'
import { inStore } from '../../database/db.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { purchasesOf } from './amount-field.ts'

const typesOf = async (store: TestStore) => (await store.call(activities.types, { query: {} })).data
const purchases = async ({ storeId }: TestStore) => {
  const { core } = await testServer()
  return inStore(core.pool, storeId, (db) => purchasesOf(db, storeId))
}
const make = (store: TestStore) => store.call(activities.makePurchaseType)
const field = (name: string, display_name: string, data_type: 'String' | 'Number' = 'String') => ({
  query: {},
  body: { name, display_name, data_type },
})

const NAMES = ['วันที่ทำกิจกรรม', 'ยอดซื้อ', 'เลขที่บิล', 'สินค้า', 'สาขา', 'ช่องทาง']

test('makes a type of purchases with its fields, which the dashboard counts at once, and makes it once', async () => {
  const store = await newStore()
  const type = await make(store)
  expect([type.name, type.fields.map((one) => one.display_name)]).toEqual(['ซื้อสินค้า', NAMES])
  expect(await purchases(store)).toEqual({ field: type.fields[1]!.id, types: [type.id] })
  const [again, beside] = await Promise.all([make(store), make(store)])
  expect([again.id, beside.id, (await typesOf(store)).length]).toEqual([type.id, type.id, 1])
})

test('returns the type that already serves as purchase, whatever its name', async () => {
  const store = await newStore()
  const paid = await store.call(activities.createField, field('paid', 'ยอดขาย', 'Number'))
  const type = await store.call(activities.createType, { body: { name: 'ขายหน้าร้าน', fields: [paid.id] } })
  expect([(await make(store)).id, (await typesOf(store)).length]).toEqual([type.id, 1])
})

test('adopts a type of its name, and gives its fields other names when the store uses theirs', async () => {
  const store = await newStore()
  const branch = await store.call(activities.createField, field('branch', 'สาขา'))
  const type = await store.call(activities.createType, { body: { name: 'ซื้อสินค้า', fields: [branch.id] } })
  const made = await make(store)
  expect([made.id, made.fields.map((one) => one.field_name)]).toEqual([
    type.id,
    ['activityDate', 'branch', 'orderTotal', 'orderNo', 'items', 'branch2', 'channel'],
  ])
})
