import { activities } from '@ruam/contract/customers/activities.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { beforeAll, expect, test } from 'vitest'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeAll(async () => {
  store = await newStore()
})

const field = (name: string, display_name = name) => ({
  name,
  display_name,
  data_type: 'Number' as const,
})
const codeOf = async (body: ReturnType<typeof field>) =>
  (await store.try(activities.createField, { query: {}, body })).body as { error_code?: number }

test('a new activity field is in the list, after the date that every activity has', async () => {
  const made = await store.call(activities.createField, { query: {}, body: field('orderTotal', 'ยอดสั่งซื้อ') })
  const { data } = await store.call(activities.fields, { query: { limit: '0' } })
  expect(data.map(({ field_name, field_type }) => [field_name, field_type]).slice(0, 2)).toEqual([
    ['activityDate', 'system_activity'],
    ['orderTotal', 'custom_activity'],
  ])
  expect(made.id).toBeGreaterThanOrEqual(1000)
})

test('one name means one thing in a store: it is refused with the code of where it is used', async () => {
  await store.call(activities.createField, { query: {}, body: field('branch', 'สาขา') })
  const tier = { field_name: 'tier', display_name: 'ระดับ', data_type: 'Number' as const }
  await store.call(profileFields.create, { body: tier })
  expect((await codeOf(field('1x'))).error_code).toBe(70)
  expect((await codeOf(field('BRANCH'.toLowerCase(), 'อื่น'))).error_code).toBe(74)
  expect((await codeOf(field('other', 'สาขา'))).error_code).toBe(75)
  expect((await codeOf(field('tier', 'อื่น'))).error_code).toBe(76)
  expect((await codeOf(field('other', 'ระดับ'))).error_code).toBe(77)
  expect((await codeOf(field('activityDate', 'อื่น'))).error_code).toBe(74)
  expect((await codeOf(field('firstName', 'อื่น'))).error_code).toBe(76)
})

test.each([
  ['activityDate', true],
  ['ชื่อ', true],
  ['ยังไม่มีใครใช้', false],
])('the name %s is taken: %s', async (keyword, exists) => {
  expect(await store.call(activities.fieldNameAvailable, { query: { keyword } })).toEqual({ exists })
})

test('a type has the fields it was given, in their order, after its date', async () => {
  const total = await store.call(activities.createField, { query: {}, body: field('billTotal', 'ยอดบิล') })
  const place = await store.call(activities.createField, { query: {}, body: field('billPlace', 'จุดขาย') })
  const type = await store.call(activities.createType, { body: { name: 'ซื้อหน้าร้าน', fields: [place.id, total.id] } })
  expect(type.fields.map(({ field_name }) => field_name)).toEqual(['activityDate', 'billPlace', 'billTotal'])
  expect(type.field_count).toBe(3)
  const { data } = await store.call(activities.types, { query: { limit: '0' } })
  expect(data).toContainEqual(type)
})

test('a type takes its fields as activity_field_ids when it is made and when it is changed', async () => {
  const [one, other] = [
    await store.call(activities.createField, { query: {}, body: field('idsOne', 'แรก') }),
    await store.call(activities.createField, { query: {}, body: field('idsOther', 'ที่สอง') }),
  ]
  const body = { name: 'ตามรหัสฟิลด์', description: '', activity_field_ids: [one.id, other.id] }
  const made = await store.call(activities.createType, { body })
  expect(made.fields.map(({ field_name }) => field_name)).toEqual(['activityDate', 'idsOne', 'idsOther'])
  const params = { id: String(made.id) }
  const change = { ...body, origin_time: made.updated_at }
  expect(
    (await store.try(activities.updateType, { params, body: { ...change, activity_field_ids: undefined } })).status,
  ).toBe(400)
  const changed = await store.call(activities.updateType, {
    params,
    body: { ...change, activity_field_ids: [other.id] },
  })
  expect(changed.fields.map(({ field_name }) => field_name)).toEqual(['activityDate', 'idsOther'])
})

test('a field can be made right into a type', async () => {
  const type = await store.call(activities.createType, { body: { name: 'เข้าร้าน' } })
  await store.call(activities.createField, { query: { activity_type_id: String(type.id) }, body: field('seat', 'ที่นั่ง') })
  const { data } = await store.call(activities.types, { query: { limit: '0' } })
  const names = data.find(({ id }) => id === type.id)!.fields.map(({ field_name }) => field_name)
  expect(names).toEqual(['activityDate', 'seat'])
})

test('a type of a taken name, without a name, or with a field that is gone is refused (66, 67, 101)', async () => {
  await store.call(activities.createType, { body: { name: 'จองโต๊ะ' } })
  const codes = await Promise.all(
    [{ name: 'จองโต๊ะ' }, { name: ' ' }, { name: 'อื่น', fields: [2_000_000] }].map(async (body) => {
      const reply = await store.try(activities.createType, { body })
      return (reply.body as { error_code?: number }).error_code
    }),
  )
  expect(codes).toEqual([66, 67, 101])
  expect(await store.call(activities.typeNameAvailable, { query: { keyword: 'จองโต๊ะ' } })).toEqual({ exists: true })
})

test('a field that is deleted while types are made with it, or given it, is in none of them', async () => {
  const { id: typeId } = await store.call(activities.createType, {
    body: { name: 'ได้ทีหลัง', description: '', fields: [] },
  })
  for (let round = 0; round < 8; round++) {
    const { id } = await store.call(activities.createField, { query: {}, body: field(`gone${round}`) })
    const params = { id: String(id) }
    await Promise.all([
      ...Array.from({ length: 6 }, (_, n) =>
        store.try(activities.createType, { body: { name: `ชนิด ${round} ${n}`, description: '', fields: [id] } }),
      ),
      store.try(activities.addTypeField, { params: { id: String(typeId) }, body: { id, type: 'custom_activity' } }),
      store.try(activities.deleteField, { params, query: { confirm: 'true' } }),
    ])
    await store.try(activities.deleteField, { params, query: { confirm: 'true' } })
  }
  const { admin } = await testServer()
  const { rows } = await admin.query(
    `select t.name from activity_type t, unnest(t.field_ids) held where t.store_id = $1
      and not exists (select from activity_field f where f.store_id = $1 and f.id = held)`,
    [store.storeId],
  )
  expect(rows).toEqual([])
})
