import { labels } from '@ruam/contract/customers/labels.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { jobs } from '@ruam/contract/jobs.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { beforeEach, expect, test } from 'vitest'
import { people } from '../../testing/customers/profile-bulk.testing.ts'
import { byId, membersOf, segment, settled } from '../../testing/customers/segments.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { activityType } from '../../testing/things/fields.ts'
import { segmentCalculator } from './calculate.ts'
import { sweepSegments } from './sweep.ts'

/** Time of the worker's clock; real time if unset. */
let clock: Date | undefined

let store: TestStore
beforeEach(async () => {
  const work = segmentCalculator({ now: () => clock ?? new Date(Date.now() + 1) })
  await testServer({ works: { segment_calculate: { work } } })
  clock = undefined
  store = await newStore()
})

const DAY_MS = 86_400_000
const birthDate = systemFields.find(({ column }) => column === 'birth_date')!.id
const get = (id: number) => store.call(labels.get, byId(id))

/** Sets the clock to this moment, as if the machine had been off until then. */
async function becomes(moment: Date): Promise<void> {
  const core = await coreOf(store)
  clock = moment
  await sweepSegments(core, moment)
  await settled(store)
}

/** The midnight of Bangkok that so many days from now begins. */
function midnight(days: number): Date {
  const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)
  return new Date(Date.parse(today) - 7 * 3_600_000 + days * DAY_MS)
}
const dayOf = (moment: Date) => new Date(moment.getTime() + 7 * 3_600_000).toISOString().slice(0, 10)

async function bornOn(day: string): Promise<number> {
  const body = { fields: [{ id: birthDate, value: day }] }
  return (await store.call(profiles.create, { body })).id
}

test('a birthday begins at the store’s midnight, and ends at the next one', { tags: ['verify'] }, async () => {
  const who = await bornOn(`1990${dayOf(midnight(1)).slice(4)}`)
  const rule = {
    kind: 'profile',
    field_id: birthDate,
    operator: 'anniversary_in_next',
    value: { n: 0, unit: 'day' },
  } as const
  const { id } = await segment(store, rule)
  await settled(store)
  expect(await membersOf(store, id)).toEqual([])
  const { next_at } = (await get(id)).state!
  expect(Date.parse(next_at!)).toBe(midnight(1).getTime())
  await becomes(new Date(midnight(1).getTime() - 1))
  expect(await membersOf(store, id)).toEqual([])
  await becomes(midnight(1))
  expect(await membersOf(store, id)).toEqual([who])
  await becomes(midnight(2))
  expect([await membersOf(store, id), (await get(id)).target_count]).toEqual([[], 0])
})

test('a customer who bought in the last two days leaves after three days with the machine off', async () => {
  const [who] = await people(store, ['นก'])
  const type = await activityType(store)
  await store.call(profileActivities.create, { ...byId(who!), body: { activity_type_id: type, fields: [] } })
  const window = { last: { n: 2, unit: 'day' as const } }
  const bought = await segment(store, { kind: 'activity', activity_type_id: type, done: true, window })
  const lapsed = await segment(store, { kind: 'label', operator: 'has_none', label_ids: [bought.id] })
  await settled(store)
  const both = async () => [await membersOf(store, bought.id), await membersOf(store, lapsed.id)]
  expect(await both()).toEqual([[who], []])
  await becomes(midnight(3))
  expect(await both()).toEqual([[], [who]])
})

test('an activity that is still to come counts when it happens', async () => {
  const [who] = await people(store, ['นก'])
  const type = await activityType(store)
  const activity_at = new Date(Date.now() + 3_600_000).toISOString()
  await store.call(profileActivities.create, {
    ...byId(who!),
    body: { activity_type_id: type, activity_at, fields: [] },
  })
  const { id } = await segment(store, { kind: 'activity', activity_type_id: type, done: true })
  await settled(store)
  expect(await membersOf(store, id)).toEqual([])
  await becomes(new Date(Date.parse(activity_at) + 10))
  expect(await membersOf(store, id)).toEqual([who])
})

test('an activity added to come counts when it happens, also in a segment that is calculated already', async () => {
  const [who] = await people(store, ['นก'])
  const type = await activityType(store)
  const { id } = await segment(store, { kind: 'activity', activity_type_id: type, done: true })
  await settled(store)
  const activity_at = new Date(Date.now() + 3_600_000).toISOString()
  await store.call(profileActivities.create, {
    ...byId(who!),
    body: { activity_type_id: type, activity_at, fields: [] },
  })
  expect(await membersOf(store, id)).toEqual([])
  await becomes(new Date(Date.parse(activity_at) + 10))
  expect(await membersOf(store, id)).toEqual([who])
})

test('a store that moves to another time zone has its days there from the next sweep on', async () => {
  const rule = { kind: 'profile', field_id: birthDate, operator: 'month_is', value: 'this' } as const
  const { id } = await segment(store, rule)
  await settled(store)
  const { admin } = await testServer()
  await admin.query("update store set time_zone = 'Pacific/Auckland' where store_id = $1", [store.storeId])
  const before = (await get(id)).state!.next_at
  await becomes(new Date(Date.now() + 1))
  expect((await get(id)).state!.next_at).not.toBe(before)
})

test('the scheduler resumes a cancelled calculation of an automatic segment, and marks that of a manual one as failed', async () => {
  const rule = { kind: 'profile', field_id: 1, operator: 'not_empty' } as const
  const [auto, byHand] = [await segment(store, rule), await segment(store, rule, { auto: false })]
  await settled(store)
  const { admin } = await testServer()
  const core = await coreOf(store)
  await admin.query('update segment set wanted = wanted + 1 where store_id = $1', [store.storeId])
  const states = async () => [(await get(auto.id)).state!.status, (await get(byHand.id)).state!.status]
  expect(await states()).toEqual(['waiting', 'failed'])
  expect((await get(byHand.id)).state!.error).toMatchObject({ error: 'calculation_stopped' })
  await sweepSegments(core, new Date())
  await settled(store)
  expect((await get(auto.id)).state!.status).toBe('fresh')
  expect((await store.call(jobs.list, { query: { active: 'true' } })).total).toBe(0)
})
