import { activities } from '@ruam/contract/customers/activities.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import type { Sent } from '@ruam/contract/platform/endpoint.ts'
import type { DataType } from '@ruam/contract/platform/system-fields.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

type Formula = NonNullable<Sent<typeof profileFields.create>['body']['formula']>

let store: TestStore
let made = 0
beforeEach(async () => {
  store = await newStore()
})

const fieldBody = (data_type: DataType) => {
  const name = `computed${++made}`
  return { field_name: name, display_name: name, data_type }
}
const activityFieldBody = (data_type: DataType) => {
  const { field_name: name, ...rest } = fieldBody(data_type)
  return { name, ...rest }
}
const tryCompute = (formula: Formula, data_type: DataType = 'Number', by: Pick<TestStore, 'try'> = store) =>
  by.try(profileFields.create, { body: { ...fieldBody(data_type), formula } })
const compute = async (formula: Formula, data_type: DataType = 'Number') => {
  const { status, body } = await tryCompute(formula, data_type)
  expect(status).toBe(200)
  return body
}

/** A profile, with what the list shows of a field in it. */
async function profile(values: { birth_date?: string; custom?: object } = {}) {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>(
    'insert into profile (store_id, first_name, birth_date, custom) values ($1, $2, $3, $4) returning id',
    [store.storeId, 'ลูกค้า', values.birth_date ?? null, values.custom ?? {}],
  )
  return rows[0]!.id
}
async function shownOf(profileId: number, field: number) {
  const { fields } = await store.call(profiles.get, { params: { id: String(profileId) } })
  return fields.find(({ id }) => id === field)!.value
}

/** A type of purchases with a total, and the days ago and totals of some. */
async function purchases(profileId: number, bought: [daysAgo: number, total: number | null][]) {
  const total = await store.call(activities.createField, { query: {}, body: activityFieldBody('Number') })
  const type = await store.call(activities.createType, { body: { name: `ซื้อ ${++made}`, fields: [total.id] } })
  const { admin } = await testServer()
  for (const [days, sum] of bought) {
    await admin.query(
      `insert into activity (store_id, profile_id, type_id, activity_at, fields)
        values ($1, $2, $3, now() - make_interval(days => $4), $5)`,
      [store.storeId, profileId, type.id, days, sum === null ? {} : { [total.id]: sum }],
    )
  }
  return { activity_id: type.id, field_id: total.id }
}

/** A day so many years and days ago by the clocks of the store. */
async function day(years: number, days = 0): Promise<string> {
  const { admin } = await testServer()
  const text = `select ((now() at time zone 'Asia/Bangkok')::date - make_interval(years => $1, days => $2))::date as day`
  return (await admin.query<{ day: string }>(text, [years, days])).rows[0]!.day
}

describe('a computed field of profiles', () => {
  test('returns today’s age, a year more from the birthday on', async () => {
    const { id } = await compute({ function: 'age', field_id: 8 })
    const ages = []
    for (const birth_date of [await day(30), await day(30, -1), await day(30, 1), await day(0, -5)])
      ages.push(await shownOf(await profile({ birth_date }), id))
    expect(ages).toEqual([30, 29, 30, null])
    expect(await shownOf(await profile(), id)).toBe(null)
  })

  test('returns the days since a custom date, with or without a time', async () => {
    const joined = await store.call(profileFields.create, { body: fieldBody('Date') })
    const { id } = await compute({ function: 'days_since', field_id: joined.id })
    const values = []
    // Eleven at night in Greenwich is the next day in Bangkok.
    for (const value of [await day(0, 10), `${await day(0, 11)}T23:00:00.000Z`, await day(0, -3)])
      values.push(await shownOf(await profile({ custom: { [joined.id]: value } }), id))
    expect(values).toEqual([10, 10, -3])
  })

  test('returns the number, sum, last value and age of activities', async () => {
    const id = await profile()
    const { activity_id, field_id } = await purchases(id, [
      [40, 100],
      [10, 0.1],
      [5, 0.2],
      [2, null],
      [-3, 999],
    ])
    const told: unknown[] = []
    for (const formula of [
      { function: 'activity_count', activity_id },
      { function: 'activity_count', activity_id, days: 30 },
      { function: 'activity_sum', activity_id, field_id },
      { function: 'activity_sum', activity_id, field_id, days: 30 },
      { function: 'activity_last', activity_id, field_id },
      { function: 'days_since_activity', activity_id },
    ] satisfies Formula[])
      told.push(await shownOf(id, (await compute(formula)).id))
    expect(told).toEqual([4, 3, 100.3, 0.3, 0.2, 2])
    const last = await compute({ function: 'activity_last', activity_id, field_id: 24 }, 'Date')
    expect(await shownOf(id, last.id)).toBe(await day(0, 2))
    expect(await shownOf(await profile(), last.id)).toBe(null)
  })

  test('counts the last days from midnight of the first, as a rule does, when an activity is earlier on that day', async () => {
    const id = await profile()
    const { activity_id } = await purchases(id, [])
    const { admin } = await testServer()
    // The first second of the day 30 days ago counts, the second before does not.
    const text = `insert into activity (store_id, profile_id, type_id, activity_at, fields)
      select $1, $2, $3, (local_today('Asia/Bangkok') - 30)::timestamp at time zone 'Asia/Bangkok' + s, '{}'
      from unnest(array[interval '0 s', interval '-1 s']) s`
    await admin.query(text, [store.storeId, id, activity_id])
    const count = await compute({ function: 'activity_count', activity_id, days: 30 })
    expect(await shownOf(id, count.id)).toBe(1)
  })

  test('is computed at each read, so a change made just before counts', async () => {
    const id = await profile()
    const { activity_id } = await purchases(id, [[1, 5]])
    const count = await compute({ function: 'activity_count', activity_id })
    expect(await shownOf(id, count.id)).toBe(1)
    const { admin } = await testServer()
    await admin.query('delete from activity where store_id = $1', [store.storeId])
    expect(await shownOf(id, count.id)).toBe(0)
  })

  test('is shown in the list, which can be sorted by it', async () => {
    const { id } = await compute({ function: 'age', field_id: 8 })
    for (const years of [20, 60, 40]) await profile({ birth_date: await day(years) })
    const { data } = await store.call(profiles.list, { query: { sort_by: `field_${id}`, sort_dir: 'desc' } })
    expect(data.map(({ fields }) => fields.find((field) => field.id === id)?.value)).toEqual([60, 40, 20])
  })

  test('is hidden if its inputs are hidden', async () => {
    const secret = await store.call(profileFields.create, { body: { ...fieldBody('Date'), sensitive: true } })
    const field = await compute({ function: 'age', field_id: secret.id })
    expect(field.sensitive).toBe(true)
    const id = await profile({ custom: { [secret.id]: '1990-01-01' } })
    const clerk = await store.member(['cdp-core.profile.read'])
    const { fields } = await clerk.call(profiles.get, { params: { id: String(id) } })
    expect(fields.find((one) => one.id === field.id)).toMatchObject({ value: '•••', masked: true })
  })

  test.each([
    [{ function: 'age', field_id: 1 }, 'Number'],
    [{ function: 'age', field_id: 999_999 }, 'Number'],
    [{ function: 'age', field_id: 8 }, 'String'],
    [{ function: 'activity_count', activity_id: 999_999 }, 'Number'],
  ] as const)('is not made of what does not fit: %o as %s', async (formula, data_type) => {
    const { status, body } = await tryCompute(formula, data_type)
    expect([status, body.error]).toEqual([400, 'formula_invalid'])
  })

  test('is not made of a field of another activity type, of one that is no number, or of a computed one', async () => {
    const { activity_id } = await purchases(await profile(), [])
    const other = await purchases(await profile(), [])
    const text = await store.call(activities.createField, {
      query: { activity_type_id: String(activity_id) },
      body: activityFieldBody('String'),
    })
    const age = await compute({ function: 'age', field_id: 8 })
    const replies = [
      await tryCompute({ function: 'activity_sum', activity_id, field_id: other.field_id }),
      await tryCompute({ function: 'activity_sum', activity_id, field_id: text.id }),
      await tryCompute({ function: 'days_since', field_id: age.id }),
    ]
    expect(replies.map(({ body }) => body.error)).toEqual(Array(3).fill('formula_invalid'))
  })

  test('can be given another formula, and no other field can be given one', async () => {
    const field = await compute({ function: 'age', field_id: 8 })
    const change = (id: number, origin_time: string, formula: Formula) =>
      store.try(profileFields.update, { params: { id: String(id) }, body: { formula, origin_time } })
    const { body } = await change(field.id, field.updated_at!, { function: 'days_since', field_id: 8 })
    expect(body.formula).toEqual({ function: 'days_since', field_id: 8 })
    const plain = await store.call(profileFields.create, { body: fieldBody('Number') })
    const refused = await change(plain.id, plain.updated_at!, { function: 'age', field_id: 8 })
    expect(refused.body.error).toBe('formula_invalid')
  })

  test('cannot be imported', async () => {
    const { id } = await compute({ function: 'age', field_id: 8 })
    const { id: source } = await importFile(store, 'ชื่อ,เบอร์โทร\nก,0811111111\n')
    const { dataSources } = await import('@ruam/contract/imports/data-sources.ts')
    const params = { id: String(source) }
    const mapping = await store.call(dataSources.getMapping, { params })
    expect(mapping.profile_fields.map((field) => field.id)).not.toContain(id)
    const row = { source_schema_id: '1', destination_id: id, destination_type: 'custom_profile' as const }
    const body = { mapping: [...mapping.mapping, row], match: mapping.match }
    expect((await store.try(dataSources.putMapping, { params, body })).body).toMatchObject({ error: 'mapping_invalid' })
  })
})

describe('an input of a computed field', () => {
  test('counts as used, which is shown before it is deleted', async () => {
    const joined = await store.call(profileFields.create, { body: fieldBody('Date') })
    const computed = await compute({ function: 'days_since', field_id: joined.id })
    const { data } = await store.call(profileFields.list, { query: { limit: '0' } })
    expect(data.find(({ id }) => id === joined.id)!.usage_count).toBe(1)
    const params = { id: String(joined.id) }
    const refused = await store.try(profileFields.delete, { params, query: {} })
    expect(refused.body).toMatchObject({ details: { formulas: { count: 1, names: [computed.display_name] } } })
    expect((await store.try(profileFields.delete, { params, query: { confirm: 'true' } })).status).toBe(200)
    expect(await shownOf(await profile(), computed.id)).toBe(null)
  })

  test('keeps its type', async () => {
    const { activity_id, field_id } = await purchases(await profile(), [])
    await compute({ function: 'activity_sum', activity_id, field_id })
    const params = { id: String(field_id) }
    const { updated_at } = await store.call(activities.getField, { params })
    const body = { data_type: 'String' as const, origin_time: updated_at! }
    const refused = await store.try(activities.updateField, { params, body })
    expect([refused.body.error, refused.body.details]).toMatchObject(['field_in_use', { formulas: { count: 1 } }])
  })
})

describe('a computed field of activities', () => {
  test('is returned with the other fields of its type, computed at each read', async () => {
    const id = await profile()
    const { activity_id, field_id } = await purchases(id, [[3, 40]])
    const query = { activity_type_id: String(activity_id) }
    const compute = (formula: Sent<typeof activities.createField>['body']['formula']) =>
      store.call(activities.createField, { query, body: { ...activityFieldBody('Number'), formula } })
    const twice = await compute({ function: 'sum', field_ids: [field_id] })
    const ago = await compute({ function: 'days_since', field_id: 24 })
    const params = { id: String(id), activity_id: String(activity_id) }
    const { data } = await store.call(profileActivities.list, { params, query: {} })
    const values = Object.fromEntries(data[0]!.fields.map((field) => [field.id, field.value]))
    expect([values[twice.id], values[ago.id]]).toEqual([40, 3])
  })

  test('is made of numbers and dates of the same activity alone', async () => {
    const [price, note] = [
      await store.call(activities.createField, { query: {}, body: activityFieldBody('Number') }),
      await store.call(activities.createField, { query: {}, body: activityFieldBody('String') }),
    ]
    const attempt = (formula: Sent<typeof activities.createField>['body']['formula']) =>
      store.try(activities.createField, { query: {}, body: { ...activityFieldBody('Number'), formula } })
    const replies = [
      await attempt({ function: 'sum', field_ids: [price.id] }),
      await attempt({ function: 'days_since', field_id: 24 }),
      await attempt({ function: 'sum', field_ids: [price.id, note.id] }),
      await attempt({ function: 'days_since', field_id: price.id }),
      await attempt({ function: 'sum', field_ids: [999_999] }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 400, 400, 400])
    expect(replies[0]!.body.field_type).toBe('transform_activity')
  })
})
