import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { dashboard } from '@ruam/contract/reports/dashboard.ts'
import { beforeEach, expect, test } from 'vitest'
import { field, madeProfile } from '../../testing/customers/profiles.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const someone = async () => (await madeProfile(store, { [field.firstName]: 'ญาดา' })).id

const summaryOf = (id: number) => store.call(profileActivities.summary, { params: { id: String(id) } })

async function noteOf(id: number, body: { text: string; pinned?: boolean; follow_on?: string }) {
  return (await store.call(profileActivities.note, { params: { id: String(id) }, body })).id
}

const mark = (id: number, activity: number, body: { pinned?: boolean; follow_on?: string | null; done?: boolean }) =>
  store.call(profileActivities.markNote, { params: { id: String(id), activity_id: String(activity) }, body })

/** A day of the store's calendar, from today. */
async function dayFromToday(days: number): Promise<string> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ day: string }>(
    'select ((now() at time zone time_zone)::date + $2::int)::text as day from store where store_id = $1',
    [store.storeId, days],
  )
  return rows[0]!.day
}

test('a pinned note stands in the summary until it is unpinned', async () => {
  const id = await someone()
  const note = await noteOf(id, { text: 'แพ้ถั่ว', pinned: true })
  await noteOf(id, { text: 'โทรแล้ว' })
  const { pinned_notes, last_note } = await summaryOf(id)
  expect(pinned_notes).toMatchObject([{ activity_id: note, text: 'แพ้ถั่ว' }])
  expect(last_note).toMatchObject({ text: 'โทรแล้ว' })
  await mark(id, note, { pinned: false })
  expect((await summaryOf(id)).pinned_notes).toEqual([])
})

test('a follow-up is among the tasks from its day on until it is done', async () => {
  const id = await someone()
  const [today, tomorrow] = [await dayFromToday(0), await dayFromToday(1)]
  const note = await noteOf(id, { text: 'โทรบอกผ้าล็อตใหม่', follow_on: tomorrow })
  expect((await summaryOf(id)).follow_ups).toMatchObject([{ activity_id: note, follow_on: tomorrow }])
  expect((await store.call(dashboard.todo, {})).follow_ups).toEqual({ total: 0, first: [] })
  await mark(id, note, { follow_on: today })
  expect((await store.call(dashboard.todo, {})).follow_ups).toMatchObject({ total: 1, first: [{ id, day: today }] })
  const { data, total } = await store.call(profileActivities.followUps, { query: {} })
  expect(total).toBe(1)
  expect(data).toMatchObject([{ activity_id: note, text: 'โทรบอกผ้าล็อตใหม่', follow_on: today, profile: { id } }])
  await mark(id, note, { done: true })
  expect((await store.call(dashboard.todo, {})).follow_ups).toEqual({ total: 0, first: [] })
  expect((await summaryOf(id)).follow_ups).toEqual([])
  const list = await store.call(profileActivities.list, { params: { id: String(id), activity_id: '0' }, query: {} })
  expect(list.data[0]!.note).toMatchObject({ pinned: false, follow_on: today })
  expect(list.data[0]!.note!.followed_at).not.toBeNull()
})

test('only a note of the customer can be marked', async () => {
  const [id, other] = [await someone(), await someone()]
  const note = await noteOf(id, { text: 'โทร' })
  const params = { id: String(other), activity_id: String(note) }
  const reply = await store.try(profileActivities.markNote, { params, body: { pinned: true } })
  expect(reply.body).toMatchObject({ error: 'not_found' })
  const visit = await store.call(profileActivities.visit, { params: { id: String(id) }, body: {} })
  const visited = { id: String(id), activity_id: String(visit.id) }
  const refused = await store.try(profileActivities.markNote, { params: visited, body: { pinned: true } })
  expect(refused.body).toMatchObject({ error: 'not_found' })
})
