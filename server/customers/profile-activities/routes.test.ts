import { activities } from '@ruam/contract/customers/activities.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { expect, test } from 'vitest'
import { field, madeProfile, rowsOf } from '../../testing/customers/profiles.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'

type DataType = 'String' | 'Number' | 'Date' | 'Boolean'

async function activityField(store: TestStore, name: string, data_type: DataType = 'String') {
  const body = { name, display_name: `ช่อง ${name}`, data_type }
  return (await store.call(activities.createField, { query: {}, body })).id
}

const activityType = async (store: TestStore, name: string, fields: number[] = []) =>
  (await store.call(activities.createType, { body: { name, fields } })).id

async function customer(store: TestStore) {
  const made = await madeProfile(store, { [field.firstName]: 'ญาดา' })
  return { made, params: { id: String(made.id) } }
}

const all = (store: TestStore, id: string, query = {}) =>
  store.call(profileActivities.list, { params: { id, activity_id: '0' }, query })

test('a purchase by hand is read by the rules of an import and told with who wrote it', async () => {
  const store = await newStore()
  const [shop, amount] = [await activityField(store, 'shop'), await activityField(store, 'price', 'Number')]
  const type = await activityType(store, 'ซื้อของ', [amount, shop])
  const { params, made } = await customer(store)
  const fields = [
    { id: shop, value: ' เเม่กลอง ' },
    { id: amount, value: '๑,๒๓๔.๕๐' },
    { id: 24, value: '1/6/2567' },
  ]
  const written = await store.call(profileActivities.create, { params, body: { activity_type_id: type, fields } })
  expect(written).toMatchObject({
    type: { id: type, name: 'ซื้อของ' },
    activity_at: '2024-05-31T17:00:00Z',
    fields: [
      { id: amount, value: 1234.5 },
      { id: shop, value: 'แม่กลอง' },
    ],
    source: { type: 'user', name: 'สมชาย ใจดี' },
  })
  expect((await all(store, params.id)).data).toEqual([{ ...written, note: null }])
  expect((await store.call(profiles.get, { params })).updated_at > made.updated_at).toBe(true)
})

test('an activity without a time happened now', async () => {
  const store = await newStore()
  const { params } = await customer(store)
  const before = Date.now()
  const body = { activity_type_id: await activityType(store, 'แวะร้าน') }
  const { activity_at } = await store.call(profileActivities.create, { params, body })
  expect(Math.abs(Date.parse(activity_at) - before)).toBeLessThan(60_000)
})

test('values that can not be read are named, and fields that are not of the type are not found', async () => {
  const store = await newStore()
  const [amount, other] = [await activityField(store, 'price', 'Number'), await activityField(store, 'other')]
  const type = await activityType(store, 'ซื้อของ', [amount])
  const { params } = await customer(store)
  const write = (id: number, value: string) =>
    store.try(profileActivities.create, { params, body: { activity_type_id: type, fields: [{ id, value }] } })
  expect((await write(amount, 'ห้าสิบ')).body.details).toMatchObject({
    fields: [{ field_id: amount, failure: 'number_invalid' }],
  })
  expect((await write(24, '31/02/2567')).body.details).toMatchObject({ fields: [{ failure: 'date_impossible' }] })
  expect((await write(other, 'x')).status).toBe(404)
  expect((await all(store, params.id)).total).toBe(0)
})

test('activities are listed by type, date and page, the newest first', async () => {
  const store = await newStore()
  const { params } = await customer(store)
  const [visit, buy] = [await activityType(store, 'แวะร้าน'), await activityType(store, 'ซื้อของ')]
  const write = (activity_type_id: number, day: string) =>
    store.call(profileActivities.create, { params, body: { activity_type_id, activity_at: `2024-${day}T00:00:00Z` } })
  for (const day of ['01-01', '03-01', '02-01']) await write(visit, day)
  await write(buy, '04-01')
  const days = (page: { data: { activity_at: string }[] }) => page.data.map((each) => each.activity_at.slice(5, 10))
  expect(days(await all(store, params.id))).toEqual(['04-01', '03-01', '02-01', '01-01'])
  const ofVisit = { ...params, activity_id: String(visit) }
  const page = await store.call(profileActivities.list, { params: ofVisit, query: { limit: '2', sort_dir: 'asc' } })
  expect([days(page), page.total]).toEqual([['01-01', '02-01'], 3])
  const range = { activity_date_from: '2024-02-01T00:00:00Z', activity_date_to: '2024-03-15T00:00:00Z' }
  expect(days(await all(store, params.id, range))).toEqual(['03-01', '02-01'])
  const { data } = await store.call(profileActivities.types, { params })
  expect(data.map(({ id, count, last_at }) => [id, count, last_at])).toEqual([
    [visit, 3, '2024-03-01T00:00:00Z'],
    [buy, 1, '2024-04-01T00:00:00Z'],
  ])
})

test('only what was written by hand can be taken away', async () => {
  const store = await newStore()
  const { params } = await customer(store)
  const body = { activity_type_id: await activityType(store, 'แวะร้าน') }
  const byHand = await store.call(profileActivities.create, { params, body })
  const ofRun = await store.call(profileActivities.create, { params, body })
  await rowsOf(
    store,
    'update activity set run_id = 1, row_no = 1, created_by = null where store_id = $1 and id = $2',
    ofRun.id,
  )
  const remove = (id: number) => store.try(profileActivities.delete, { params: { ...params, activity_id: String(id) } })
  expect([(await remove(byHand.id)).status, (await remove(byHand.id)).status]).toEqual([204, 404])
  expect((await remove(ofRun.id)).status).toBe(404)
  expect((await all(store, params.id)).total).toBe(1)
})

test('notes keep their lines, and all of a store are of one type', async () => {
  const store = await newStore()
  const { params } = await customer(store)
  const texts = ['แพ้กุ้ง\nโทรหลังหกโมง', '<b>VIP</b>', 'ไม่มี']
  const notes = []
  for (const text of texts) notes.push(await store.call(profileActivities.note, { params, body: { text } }))
  expect(notes.map(({ fields }) => fields[0]!.value)).toEqual(texts)
  expect(notes[0]!.type.name).toBe('โน้ต')
  const { data } = await store.call(profileActivities.types, { params })
  expect(data.map(({ count }) => count)).toEqual([3])
  for (const text of ['\u200b', '\u202eย้อน', 'ก\u0007']) {
    const refused = await store.try(profileActivities.note, { params, body: { text } })
    expect(refused.body).toMatchObject({ error: 'invalid_input', details: { fields: ['body.text'] } })
  }
})

test('ten concurrent first notes are all kept, in one type with one field', async () => {
  const store = await newStore()
  const { params } = await customer(store)
  await Promise.all(
    Array.from({ length: 10 }, (_, n) => store.call(profileActivities.note, { params, body: { text: `โน้ต ${n}` } })),
  )
  expect((await all(store, params.id)).total).toBe(10)
  const types = await rowsOf(store, 'select cardinality(field_ids) as fields from activity_type where store_id = $1')
  expect(types).toEqual([{ fields: 1 }])
  expect(await rowsOf(store, 'select purpose from activity_field where store_id = $1')).toEqual([{ purpose: 'note' }])
})

test('the type of notes is found again under another name and without its field, and a type called so is taken', async () => {
  const store = await newStore()
  const { params } = await customer(store)
  await activityField(store, 'noteText')
  const own = await activityType(store, 'โน้ต')
  const write = () => store.call(profileActivities.note, { params, body: { text: 'โน้ต' } })
  expect((await write()).type.id).toBe(own)
  await rowsOf(store, "update activity_type set name = 'โน้ตของร้าน', field_ids = '{}' where store_id = $1")
  const again = await write()
  expect([again.type, again.fields[0]!.value]).toEqual([{ id: own, name: 'โน้ตของร้าน' }, 'โน้ต'])
  await rowsOf(store, "update activity_field set data_type = 'Number' where store_id = $1 and purpose = 'note'")
  expect((await write()).fields.map(({ value }) => value)).toEqual(['โน้ต'])
})

test('values of a type that begin with a text are offered, each once', async () => {
  const store = await newStore()
  const shop = await activityField(store, 'shop')
  const type = await activityType(store, 'ซื้อของ', [shop])
  const { params } = await customer(store)
  for (const value of ['สยาม', 'สยาม', 'สีลม', 'Siam', '100%']) {
    const body = { activity_type_id: type, fields: [{ id: shop, value }] }
    await store.call(profileActivities.create, { params, body })
  }
  const search = (name: string, value: string) =>
    store.try(profileActivities.searchField, { params: { id: String(type), field: name }, query: { value } })
  expect((await search('shop', 'สย')).body.data).toEqual(['สยาม'])
  expect((await search('shop', 'SI')).body.data).toEqual(['Siam'])
  expect((await search('shop', '%')).body.data).toEqual([])
  expect((await search('nothing', 'x')).status).toBe(404)
})

test("other stores' profiles and types, and deleted profiles, are not found", async () => {
  const [store, other] = [await newStore(), await newStore()]
  const [mine, theirs] = [await customer(store), await customer(other)]
  const type = await activityType(store, 'แวะร้าน')
  const foreignType = await activityType(other, 'แวะร้าน')
  const gone = await customer(store)
  await store.call(profiles.delete, { params: gone.params })
  const write = (params: { id: string }, activity_type_id: number) =>
    store.try(profileActivities.create, { params, body: { activity_type_id } })
  for (const { params } of [theirs, gone]) {
    const answers = [
      await write(params, type),
      await store.try(profileActivities.note, { params, body: { text: 'ก' } }),
      await store.try(profileActivities.types, { params }),
      await store.try(profileActivities.list, { params: { ...params, activity_id: '0' }, query: {} }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  }
  expect((await write(mine.params, foreignType)).status).toBe(404)
  const params = { ...mine.params, activity_id: String(foreignType) }
  expect((await store.try(profileActivities.list, { params, query: {} })).status).toBe(404)
})

test('an activity happens in a year of four digits in every time zone', async () => {
  const store = await newStore()
  const type = await activityType(store, 'อีกนาน')
  const { params } = await customer(store)
  for (const activity_at of ['9999-12-31T23:59:59-14:59', '0001-01-01T00:00:00+14:00']) {
    const reply = await store.try(profileActivities.create, { params, body: { activity_type_id: type, activity_at } })
    expect(reply.body.error).toBe('invalid_input')
  }
})
