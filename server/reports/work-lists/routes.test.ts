import { activities } from '@ruam/contract/customers/activities.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dashboard } from '@ruam/contract/reports/dashboard.ts'
import { type WorkListKind, workListCalls } from '@ruam/contract/reports/work-lists.ts'
import { beforeEach, expect, test } from 'vitest'
import { field } from '../../testing/customers/profiles.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

const DAY_MS = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const person = async (name: string, birthDate?: string) => {
  const fields = [
    { id: 1, value: name },
    { id: field.phone, value: `08${String(Math.random()).slice(2, 10)}` },
    ...(birthDate ? [{ id: field.birthDate, value: birthDate }] : []),
  ]
  return (await store.call(profiles.create, { body: { fields } })).id
}

/** Makes a type of purchases. Returns what writes one. */
async function shop() {
  const amount = await store.call(activities.createField, {
    query: {},
    body: { display_name: 'ยอดซื้อ', data_type: 'Number' },
  })
  const type = await store.call(activities.createType, {
    body: { name: 'ซื้อสินค้า', description: '', fields: [amount.id] },
  })
  return (id: number, at: string, value: number) =>
    store.call(profileActivities.create, {
      params: { id: String(id) },
      body: { activity_type_id: type.id, activity_at: at, fields: [{ id: amount.id, value }] },
    })
}

const list = (kind: WorkListKind, done: 'true' | 'false' = 'false') =>
  store.call(workListCalls.list, { query: { kind, done } })
const mark = (kind: 'quiet' | 'birthdays', ids: number[], done: boolean) =>
  store.call(workListCalls.mark, { body: { kind, profile_ids: ids, done } })

/** Moves what was done to a day of the last calendar week. */
const toLastWeek = async () =>
  (await testServer()).admin.query(
    `update work_done set done_at = date_trunc('week', now() at time zone 'Asia/Bangkok') at time zone 'Asia/Bangkok' - interval '1 day'
     where store_id = $1`,
    [store.storeId],
  )

test('quiet customers are those of the dashboard by spend, with their reason and last note, and leave when they are done', async () => {
  const buy = await shop()
  const [second, first] = [await person('ยอดรอง'), await person('ยอดสูง')]
  for (const days of [160, 140, 120]) await buy(first, ago(days), 3000)
  await buy(second, ago(100), 8000)
  for (let n = 0; n < 18; n++) await buy(await person(`คน ${n}`), ago(n + 1), 10 + n)
  await store.call(profileActivities.note, { params: { id: String(first) }, body: { text: 'ย้ายไปสาขาริมปิง' } })
  const open = await list('quiet')
  expect(open.data.map(({ id, spent }) => [id, spent])).toEqual([
    [first, 9000],
    [second, 8000],
  ])
  expect(open.data[0]).toMatchObject({ every_days: 20, line: false, last_note: { text: 'ย้ายไปสาขาริมปิง' }, done: null })
  expect(open.data[0]!.phone).toMatch(/^\+668/)
  expect(open.data[1]!.every_days).toBeNull()
  const line = async () => {
    const { people, first: named } = (await store.call(dashboard.today)).quiet
    return [people, named!.map(({ id }) => id)]
  }
  expect(await line()).toEqual([2, [first, second]])

  await mark('quiet', [first], true)
  expect(await line()).toEqual([1, [second]])
  expect(await list('quiet')).toMatchObject({ open: 1, done: 1, done_today: 1, last_week: null, total: 1 })
  const done = await list('quiet', 'true')
  expect(done.data.map(({ id, done: by }) => [id, by!.by !== null])).toEqual([[first, true]])
  // An undo, as the toast sends it.
  await mark('quiet', [first], false)
  expect(await line()).toEqual([2, [first, second]])
})

test('the head says what the last week brought: calls, buyers within seven days and their baht by the right to figures', async () => {
  const buy = await shop()
  const day = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(5, 10).replace('02-29', '02-28')
  const [back, away] = [await person('กลับมา', `1990-${day}`), await person('ไม่มา', `1991-${day}`)]
  await mark('birthdays', [back, away], true)
  await toLastWeek()
  const { rows } = await (await testServer()).admin.query<{ done_at: string }>(
    'select done_at from work_done where store_id = $1 limit 1',
    [store.storeId],
  )
  const called = Date.parse(rows[0]!.done_at)
  // Before the call.
  await buy(back, new Date(called - DAY_MS).toISOString(), 500)
  await buy(back, new Date(called + 1000).toISOString(), 120.5)
  expect((await list('birthdays')).last_week).toMatchObject({ called: 2, came_back: 1, spent: 120.5 })
  const clerk = await store.member(['cdp-core.profile.read', 'cdp-core.profile.edit'])
  const seen = await clerk.call(workListCalls.list, { query: { kind: 'birthdays' } })
  expect(seen.last_week).toMatchObject({ called: 2, came_back: 1, spent: null })
  expect((await clerk.try(workListCalls.list, { query: { kind: 'quiet' } })).status).toBe(403)
})

test('a follow-up stands with its note by due date, and with those that are done once it is marked', async () => {
  const id = await person('มาลี')
  const params = { id: String(id) }
  const note = (text: string, follow_on: string) =>
    store.call(profileActivities.note, { params, body: { text, follow_on } })
  const later = await note('โทรถามเมล็ดกาแฟ', '2026-01-10')
  const sooner = await note('ส่งใบเสนอราคา', '2026-01-02')
  const open = await list('follow-ups')
  expect(open.data.map(({ day, follow_up }) => [day, follow_up])).toEqual([
    ['2026-01-02', { activity_id: sooner.id, text: 'ส่งใบเสนอราคา' }],
    ['2026-01-10', { activity_id: later.id, text: 'โทรถามเมล็ดกาแฟ' }],
  ])
  await store.call(profileActivities.markNote, {
    params: { ...params, activity_id: String(sooner.id) },
    body: { done: true },
  })
  expect(await list('follow-ups')).toMatchObject({ open: 1, done: 1, done_today: 1 })
  const reached = async (reach: 'phone' | 'line') => {
    const { total, open: all } = await store.call(workListCalls.list, { query: { kind: 'follow-ups', reach } })
    return [total, all]
  }
  expect([await reached('phone'), await reached('line')]).toEqual([
    [1, 1],
    [0, 1],
  ])
  const done = (await list('follow-ups', 'true')).data
  expect(done.map(({ follow_up, done: by }) => [follow_up!.activity_id, by!.by])).toEqual([[sooner.id, 'สมชาย ใจดี']])
})
