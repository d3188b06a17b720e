import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { profileRestriction } from '@ruam/contract/customers/restriction.ts'
import { privacyRequests, type requestKinds } from '@ruam/contract/privacy/requests.ts'
import { expect, test } from 'vitest'
import { field, madeProfile, rowsOf } from '../../testing/customers/profiles.testing.ts'
import { jobOver } from '../../testing/jobs.testing.ts'
import { coreOf, type Member, newStore, type TestStore } from '../../testing/store.testing.ts'
import { consentPurpose } from '../../testing/things/segments.ts'
import { until } from '../../testing/until.testing.ts'
import { remindOfRequestsHourly } from './remind.ts'

const byId = (id: number) => ({ params: { id: String(id) } })
type Kind = (typeof requestKinds)[number]

async function recorded(store: TestStore, kind: Kind, name = 'มะลิ') {
  const profile = await madeProfile(store, { [field.firstName]: name })
  const body = { kind, source: 'phone' as const, words: 'ลูกค้าโทรมา', profile_ids: [profile.id] }
  return { profile: profile.id, request: await store.call(privacyRequests.create, { body }) }
}

const identified = async (store: TestStore, kind: Kind) => {
  const { profile, request } = await recorded(store, kind)
  await store.call(privacyRequests.identify, { ...byId(request.id), body: { checks: ['called_back'] } })
  return { profile, id: request.id }
}

const decide = (member: Member, id: number, decision: 'all' | 'refused' = 'all') =>
  member.try(privacyRequests.decide, { ...byId(id), body: { decision, reason: 'ตามที่ขอ' } })

const manager = (store: TestStore) =>
  store.member(['cdp-core.privacy.read', 'cdp-core.privacy.manage', 'cdp-core.profile.read'])

test('a request is due after the days of the store, and is listed by its due day', async () => {
  const store = await newStore()
  await store.call(privacyRequests.saveSetting, { body: { days: 14, erase_needs_two: false } })
  const { request } = await recorded(store, 'see')
  expect(request).toMatchObject({
    step: 'identity',
    days: 14,
    days_left: 14,
    closed_at: null,
    profiles: [{ name: 'มะลิ' }],
  })
  const list = await store.call(privacyRequests.list, { query: {} })
  expect(list.data.map(({ id }) => id)).toEqual([request.id])
  expect(list.open).toMatchObject({ total: 1, late: 0, due_soon: 0, kinds: { see: 1, copy: 0 } })
  const late = {
    kind: 'see' as const,
    source: 'email' as const,
    profile_ids: [request.profiles[0]!.id],
    received_on: '2020-01-01',
  }
  expect((await store.try(privacyRequests.create, { body: late })).status).toBe(400)
})

test('a request to restrict is decided after the identity is known, and restricts the customer at once', async () => {
  const store = await newStore()
  const { profile, request } = await recorded(store, 'restrict')
  expect((await decide(store, request.id)).status).toBe(409)
  await store.call(privacyRequests.identify, { ...byId(request.id), body: { checks: ['called_back', 'order_number'] } })
  expect((await decide(store, request.id)).body).toMatchObject({ step: 'answer', decision: { decision: 'all' } })
  expect((await store.call(profiles.get, byId(profile))).restricted_at).toBeDefined()
  const answered = await store.call(privacyRequests.answer, {
    ...byId(request.id),
    body: { way: 'mail', text: 'ระงับแล้ว' },
  })
  expect(answered).toMatchObject({
    step: 'done',
    outcome: 'done',
    days_taken: 0,
    answer: { way: 'mail', delivered: null },
  })
  const { closed } = await store.call(privacyRequests.list, { query: { status: 'closed' } })
  expect(closed).toMatchObject({ total: 1, late: 0, most_days: 0 })
})

test('of two people who decide at once the later learns who was first', async () => {
  const store = await newStore()
  const { id } = await identified(store, 'see')
  const replies = await Promise.all([decide(store, id), decide(await manager(store), id, 'refused')])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(replies.find(({ status }) => status === 409)!.body).toMatchObject({ error: 'request_decided' })
})

test('an erasure waits for a second person if the store wants it, closes the request and leaves no word of the customer', async () => {
  const store = await newStore()
  await store.call(privacyRequests.saveSetting, { body: { days: 30, erase_needs_two: true } })
  const { profile, id } = await identified(store, 'erase')
  expect((await decide(store, id)).body).toMatchObject({ step: 'approval' })
  expect((await store.try(privacyRequests.approve, byId(id))).body).toMatchObject({ error: 'request_own_approval' })
  await (await manager(store)).call(privacyRequests.approve, byId(id))
  const { job_id } = await store.call(profileErasure.erase, { ...byId(profile), body: { confirm: true } })
  await jobOver(store, job_id)
  const request = await store.call(privacyRequests.get, byId(id))
  expect(request).toMatchObject({ outcome: 'erased', step: 'done', words: '', profiles: [], decision: { reason: '' } })
})

test('the request of a merged customer is that of the profile that stays', async () => {
  const store = await newStore()
  const { profile: gone, request } = await recorded(store, 'see')
  const { id: kept } = await madeProfile(store, { [field.firstName]: 'มะลิวัลย์' })
  const pair = await store.call(profileDuplicates.create, { body: { profile_ids: [kept, gone] } })
  await store.call(profileDuplicates.merge, { ...byId(pair.id), body: { keep: kept, fields: [] } })
  const { profiles: now } = await store.call(privacyRequests.get, byId(request.id))
  expect(now.map(({ id }) => id)).toEqual([kept])
})

test('a request of two profiles erases both, one of a restricted customer is taken, and one of an erased customer is not', async () => {
  const store = await newStore()
  const made = [
    await madeProfile(store, { [field.firstName]: 'มะลิ' }),
    await madeProfile(store, { [field.firstName]: 'มะลิ' }),
  ]
  const profile_ids = made.map(({ id }) => id)
  const [first, second] = profile_ids as [number, number]
  await store.call(profileRestriction.restrict, { ...byId(second), body: { kind: 'objected', reason: 'ขอทางโทรศัพท์' } })
  const body = { kind: 'erase' as const, source: 'phone' as const, profile_ids }
  const request = await store.call(privacyRequests.create, { body })
  expect(request.profiles.map(({ id, restricted }) => [id, restricted])).toEqual([
    [first, false],
    [second, true],
  ])
  await store.call(privacyRequests.identify, { ...byId(request.id), body: { checks: ['called_back'] } })
  expect((await decide(store, request.id)).status).toBe(200)
  await until(async () => (await store.call(privacyRequests.get, byId(request.id))).outcome === 'erased')
  const left = async (id: number) => (await store.try(profiles.get, byId(id))).status
  expect([await left(first), await left(second)]).toEqual([404, 404])
  expect((await store.try(privacyRequests.create, { body })).status).toBe(404)
})

test('a withdrawal ends all consents at once, and an extension is granted once', async () => {
  const store = await newStore()
  await consentPurpose(store)
  const { profile, id } = await identified(store, 'withdraw')
  const extend = () => store.try(privacyRequests.extend, { ...byId(id), body: { days: 10, reason: 'ข้อมูลมาก' } })
  expect((await extend()).body).toMatchObject({ days: 40, days_left: 40, extended: { days: 10, reason: 'ข้อมูลมาก' } })
  expect((await extend()).body).toMatchObject({ error: 'request_step' })
  expect((await decide(store, id)).status).toBe(200)
  const text = 'select distinct status from consent_entry where store_id = $1 and profile_id = $2'
  expect(await rowsOf(store, text, profile)).toEqual([{ status: 'withdrawn' }])
})

test('the store is reminded seven and three days before the end and once it is late, each once', async () => {
  const store = await newStore()
  const { request } = await recorded(store, 'see')
  const core = await coreOf(store)
  const notices = () =>
    rowsOf<{ ending: string }>(
      store,
      "select ending from notification where store_id = $1 and kind = 'privacy_request_due' order by id",
    )
  const at = async (days: number) => {
    await rowsOf(
      store,
      `update privacy_request set due_at = now() + make_interval(days => $2) where store_id = $1`,
      days,
    )
    for (let again = 0; again < 2; again++) await remindOfRequestsHourly(core).work(new AbortController().signal)
    return (await notices()).length
  }
  expect([await at(20), await at(6), await at(2), await at(-1)]).toEqual([0, 1, 2, 3])
  expect((await notices()).at(-1)).toEqual({ ending: 'failed' })
  expect(request.step).toBe('identity')
})

test('the data of a requester is counted, with the notes that name other customers', async () => {
  const store = await newStore()
  const { profile, request } = await recorded(store, 'see')
  await madeProfile(store, { [field.firstName]: 'สมหญิง', [field.lastName]: 'แก้วใส', [field.phone]: '0815550177' })
  for (const text of ['ชอบกาแฟดำ', 'มากับคุณสมหญิง แก้วใส', 'โทร 081-555-0177'])
    await store.call(profileActivities.note, { ...byId(profile), body: { text } })
  const found = await store.call(privacyRequests.data, byId(request.id))
  expect(found).toMatchObject({ values: 1, activities: 3, notes: 3, others_total: 2 })
})
