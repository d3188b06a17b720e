import { type ActivityField, type ActivityType, activities } from '@ruam/contract/customers/activities.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import type { Sent } from '@ruam/contract/platform/endpoint.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { createDataSource, runMapping } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

let made = 0
async function makeField(data_type: ActivityField['data_type'] = 'String'): Promise<ActivityField> {
  const name = `activity${++made}`
  return store.call(activities.createField, { query: {}, body: { name, display_name: name, data_type } })
}
const makeType = (name: string, fields: ActivityField[] = []) =>
  store.call(activities.createType, { body: { name, fields: fields.map(({ id }) => id) } })

type FieldChange = Omit<Sent<typeof activities.updateField>['body'], 'origin_time'>
const changeField = ({ id, updated_at }: ActivityField, body: FieldChange) =>
  store.try(activities.updateField, { params: { id: String(id) }, body: { ...body, origin_time: updated_at! } })
type TypeChange = Partial<Omit<Sent<typeof activities.updateType>['body'], 'origin_time'>>
const changeType = ({ id, name, description, fields, updated_at }: ActivityType, body: TypeChange) =>
  store.try(activities.updateType, {
    params: { id: String(id) },
    body: { name, description, fields: fields.map((field) => field.id), ...body, origin_time: updated_at },
  })

/** Imports an activity of the type for each value of the field. */
async function importActivities(type: ActivityType, field: ActivityField, values: string[]): Promise<string> {
  const rows = values.map((value, place) => `08${String(20_000_000 + place)},2024-01-0${place + 1},${value}`)
  const name = `บิล ${++made}`
  const { id } = await createDataSource(store, `เบอร์โทร,วันที่,ค่า\n${rows.join('\n')}\n`, name)
  await runMapping(store, id, {
    activity_id: type.id,
    mapping: [
      { source_schema_id: '1', destination_id: 9, destination_type: 'system_profile' },
      { source_schema_id: '2', destination_id: 24, destination_type: 'system_activity' },
      { source_schema_id: '3', destination_id: field.id, destination_type: 'custom_activity' },
    ],
    match: { keys: [9], mode: 'both' },
  })
  return name
}

async function valuesOf(id: number): Promise<unknown[]> {
  const { admin } = await testServer()
  const text = 'select fields -> $2 as value from activity where store_id = $1 order by activity_at'
  const { rows } = await admin.query<{ value: unknown }>(text, [store.storeId, String(id)])
  return rows.map(({ value }) => value)
}

describe('an activity field', () => {
  test('is read by its id, the day of an activity too', async () => {
    const field = await makeField()
    expect(await store.call(activities.getField, { params: { id: String(field.id) } })).toEqual(field)
    const day = await store.call(activities.getField, { params: { id: '24' } })
    expect(day).toMatchObject({ field_name: 'activityDate', field_type: 'system_activity', updated_at: null })
    expect((await store.try(activities.getField, { params: { id: '999999' } })).status).toBe(404)
  })

  test('is changed, and keeps its own names', async () => {
    const [field, other] = [await makeField(), await makeField()]
    expect((await changeField(field, { display_name: other.display_name })).body.error_code).toBe(75)
    expect((await changeField(field, { name: 'phone' })).body.error_code).toBe(76)
    const { body } = await changeField(field, { name: field.field_name, display_name: 'ยอดสุทธิ' })
    expect(body).toMatchObject({ field_name: field.field_name, display_name: 'ยอดสุทธิ', data_type: 'String' })
  })

  test('system fields can neither be changed nor deleted', async () => {
    const params = { id: '24' }
    const origin_time = '2026-01-01T00:00:00Z'
    const replies = [
      await store.try(activities.updateField, { params, body: { display_name: 'อื่น', origin_time } }),
      await store.try(activities.deleteField, { params, query: { confirm: 'true' } }),
      await store.try(activities.fieldTypePreview, { params, body: { data_type: 'String' } }),
    ]
    expect(replies.map(({ status, body }) => [status, body.error])).toEqual(Array(3).fill([409, 'field_system']))
  })

  test('saved fifty times over one version is saved once, and the others get the current version', async () => {
    const field = await makeField()
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) => changeField(field, { display_name: `${field.field_name} ${n}` })),
    )
    const winners = replies.filter(({ status }) => status === 200)
    expect(winners).toHaveLength(1)
    const { job_id: _, ...current } = winners[0]!.body
    for (const { status, body } of replies.filter((reply) => reply.status !== 200)) {
      expect([status, body]).toMatchObject([409, { error: 'stale_edit', details: { current } }])
    }
  })

  test('that is used says where, and once that is confirmed goes out of its types and activities', async () => {
    const [total, place] = [await makeField('Number'), await makeField()]
    const type = await makeType('ซื้อหน้าร้าน', [total, place])
    const source = await importActivities(type, total, ['100', '250'])
    const params = { id: String(total.id) }
    const refused = await store.try(activities.deleteField, { params, query: {} })
    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        error: 'field_in_use',
        details: {
          activities: 2,
          data_sources: { count: 1, names: [source] },
          activity_types: { count: 1, names: ['ซื้อหน้าร้าน'] },
        },
      },
    ])
    expect(await valuesOf(total.id)).toEqual([100, 250])
    expect(await store.call(activities.deleteField, { params, query: { confirm: 'true' } })).toEqual({ job_id: null })
    expect(await valuesOf(total.id)).toEqual([null, null])
    const { data } = await store.call(activities.typeFields, { params: { id: String(type.id) } })
    expect(data.map(({ id }) => id)).toEqual([24, place.id])
  })

  test('is counted where types hold it and data sources map it', async () => {
    const [total, unused] = [await makeField('Number'), await makeField()]
    const type = await makeType('ซื้อ', [total])
    await makeType('คืนสินค้า', [total])
    await importActivities(type, total, ['1'])
    const { data } = await store.call(activities.fields, { query: { sort_by: 'usageCount', sort_dir: 'desc' } })
    const counts = new Map(data.map(({ id, usage_count }) => [id, usage_count]))
    expect([data[0]!.id, counts.get(total.id), counts.get(24), counts.get(unused.id)]).toEqual([total.id, 3, 1, 0])
  })

  test('changes its type with its values, after showing what would become of them', async () => {
    const field = await makeField()
    await importActivities(await makeType('จอง', [field]), field, ['2', 'สอง'])
    const params = { id: String(field.id) }
    expect(await store.call(activities.fieldTypePreview, { params, body: { data_type: 'Number' } })).toEqual({
      convertible: 1,
      not_convertible: 1,
      segments: { count: 0, names: [] },
      views: { count: 0, names: [] },
      samples: [
        { before: 'สอง', after: null },
        { before: '2', after: '2' },
      ],
    })
    expect((await changeField(field, { data_type: 'Number' })).body.error).toBe('field_values_not_convertible')
    const { status, body } = await changeField(field, { data_type: 'Number', drop: true })
    expect([status, body.data_type, body.job_id]).toEqual([200, 'Number', null])
    expect(await valuesOf(field.id)).toEqual([2, null])
    const editor = await store.member(['cdp-core.field.edit'])
    expect((await editor.call(activities.fieldTypePreview, { params, body: { data_type: 'Date' } })).samples).toEqual(
      [],
    )
  })

  test('is found by keyword, kind and data type', async () => {
    const [number, text] = [await makeField('Number'), await makeField()]
    const found = async (query: Sent<typeof activities.fields>['query']) =>
      (await store.call(activities.fields, { query })).data.map(({ id }) => id)
    expect(await found({ keyword: number.field_name })).toEqual([number.id])
    expect(await found({ type: 'system_activity' })).toEqual([24])
    expect(await found({ type: 'custom_activity', data_type: 'String' })).toEqual([text.id])
    expect(await found({ type: 'custom_activity', sort_dir: 'desc' })).toEqual([text.id, number.id])
  })
})

describe('an activity type', () => {
  test('is changed: its name, its description, its fields and their order', async () => {
    const [a, b, c] = [await makeField(), await makeField(), await makeField()]
    const type = await makeType('เข้าร้าน', [a, b])
    const { status, body } = await changeType(type, { name: 'เยี่ยมร้าน', description: 'มาที่ร้าน', fields: [c.id, a.id] })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: type.id, name: 'เยี่ยมร้าน', description: 'มาที่ร้าน', field_count: 3 })
    expect(body.fields.map(({ id }) => id)).toEqual([24, c.id, a.id])
    const { data } = await store.call(activities.types, { query: {} })
    expect(data).toEqual([body])
  })

  test('is refused a name that is taken or none, fields that are gone or named twice (66, 67, 101)', async () => {
    const field = await makeField()
    await makeType('มีแล้ว')
    const type = await makeType('ชื่อเดิม')
    const codes: unknown[] = []
    for (const body of [{ name: 'มีแล้ว' }, { name: ' ' }, { fields: [999_999] }, { fields: [field.id, field.id] }]) {
      codes.push((await changeType(type, body)).body.error_code)
    }
    expect(codes).toEqual([66, 67, 101, 101])
    expect((await changeType(type, { name: 'ชื่อเดิม' })).status).toBe(200)
    expect((await changeType({ ...type, id: 999_999 }, {})).status).toBe(404)
  })

  test('saved fifty times over one version is saved once, and the others get the current version', async () => {
    const type = await makeType('พร้อมกัน')
    const replies = await Promise.all(Array.from({ length: 50 }, (_, n) => changeType(type, { name: `ชื่อที่ ${n}` })))
    const winners = replies.filter(({ status }) => status === 200)
    expect(winners).toHaveLength(1)
    for (const { status, body } of replies.filter((reply) => reply.status !== 200)) {
      expect([status, body]).toMatchObject([409, { error: 'stale_edit', details: { current: winners[0]!.body } }])
    }
  })

  test('is given a field at its end, once, by the field’s id and kind', async () => {
    const [a, b] = [await makeField(), await makeField()]
    const type = await makeType('ส่งสินค้า', [a])
    const add = (id: number, kind: ActivityField['field_type'] = 'custom_activity') =>
      store.try(activities.addTypeField, { params: { id: String(type.id) }, body: { id, type: kind } })
    const { body } = await add(b.id)
    expect(body.fields.map(({ id }) => id)).toEqual([24, a.id, b.id])
    const refused = [await add(b.id), await add(a.id, 'system_activity'), await add(999_999)]
    expect(refused.map((reply) => reply.body.error)).toEqual([
      'already_exists',
      'activity_type_fields_invalid',
      'not_found',
    ])
    const { data, total } = await store.call(activities.typeFields, { params: { id: String(type.id) } })
    expect([data, total]).toEqual([body.fields, 3])
  })

  test('is found by its name or description, and sorted by its number of fields', async () => {
    const [a, b] = [await makeField(), await makeField()]
    await makeType('ซื้อ', [a, b])
    await makeType('100% คืน', [a])
    await makeType('แชต')
    const found = async (query: Sent<typeof activities.types>['query']) =>
      (await store.call(activities.types, { query })).data.map(({ name }) => name)
    expect(await found({ keyword: '%' })).toEqual(['100% คืน'])
    expect(await found({ sort_by: 'fieldCount', sort_dir: 'desc' })).toEqual(['ซื้อ', '100% คืน', 'แชต'])
    expect(await found({})).toEqual(['100% คืน', 'แชต', 'ซื้อ'])
  })
})

test('a deleted activity field leaves a data source that maps it harmless', { tags: ['verify'] }, async () => {
  const field = await makeField()
  const type = await makeType('ใช้บริการ', [field])
  await importActivities(type, field, ['ก'])
  await store.try(activities.deleteField, { params: { id: String(field.id) }, query: { confirm: 'true' } })
  const { data } = await store.call(dataSources.list, { query: {} })
  const mapping = await store.try(dataSources.getMapping, { params: { id: String(data[0]!.id) } })
  expect(mapping.status).toBe(200)
})
