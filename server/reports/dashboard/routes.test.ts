import { activities } from '@ruam/contract/customers/activities.ts'
import { consents } from '@ruam/contract/customers/consents.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { privacyRequests } from '@ruam/contract/privacy/requests.ts'
import { dashboard } from '@ruam/contract/reports/dashboard.ts'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { field } from '../../testing/customers/profiles.testing.ts'
import { scanStore } from '../../testing/duplicates/profile-duplicates.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { undone } from '../../testing/imports/import-undo.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { waitingFile } from '../../testing/things/watches.ts'

beforeAll(() => testServer({ alone: true }))

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const file = 'ชื่อ,เบอร์โทรศัพท์\nมาลี,0812345670\nสมชาย,0823456789\nสมหญิง,ไม่มีเบอร์\n'
const changed = 'ชื่อ,เบอร์โทรศัพท์\nมาลี ใหม่,0812345670\nสมชาย,0823456789\nวิชัย,0845678901\n'

const today = () => new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)
const days = (from: string, to = from) => ({ query: { from, to } })

/** Moves what was counted up to now into another hour. */
async function countedAt(hour: string): Promise<void> {
  const { admin } = await testServer()
  await admin.query(`update hourly_count set hour = $2 where store_id = $1 and hour > now() - interval '2 hours'`, [
    store.storeId,
    hour,
  ])
}

const pipeline = (sent: ReturnType<typeof days>) => store.call(dashboard.pipeline, sent)

describe('the summary', () => {
  test('figures of a store without data are all zeros', async () => {
    const { period, previous_period, approximate, previous, ...figures } = await store.call(dashboard.pipeline, {
      query: {},
    })
    expect([...new Set([...Object.values(figures), ...Object.values(previous)])]).toEqual([0])
    expect(approximate).toBe(false)
    expect(Date.parse(previous_period.to)).toBeLessThan(Date.parse(period.from))
  })

  test('counts rows of files by their outcome, and profiles', async () => {
    await importFile(store, file)
    await importFile(store, changed, { name: 'ครั้งที่สอง' })
    const figures = await pipeline(days(today()))
    const [added, updated, duplicated, failed] = [
      figures.record_add_range,
      figures.record_update_range,
      figures.record_duplicate_range,
      figures.record_error_range,
    ]
    expect(figures.record_range).toBe(6)
    expect(added + updated + duplicated + failed).toBe(6)
    expect(figures).toMatchObject({ record_total: 6, result_total: 6 - failed, pending_total: 0 })
    const { total } = await store.call(profiles.list, { query: {} })
    expect([figures.profile_total, figures.profile_range]).toEqual([total, total])
  })

  test('subtracts deleted profiles from new ones, and counts none after an import is undone', async () => {
    const { id, real } = await importFile(store, file)
    await undone(store, id, real)
    expect(await pipeline(days(today()))).toMatchObject({ profile_total: 0, profile_range: 0, record_range: 3 })
  })

  test('includes the previous period of the same length', async () => {
    await importFile(store, file)
    // 23:00 of 9 November in Bangkok, and 00:00 of the 10th.
    await countedAt('2026-11-09T16:00:00Z')
    expect(await pipeline(days('2026-11-10'))).toMatchObject({ record_range: 0, previous: { record_range: 3 } })
    expect(await pipeline(days('2026-11-09'))).toMatchObject({ record_range: 3, previous: { record_range: 0 } })
    await countedAt('2026-11-09T17:00:00Z')
    expect(await pipeline(days('2026-11-05', '2026-11-09'))).toMatchObject({ record_range: 3 })
  })

  test('a range that ends before it begins is refused', async () => {
    const { status, body } = await store.try(dashboard.pipeline, days('2026-11-10', '2026-11-09'))
    expect([status, body.error]).toEqual([400, 'range_reversed'])
  })
})

test('the channels show how records and people arrived', async () => {
  await importFile(store, file)
  await store.call(profiles.create, { body: { fields: [{ id: 1, value: 'มานี' }] } })
  expect(await store.call(dashboard.channel, days(today()))).toMatchObject({ import: 3, openapi: 0, user: 1 })
})

describe('the series', () => {
  const frame = (query: Record<string, string>) => store.call(dashboard.timeframe, { query: query as never })
  const valuesOf = ({ data }: Awaited<ReturnType<typeof frame>>, name: string) =>
    data.find((series) => series.name === name)!

  test('have a zero where nothing was counted, and a sum', async () => {
    await importFile(store, file)
    await countedAt('2026-11-09T17:00:00Z')
    const { total, values } = valuesOf(await frame({ from: '2026-11-09', to: '2026-11-11' }), 'record')
    expect(total).toBe(3)
    expect(values).toEqual([
      { time: '2026-11-08T17:00:00.000Z', value: 0 },
      { time: '2026-11-09T17:00:00.000Z', value: 3 },
      { time: '2026-11-10T17:00:00.000Z', value: 0 },
    ])
  })

  test('have the days of the time zone that is asked for', async () => {
    await importFile(store, file)
    await countedAt('2026-11-09T17:00:00Z')
    const asked = await frame({ from: '2026-11-09', to: '2026-11-10', timezone: 'UTC' })
    expect(valuesOf(asked, 'record').values.map(({ value }) => value)).toEqual([3, 0])
    expect(asked.timezone).toBe('UTC')
  })

  test.each([
    [{ timezone: 'Asia/Nowhere' }, 'invalid_input'],
    [{ timescale: 'minute' }, 'invalid_input'],
    [{ timescale: 'hour', from: '1926-01-01', to: '2026-01-01' }, 'too_many_points'],
  ])('ranges of %j are refused', async (query, error) => {
    const { status, body } = await store.try(dashboard.timeframe, { query: query as never })
    expect([status, body.error]).toEqual([400, error])
  })

  test.each(['hour', 'day', 'week', 'month'])('answer in %ss at both ends of the calendar', async (timescale) => {
    for (const moment of ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])
      expect((await frame({ from: moment, to: moment, timescale })).data.length).toBeGreaterThan(0)
  })

  test('figures in a zone off the hour say that they are cut at hours', async () => {
    expect((await frame({ from: '2026-11-09', to: '2026-11-10', timezone: 'Asia/Kolkata' })).approximate).toBe(true)
  })
})

test('the data sources that ran last come first, with the rows of the period, and none that was deleted', {
  tags: ['verify'],
}, async () => {
  await importFile(store, file)
  const { id } = await importFile(store, changed, { name: 'ครั้งที่สอง' })
  const list = await store.call(dashboard.datasource, { query: { ...days(today()).query, limit: '1' } })
  expect(list).toMatchObject({ total: 2, data: [{ id, name: 'ครั้งที่สอง', records: 3 }] })
  const beyond = await store.call(dashboard.datasource, { query: { offset: '5' } })
  expect([beyond.total, beyond.data]).toEqual([2, []])
  expect((await store.call(dashboard.datasource, days('2020-01-01'))).total).toBe(0)
})

describe('the quality of data', () => {
  test('counts profiles without contact data, and the list finds exactly those', async () => {
    await importFile(store, file)
    const purpose = await store.call(consents.createPurpose, { body: { name: 'ข่าวสาร' } })
    const { data } = await store.call(profiles.list, { query: {} })
    const body = {
      profile_id: data[0]!.id,
      purpose_id: purpose.id,
      operation: 'granted',
      way: 'paper',
      note: '7',
    } as const
    await store.call(consents.record, { body })
    const { total, items } = await store.call(dashboard.quality)
    expect(total).toBe(data.length)
    expect(items.find(({ key }) => key === 'consent')).toMatchObject({ name: 'ข่าวสาร', lacking: total - 1 })
    for (const { lacking, rule } of items) {
      const found = await store.call(profiles.query, { body: { filter: { rule: rule as never } } })
      expect(found.total).toBe(lacking)
    }
  })

  test('is counted again after many profiles were added', async () => {
    expect((await store.call(dashboard.quality)).total).toBe(0)
    await store.call(profiles.create, { body: { fields: [{ id: 1, value: 'มานี' }] } })
    expect((await store.call(dashboard.quality)).total).toBe(1)
  })

  test('is counted again when the last count is stale, and shows the time of the count', async () => {
    await importFile(
      store,
      `ชื่อ,เบอร์โทรศัพท์\n${Array.from({ length: 12 }, (_, n) => `คน,08123400${n + 10}`).join('\n')}\n`,
    )
    const first = await store.call(dashboard.quality)
    await store.call(profiles.create, { body: { fields: [{ id: 1, value: 'มานี' }] } })
    expect(await store.call(dashboard.quality)).toEqual(first)
    const { admin } = await testServer()
    await admin.query(`update data_quality set counted_at = counted_at - interval '61 seconds' where store_id = $1`, [
      store.storeId,
    ])
    const again = await store.call(dashboard.quality)
    expect(again.total).toBe(first.total + 1)
    expect(Date.parse(again.counted_at)).toBeGreaterThan(Date.parse(first.counted_at))
  })

  test('has the same instant when it is asked for again, also at a whole second', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 1000) * 1000 })
    onTestFinished(() => void vi.useRealTimers())
    const first = await store.call(dashboard.quality)
    expect(await store.call(dashboard.quality)).toEqual(first)
  })

  test('counts once when many ask', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => store.call(dashboard.quality)))
    expect(new Set(all.map(({ total }) => total))).toEqual(new Set([0]))
  })
})

describe('birthdays', () => {
  const born = (birthDate: string) =>
    store.call(profiles.create, {
      body: {
        fields: [
          { id: 1, value: `เกิด ${birthDate}` },
          { id: field.birthDate, value: birthDate },
        ],
      },
    })
  const at = (instant: string) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(instant) })
    onTestFinished(() => void vi.useRealTimers())
  }

  test('are those of today and the six days after, and the list finds just those', async () => {
    const today = new Date(Date.now() + 7 * 3_600_000)
    const day = (after: number) =>
      `1990-${new Date(today.getTime() + after * 86_400_000).toISOString().slice(5, 10)}`.replace('02-29', '02-28')
    for (const after of [-1, 0, 3, 6, 7]) await born(day(after))
    const { birthdays } = await store.call(dashboard.quality)
    const found = await store.call(profiles.query, { body: { filter: { rule: birthdays.rule as never } } })
    expect([birthdays.people, found.total]).toEqual([3, 3])
  })

  test('turn with the midnight of the store, though the figures are young', async () => {
    await born('1990-11-09')
    // 23:59:50 of the 9th in Bangkok, when it is still 16:59 of that day in Greenwich; then 00:00:05 of the 10th.
    at('2026-11-09T16:59:50Z')
    expect((await store.call(dashboard.quality)).birthdays.people).toBe(1)
    vi.setSystemTime(Date.parse('2026-11-09T17:00:05Z'))
    expect((await store.call(dashboard.quality)).birthdays.people).toBe(0)
  })
})

describe('new against returning', () => {
  const shop = async () =>
    (await store.call(activities.createType, { body: { name: 'ซื้อ', description: '', fields: [] } })).id
  const person = async (name: string) =>
    (await store.call(profiles.create, { body: { fields: [{ id: 1, value: name }] } })).id
  const visit = (id: number, type: number, activity_at: string) =>
    store.call(profileActivities.create, {
      params: { id: String(id) },
      body: { activity_type_id: type, activity_at, fields: [] },
    })
  const asked = (from: string, to = from, who: Pick<TestStore, 'call'> = store) =>
    who.call(dashboard.returning, days(from, to))
  const both = async (...range: [string, string?]) => {
    const { new_people, returning_people } = await asked(...range)
    return [new_people, returning_people]
  }

  test('tells those with an activity before the period from those without, by the store’s midnight', async () => {
    const type = await shop()
    const [first, again, gone] = [await person('ครั้งแรก'), await person('อีกครั้ง'), await person('ลบแล้ว')]
    await visit(first, type, '2026-10-31T17:00:00Z')
    await visit(first, type, '2026-11-02T05:00:00Z')
    await visit(again, type, '2026-10-31T16:59:59Z')
    await visit(again, type, '2026-11-03T05:00:00Z')
    await visit(gone, type, '2026-11-03T05:00:00Z')
    await store.call(profiles.delete, { params: { id: String(gone) } })
    expect(await both('2026-11-01', '2026-11-30')).toEqual([1, 1])
    expect(await both('2026-10-31')).toEqual([1, 0])
    expect(await both('2026-11-04')).toEqual([0, 0])
  })

  test('counts no note of the staff', async () => {
    const id = await person('มีโน้ต')
    await store.call(profileActivities.note, { params: { id: String(id) }, body: { text: 'โทรมาถาม' } })
    expect(await both(today())).toEqual([0, 0])
  })

  test('is kept for a minute, counted once for all who ask, and says when that was', async () => {
    const type = await shop()
    const all = await Promise.all(Array.from({ length: 6 }, () => asked('2026-11-01', '2026-11-30')))
    expect(new Set(all.map(({ counted_at }) => counted_at)).size).toBe(1)
    await visit(await person('ใหม่'), type, '2026-11-05T05:00:00Z')
    expect(await both('2026-11-01', '2026-11-30')).toEqual([0, 0])
    const { admin } = await testServer()
    await admin.query(
      "update returning_count set counted_at = counted_at - interval '61 seconds' where store_id = $1",
      [store.storeId],
    )
    expect(await both('2026-11-01', '2026-11-30')).toEqual([1, 0])
    // A count that took four seconds stays for an hour.
    await admin.query(
      "update returning_count set milliseconds = 4000, new_people = 7, counted_at = now() - interval '59 minutes' where store_id = $1",
      [store.storeId],
    )
    expect(await both('2026-11-01', '2026-11-30')).toEqual([7, 0])
  })

  test('is kept of a hundred periods', async () => {
    const { admin } = await testServer()
    await admin.query(
      `insert into returning_count (store_id, from_at, until_at, counted_at, milliseconds, new_people, returning_people)
       select $1, 'epoch', to_timestamp(n), now(), 1, 0, 0 from generate_series(1, 130) n`,
      [store.storeId],
    )
    await asked('2026-11-01')
    const { rows } = await admin.query('select from returning_count where store_id = $1', [store.storeId])
    expect(rows).toHaveLength(100)
  })

  test('a range that ends before it begins is refused', async () => {
    const { status, body } = await store.try(dashboard.returning, days('2026-11-10', '2026-11-09'))
    expect([status, body.error]).toEqual([400, 'range_reversed'])
  })
})

test('tasks are shown to people who may do them', async () => {
  const twins = 'ชื่อ,นามสกุล,เบอร์โทรศัพท์,อีเมล\nมาลี,ใจดี,0812345670,mali@example.com\nสมชาย,มีสุข,ไม่มีเบอร์,\n'
  await importFile(store, twins)
  const twin = [
    { id: 1, value: 'มาลี' },
    { id: 2, value: 'ใจดี' },
    { id: 9, value: '0812345670' },
  ]
  await store.call(profiles.create, { body: { fields: twin } })
  await scanStore(store)
  const todo = await store.call(dashboard.todo)
  expect(todo).toMatchObject({ duplicates: 1, broken_segments: 0, broadcast_approvals: 0, broken_channels: 0 })
  expect(todo.failed_rows!.rows).toBeGreaterThanOrEqual(0)
  const member = await store.member(['cdp-core.dashboard.read'])
  const nothing = {
    ...{
      follow_ups: null,
      duplicates: null,
      waiting_rows: null,
      failed_rows: null,
      broken_segments: null,
      waiting_files: null,
    },
    ...{ days_without_backup: null, broadcast_approvals: null, broadcast: null },
    ...{ broken_channels: null, broken_channel: null, set_aside_events: null },
    ...{
      privacy_requests: null,
      ending_credentials: null,
      dead_letters: null,
      program_letters: null,
      held_after_restore: null,
    },
  }
  expect(await member.call(dashboard.todo)).toEqual(nothing)
})

test('a privacy request is something to do from seven days before its end', async () => {
  const { id } = await store.call(profiles.create, { body: { fields: [{ id: 1, value: 'พิมพ์ใจ' }] } })
  const record = (received_on: string) =>
    store.call(privacyRequests.create, { body: { kind: 'see', source: 'phone', profile_ids: [id], received_on } })
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  await record(daysAgo(10))
  expect((await store.call(dashboard.todo)).privacy_requests).toBe(0)
  await record(daysAgo(26))
  expect((await store.call(dashboard.todo)).privacy_requests).toBe(1)
})

test('an automatic file that waits is something to do, for members who may decide on it', async () => {
  const { id, file_id } = await waitingFile(store)
  const { waiting_files } = await store.call(dashboard.todo)
  expect(waiting_files).toMatchObject({
    total: 1,
    first: { id: Number(file_id), name: 'pos.csv', watch: { id: Number(id) } },
  })
  const reader = await store.member(['cdp-core.dashboard.read', 'cdp-core.datasource.read'])
  expect((await reader.call(dashboard.todo)).waiting_files).toBeNull()
})

test('a backup that is older than two days is something to do', async () => {
  const { admin } = await testServer()
  const days = async () => (await store.call(dashboard.todo)).days_without_backup
  await admin.query('delete from backup')
  expect(await days()).toBe(0)
  await admin.query("select auth.backup_made(now() - interval '47 hours')")
  expect(await days()).toBe(0)
  await admin.query("update backup set made_at = now() - interval '5 days 1 hour'")
  expect(await days()).toBe(5)
  await admin.query('select auth.backup_made(now())')
  expect(await days()).toBe(0)
})
