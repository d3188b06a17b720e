import { MAX_SAVED_LOCATIONS, savedLocations } from '@ruam/contract/broadcasts/saved-locations.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

const nimman = { title: 'สาขานิมมาน', address: 'ถนนนิมมานเหมินท์ เชียงใหม่', latitude: 18.7961, longitude: 98.9793 }

let store: TestStore
beforeAll(async () => {
  store = await newStore()
})

const listed = async (of = store) => (await of.call(savedLocations.list, {})).results

test('a saved location is listed by its Thai name, renamed, and deleted', async () => {
  const own = await newStore()
  const far = await own.call(savedLocations.create, { body: { ...nimman, title: 'สาขาแม่ริม' } })
  const near = await own.call(savedLocations.create, { body: { ...nimman, title: 'สาขาเจ็ดยอด' } })
  expect((await listed(own)).map(({ title }) => title)).toEqual(['สาขาเจ็ดยอด', 'สาขาแม่ริม'])
  const body = { ...nimman, title: 'สาขาแม่สา', origin_time: far.updated_at }
  const renamed = await own.call(savedLocations.update, { params: { id: String(far.id) }, body })
  expect(renamed).toMatchObject({ id: far.id, title: 'สาขาแม่สา', latitude: 18.7961 })
  await own.call(savedLocations.delete, { params: { id: String(near.id) } })
  expect(await listed(own)).toEqual([renamed])
})

test('an edit over an older version returns the newer one', async () => {
  const { id, updated_at } = await store.call(savedLocations.create, { body: { ...nimman, title: 'สาขาท่าแพ' } })
  const edit = (title: string) => ({
    params: { id: String(id) },
    body: { ...nimman, title, origin_time: updated_at },
  })
  await store.call(savedLocations.update, edit('สาขาประตูท่าแพ'))
  expect(await store.try(savedLocations.update, edit('สาขาช้างคลาน'))).toMatchObject({
    status: 409,
    body: { error: 'stale_edit', details: { current: { title: 'สาขาประตูท่าแพ' } } },
  })
})

test('a name that another location has is refused', async () => {
  await store.call(savedLocations.create, { body: nimman })
  expect(await store.try(savedLocations.create, { body: { ...nimman, latitude: 1 } })).toMatchObject({
    status: 409,
    body: { error: 'name_taken' },
  })
})

test('a store saves a limited number of locations', async () => {
  const own = await newStore()
  const { admin } = await testServer()
  await admin.query(
    `insert into saved_location (store_id, title, address, latitude, longitude)
     select $1, 'สาขา ' || n, 'เชียงใหม่', 18, 98 from generate_series(1, $2::int) n`,
    [own.storeId, MAX_SAVED_LOCATIONS],
  )
  expect(await own.try(savedLocations.create, { body: nimman })).toMatchObject({
    status: 409,
    body: { error: 'location_limit' },
  })
})

describe('a location is refused at its field', () => {
  test.each([
    ['latitude', 90.1],
    ['latitude', -91],
    ['longitude', 180.5],
    ['longitude', '98.9'],
    ['title', ' '],
    ['title', 'ก'.repeat(101)],
    ['title', 'สาขา\u0000'],
    ['address', '   '],
    ['address', 'ก'.repeat(101)],
  ])('%s %j', async (field, value) => {
    const refused = await store.try(savedLocations.create, {
      body: { ...nimman, title: 'สาขาอื่น', [field]: value } as never,
    })
    expect(refused).toMatchObject({ status: 400, body: { details: { fields: [`body.${field}`] } } })
  })
})

test('another store neither sees nor changes it', async () => {
  const { id } = await store.call(savedLocations.create, { body: { ...nimman, title: 'สาขาลับ' } })
  const other = await newStore()
  expect(await listed(other)).toEqual([])
  expect(await other.try(savedLocations.delete, { params: { id: String(id) } })).toMatchObject({ status: 404 })
})
