import { activities } from '@ruam/contract/customers/activities.ts'
import { consents } from '@ruam/contract/customers/consents.ts'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { SAMPLE_SOURCES } from '@ruam/contract/platform/constants.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { smallSample } from '../../testing/app/small-sample.testing.ts'
import { settled } from '../../testing/customers/segments.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { makeSample } from './make-sample.ts'
import { SPOILED } from './members.ts'
import { sampleSize } from './sample-files.ts'
import { sampleSources } from './sources.ts'

// At its full size with SAMPLE_WHOLLY=1.
const size = process.env.SAMPLE_WHOLLY ? sampleSize : smallSample
const { members: MEMBERS, onlineOnly: ONLINE_ONLY, orders: ORDERS } = size

let store: TestStore
beforeAll(async () => {
  store = await newStore()
  await make(store)
})

async function make({ storeId, userId }: TestStore, signal = new AbortController().signal) {
  const { core } = await testServer()
  await makeSample(core, storeId, userId, signal, size)
}

const sourcesOf = async (of: TestStore) =>
  (await of.call(dataSources.list, { query: { sort_by: 'created_at', sort_dir: 'asc' } })).data

/** Everything that the sample makes, counted. */
async function countsOf({ storeId }: TestStore) {
  const { admin } = await testServer()
  const tables = [
    'profile',
    'profile_label',
    'activity',
    'label',
    'segment',
    'activity_type',
    'profile_field',
    'consent_purpose',
    'consent_entry',
    'data_source',
    'run',
    'file',
  ]
  const counts = tables.map((table) => `(select count(*) from ${table} where store_id = $1) as ${table}`)
  return (await admin.query<Record<string, number>>(`select ${counts.join(', ')}`, [storeId])).rows[0]!
}

describe('a sample store', () => {
  test('has the customers of both files, and two data sources that are finished', async () => {
    const { total_all } = await store.call(profiles.list, { query: {} })
    expect(total_all).toBe(MEMBERS + ONLINE_ONLY)
    const [members, orders, ...others] = await sourcesOf(store)
    expect([others, sampleSources.length]).toEqual([[], SAMPLE_SOURCES])
    expect(members).toMatchObject({
      status: 'success',
      stats: { total: MEMBERS + SPOILED + 60, success: MEMBERS, failed: SPOILED },
    })
    expect(orders).toMatchObject({ status: 'success', stats: { total: ORDERS, success: ONLINE_ONLY, failed: 0 } })
  })

  test('has rows that failed for many reasons', async () => {
    const [source] = await sourcesOf(store)
    const params = { id: String(source!.id) }
    const { latest_run } = await store.call(dataSources.get, { params })
    const { data } = await store.call(importRun.records, {
      params: { ...params, run_id: latest_run! },
      query: { status: 'failed', limit: '0' },
    })
    const reasons = new Set(data.map((record) => record.error ?? record.data.find(({ error }) => error)?.error))
    expect([data.length, reasons.size]).toEqual([SPOILED, 8])
  })

  test('has labels that customers carry, and activities of each customer', async () => {
    const { data } = await store.call(labels.list, {
      query: { sort_by: 'created_at', sort_direction: 'asc', type: 'general' },
    })
    const [members, online, ...others] = data.map(({ target_count }) => target_count)
    expect([members, online! > MEMBERS / 2, others.length]).toEqual([MEMBERS, true, 4])
    for (const count of others) expect(count).toBeGreaterThan(MEMBERS / 40)
    const { data: types } = await store.call(activities.types, { query: {} })
    expect(types.map(({ name }) => name).sort()).toEqual(['ซื้อสินค้า', 'สมัครสมาชิก'])
    const { admin } = await testServer()
    const { rows } = await admin.query<{ name: string; n: number }>(
      'select t.name, count(*) as n from activity a join activity_type t on t.id = a.type_id where a.store_id = $1 group by 1 order by 1',
      [store.storeId],
    )
    expect(rows).toEqual([
      { name: 'ซื้อสินค้า', n: ORDERS },
      { name: 'สมัครสมาชิก', n: MEMBERS },
    ])
  })

  test('has customers from many months, none of them from the last hour', async () => {
    const { admin } = await testServer()
    const { rows } = await admin.query(
      `select count(distinct date_trunc('month', p.updated_at))::int as months, count(distinct custom ->> f.id::text)::int as provinces,
        bool_and(p.updated_at < clock_timestamp() - interval '1 hour' and p.created_at <= p.updated_at) as before
      from profile p join profile_field f on f.store_id = p.store_id and f.field_name = 'province' where p.store_id = $1`,
      [store.storeId],
    )
    expect([rows[0].months > 11, rows[0].provinces > 20, rows[0].before]).toEqual([true, true, true])
  })

  test('counts its records in the hours of its customers and their purchases, and as many as its imports had', async () => {
    const { admin } = await testServer()
    const { rows } = await admin.query(
      `select metric, sum(value)::int as n, count(distinct date_trunc('month', hour))::int as months, min(value) as least,
        (sum(value) filter (where hour > clock_timestamp() - interval '1 day') / sum(value))::float as today
      from hourly_count where store_id = $1 and metric in ('record', 'record_add', 'profile') group by metric`,
      [store.storeId],
    )
    const of = Object.fromEntries(rows.map((row) => [row.metric, row]))
    const done = await admin.query("select sum(done)::int as done from run where store_id = $1 and kind = 'real'", [
      store.storeId,
    ])
    expect(of.record.n).toBe(done.rows[0].done)
    expect(of.profile.n).toBe(MEMBERS + ONLINE_ONLY)
    for (const { months, least, today } of rows) {
      expect(months).toBeGreaterThan(11)
      expect(least).toBeGreaterThanOrEqual(0)
      expect(today).toBeLessThan(0.1)
    }
  })

  test('has answers to its purposes, and pairs that are likely one person', async () => {
    const { data } = await store.call(consents.purposes, { query: {} })
    expect(data.map(({ granted, withdrawn }) => [granted.total > MEMBERS / 40, withdrawn.total > 0])).toEqual([
      [true, true],
      [true, false],
    ])
    const { total } = await store.call(profileDuplicates.list, { query: {} })
    expect(total).toBeGreaterThan(10)
  })

  test('has four segments, which people are in', async () => {
    await settled(store)
    const { data } = await store.call(labels.list, {
      query: { sort_by: 'created_at', sort_direction: 'asc', type: 'advanced' },
    })
    expect(data.map(({ state }) => state!.status)).toEqual(Array(4).fill('fresh'))
    for (const { target_count } of data) {
      expect(target_count).toBeGreaterThan(0)
      expect(target_count).toBeLessThan(MEMBERS)
    }
  })

  test('has customers that are found by name, with what they filled in', async () => {
    const [firstName, lastName] = size === sampleSize ? ['วิไล', 'มั่นดี'] : ['ขวัญชนก', 'วงศ์ทอง']
    const { data, total } = await store.call(profiles.list, { query: { keyword: `${firstName} ${lastName}` } })
    expect(total).toBe(1)
    const values = Object.fromEntries(data[0]!.fields.map(({ name, value }) => [name, value]))
    expect(values).toMatchObject({
      prefixName: 'นาง',
      firstName,
      lastName,
      gender: 'female',
      phone: expect.stringMatching(/^\+6669\d{7}$/),
      birthDate: expect.stringMatching(/^19\d\d-\d\d-\d\d$/),
      memberNo: expect.stringMatching(/^M\d{5}$/),
      points: expect.any(Number),
    })
    expect(data[0]!.labels.map(({ name }) => name)).toContain('สมาชิกหน้าร้าน')
  })

  test('made a second time, and twice at once, stays as it is', async () => {
    const before = await countsOf(store)
    await Promise.all([make(store), make(store)])
    expect(await countsOf(store)).toEqual(before)
  })
})

test('a job that is killed after each of its steps makes the same store', { tags: ['verify'] }, async () => {
  const other = await newStore()
  for (;;) {
    const made = await make(other, AbortSignal.abort()).then(
      () => true,
      (error: Error) => {
        if (error.name !== 'AbortError') throw error
        return false
      },
    )
    if (made) break
  }
  await settled(other)
  expect(await countsOf(other)).toEqual(await countsOf(store))
})

test('a deleted sample is not created again', async () => {
  const sources = await sourcesOf(store)
  await store.call(dataSources.delete, { params: { id: String(sources[0]!.id) }, query: {} })
  await make(store)
  expect((await sourcesOf(store)).map(({ id }) => id)).toEqual([sources[1]!.id])
})
