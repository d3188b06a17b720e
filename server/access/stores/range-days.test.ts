import { profileBulk } from '@ruam/contract/customers/bulk.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayBegins, dayEnds } from '../../formats/values/time-zones.ts'
import { madeProfile, rowsOf } from '../../testing/customers/profiles.testing.ts'
import { createDataSource } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { activityType } from '../../testing/things/fields.ts'

/** The last and the first moments of 31 January 2026 and its neighbours in Bangkok, seven hours east. */
const moments = [
  '2026-01-30T16:59:59.999999Z',
  '2026-01-30T17:00:00Z',
  '2026-01-31T16:59:59.999999Z',
  '2026-01-31T17:00:00Z',
]
const theDay = moments.slice(1, 3)

async function storeIn(timeZone: string) {
  const store = await newStore()
  const { admin } = await testServer()
  await admin.query('update store set time_zone = $2 where store_id = $1', [store.storeId, timeZone])
  return store
}

/** Four things of a kind, of which each has one of the moments. */
async function atMoments(
  store: TestStore,
  table: string,
  column: string,
  make: (place: number) => Promise<{ id: number }>,
) {
  for (const [place, moment] of moments.entries()) {
    const { id } = await make(place)
    await rowsOf(store, `update ${table} set ${column} = $3::timestamptz where store_id = $1 and id = $2`, id, moment)
  }
}

const profile = (store: TestStore) => (place: number) => madeProfile(store, { 1: `คนที่ ${place}` })
const sorted = (times: string[]) => times.toSorted()

describe('a day without a time is the whole of it in the time zone of the store', () => {
  test.each(['created', 'updated'] as const)('lists of customers by time %s', async (what) => {
    const store = await storeIn('Asia/Bangkok')
    await atMoments(store, 'profile', `${what}_at`, profile(store))
    const query = { [`${what}_from`]: '2026-01-31', [`${what}_to`]: '2026-01-31' }
    const { data } = await store.call(profiles.list, { query })
    expect(sorted(data.map((each) => each[`${what}_at`]))).toEqual(theDay)
  })

  test('lists of labels', async () => {
    const store = await storeIn('Asia/Bangkok')
    const make = (place: number) =>
      store.call(labels.create, { body: { name: `ป้าย ${place}`, color: 'teal', type: 'general' } })
    await atMoments(store, 'label', 'updated_at', make)
    const query = { updated_from: '2026-01-31', updated_to: '2026-01-31' }
    const { data } = await store.call(labels.list, { query })
    expect(sorted(data.map(({ updated_at }) => updated_at))).toEqual(theDay)
  })

  test.each([
    ['created_from', 'created_to'],
    ['start_datetime', 'end_datetime'],
  ])('lists of data sources from %s to %s', async (from, to) => {
    const store = await storeIn('Asia/Bangkok')
    await atMoments(store, 'data_source', 'created_at', (place) =>
      createDataSource(store, 'ชื่อ,เบอร์โทร\nญาดา,0812345670\n', `ที่มา ${place}`),
    )
    const { data } = await store.call(dataSources.list, { query: { [from]: '2026-01-31', [to]: '2026-01-31' } })
    expect(sorted(data.map(({ created_at }) => created_at))).toEqual(theDay)
  })

  test('lists of activities, also sorted by their date', async () => {
    const store = await storeIn('Asia/Bangkok')
    const params = { id: String((await profile(store)(0)).id) }
    const type = await activityType(store)
    for (const activity_at of moments)
      await store.call(profileActivities.create, { params, body: { activity_type_id: type, activity_at } })
    const happened = { activity_date_from: '2026-01-31', activity_date_to: '2026-01-31' }
    const list = async (sort_by: string) => {
      const query = { ...happened, sort_by, sort_dir: 'asc' as const }
      const { data } = await store.call(profileActivities.list, { params: { ...params, activity_id: '0' }, query })
      return data.map(({ activity_at }) => activity_at)
    }
    for (const sort_by of ['activity_date', 'activityDate', 'activity_at']) expect(await list(sort_by)).toEqual(theDay)
  })

  test('bulk changes of filtered customers', async () => {
    const store = await storeIn('Asia/Bangkok')
    await atMoments(store, 'profile', 'created_at', profile(store))
    const made = { kind: 'time' as const, at: 'created' as const, operator: 'on' as const, value: '2026-01-31' }
    const target = { filter: { rule: { condition: 'and' as const, rules: [made] } } }
    const body = { target, action: { type: 'delete' as const } }
    expect((await store.call(profileBulk.preview, { body })).total).toBe(2)
    await store.call(profileBulk.start, { body })
    await expect.poll(async () => (await store.call(profiles.list, { query: {} })).total).toBe(2)
  })

  test('as far west as it is', async () => {
    const store = await storeIn('America/New_York')
    await atMoments(store, 'profile', 'created_at', profile(store))
    const found = async (day: string) =>
      (await store.call(profiles.list, { query: { created_from: day, created_to: day } })).total
    expect([await found('2026-01-30'), await found('2026-01-31')]).toEqual([2, 2])
  })
})

describe('a range', () => {
  test('may begin with a day and end with an instant', async () => {
    const store = await storeIn('Asia/Bangkok')
    await atMoments(store, 'profile', 'created_at', profile(store))
    const query = { created_from: '2026-01-31', created_to: '2026-01-31T00:00:00+07:00' }
    expect((await store.call(profiles.list, { query })).total).toBe(1)
  })

  test.each(['2026-02-30', '31/01/2026', '2569-1-31', '10000-01-01', '0001-01-01', 'วันนี้'])(
    'may not begin with %s',
    async (created_from) => {
      const store = await newStore()
      expect((await store.try(profiles.list, { query: { created_from } })).status).toBe(400)
    },
  )
})

test('the days of a time zone follow each other to the microsecond, also when its clocks change', () => {
  const zone = fc.constantFrom('Asia/Bangkok', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia')
  const noon = fc.date({ min: new Date('2015-01-01'), max: new Date('2035-12-30'), noInvalidDate: true })
  fc.assert(
    fc.property(zone, noon, (timeZone, date) => {
      const day = date.toISOString().slice(0, 10)
      const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
      const ended = Date.parse(dayEnds(day, timeZone).replace(/\d{3}Z$/, 'Z'))
      expect(dayEnds(day, timeZone)).toMatch(/\.999999Z$/)
      expect(ended + 1).toBe(Date.parse(dayBegins(next, timeZone)))
      expect(Date.parse(dayBegins(day, timeZone))).toBeLessThan(ended)
    }),
  )
})
