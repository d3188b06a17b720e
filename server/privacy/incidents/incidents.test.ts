import { people } from '@ruam/contract/access/people.ts'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { privacyIncidents } from '@ruam/contract/privacy/incidents.ts'
import { expect, test } from 'vitest'
import { field, madeProfile, rowsOf } from '../../testing/customers/profiles.testing.ts'
import { coreOf, newStore, type TestStore } from '../../testing/store.testing.ts'
import { remindOfIncidentsSteadily } from './remind.ts'

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const at = (id: number) => ({ params: { id: String(id) } })

async function peopled(count: number) {
  const store = await newStore()
  for (let n = 0; n < count; n++)
    await madeProfile(store, {
      [field.firstName]: `พลอย${n}`,
      [field.income]: 1000 + n,
      [field.phone]: `081000000${n}`,
    })
  return store
}

const opened = (store: TestStore, body: Record<string, unknown> = {}) =>
  store.call(privacyIncidents.create, {
    body: {
      ...{ title: 'รหัสรั่ว', kind: 'person', subject_id: store.userId, known_at: ago(1), from: ago(24), to: ago(0) },
      ...body,
    } as never,
  })

test('an incident freezes the certain and the possible people, and how each can be reached', async () => {
  const store = await peopled(4)
  const reader = await store.member(['cdp-core.profile.read', 'cdp-core.profile-sensitive.read'])
  await reader.call(profiles.list, { query: { limit: '2' } })
  const incident = await opened(store, { subject_id: reader.userId })
  expect(incident.certain).toMatchObject({ people: 2, fields: [{ id: field.income, people: 2, sensitive: true }] })
  expect(incident.possible.people).toBe(2)
  const people = await store.call(privacyIncidents.people, { ...at(incident.id), query: {} })
  expect(people.data.map(({ name, reach }) => [name?.startsWith('พลอย'), reach])).toEqual([
    [true, 'phone'],
    [true, 'phone'],
  ])
  const [first] = people.data
  await rowsOf(store, 'update profile set deleted_at = now() where store_id = $1 and id = $2', first!.profile_id)
  const later = await store.call(privacyIncidents.people, { ...at(incident.id), query: { part: 'certain' } })
  expect(later.reach).toEqual({ line: 0, email: 0, phone: 1, none: 0, gone: 1 })
  expect(later.data.find(({ profile_id }) => profile_id === first!.profile_id)).toMatchObject({ name: null })
  const file = (await store.call(privacyIncidents.download, at(incident.id))) as unknown as Blob
  expect((await file.text()).trim().split('\r\n')).toHaveLength(5)
})

test('a changed sentence computes people once more, and words alone do not', async () => {
  const store = await peopled(3)
  const incident = await opened(store, { kind: 'backup', subject_id: 1 })
  expect([incident.certain.people, incident.possible.people]).toEqual([0, 3])
  const change = (origin_time: string, body: object) =>
    store.call(privacyIncidents.update, { ...at(incident.id), body: { origin_time, ...body } })
  const worded = await change(incident.updated_at, { cause: 'ไฟล์หาย' })
  expect([worded.cause, worded.computed_at]).toEqual(['ไฟล์หาย', incident.computed_at])
  const changed = await change(worded.updated_at, { kind: 'sql', subject_id: 1 }).catch(() => undefined)
  expect(changed).toBeUndefined()
  const moved = await change(worded.updated_at, { kind: 'person', subject_id: store.userId })
  expect(moved.computed_at > incident.computed_at).toBe(true)
  const stale = await store.try(privacyIncidents.update, {
    ...at(incident.id),
    body: { origin_time: incident.updated_at, cause: 'อื่น' },
  })
  expect(stale.status).toBe(409)
})

test('of two members who decide at once the later learns who was first', async () => {
  const store = await peopled(1)
  const other = await store.member('owner')
  const { id } = await opened(store)
  const body = { decision: 'notify' as const, reason: 'เสี่ยงต่อลูกค้า' }
  const replies = await Promise.all([store, other].map((one) => one.try(privacyIncidents.decide, { ...at(id), body })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(replies.find(({ status }) => status === 409)!.body).toMatchObject({ error: 'incident_decided' })
})

test('a notice after the 72 hours needs a reason, and an incident closes once the regulator was notified', async () => {
  const store = await peopled(1)
  const { id, seconds_left } = await opened(store, { known_at: ago(80) })
  expect(seconds_left).toBeLessThan(-7 * 3600)
  const notify = (body: { at: string; late_reason?: string }) =>
    store.try(privacyIncidents.notified, { ...at(id), body })
  expect((await notify({ at: ago(1) })).body).toMatchObject({ error: 'incident_step' })
  await store.call(privacyIncidents.decide, { ...at(id), body: { decision: 'notify', reason: 'เสี่ยง' } })
  const lesson = { ...at(id), body: { lesson: 'เปลี่ยนรหัสทุก 90 วัน' } }
  expect((await store.try(privacyIncidents.close, lesson)).body).toMatchObject({ error: 'incident_step' })
  expect((await notify({ at: ago(1) })).body).toMatchObject({ error: 'invalid_input' })
  expect((await notify({ at: ago(1), late_reason: 'รู้ช้าเพราะวันหยุด' })).status).toBe(200)
  const closed = await store.call(privacyIncidents.close, lesson)
  expect(closed).toMatchObject({ seconds_left: null, notified: { late_reason: 'รู้ช้าเพราะวันหยุด' } })
})

test('a subject of another store, and a moment that is not past, are refused', async () => {
  const [store, other] = [await peopled(1), await newStore()]
  const tried = (body: object) =>
    store.try(privacyIncidents.create, {
      body: {
        ...{ title: 'รั่ว', kind: 'person', subject_id: store.userId, known_at: ago(1), from: ago(24), to: ago(0) },
        ...body,
      } as never,
    })
  expect((await tried({ subject_id: other.userId })).status).toBe(404)
  expect((await tried({ known_at: ago(-1) })).body).toMatchObject({ error: 'invalid_input' })
  expect((await tried({ from: ago(1), to: ago(2) })).body).toMatchObject({ error: 'exposure_window' })
})

test('the store is reminded 48, 24 and 6 hours before the end and once it is late, each once', async () => {
  const store = await peopled(1)
  const { id } = await opened(store)
  const core = await coreOf(store)
  const after = async (known: number) => {
    await rowsOf(store, `update incident set known_at = now() - make_interval(hours => $2) where store_id = $1`, known)
    const remind = () => remindOfIncidentsSteadily(core).work(new AbortController().signal)
    await Promise.all([remind(), remind()])
    const text = "select ending, data from notification where store_id = $1 and kind = 'incident_due' order by id"
    return rowsOf<{ ending: string; data: { hours: number } }>(store, text)
  }
  const counts: number[] = []
  // Going back an hour is a clock that was set back.
  for (const hours of [10, 24, 23, 49, 48, 67, 65, 73]) counts.push((await after(hours)).length)
  expect(counts).toEqual([0, 1, 1, 2, 2, 3, 3, 4])
  expect((await after(80)).map(({ ending, data }) => [ending, data.hours])).toEqual([
    ...[
      ['completed', 48],
      ['completed', 23],
      ['completed', 5],
    ],
    ['failed', -1],
  ])
  await rowsOf(store, 'update incident set reminded = null where store_id = $1')
  await store.call(privacyIncidents.decide, { ...at(id), body: { decision: 'no_risk', reason: 'ไฟล์เข้ารหัส' } })
  expect(await after(80)).toHaveLength(4)
})

test('an incident names who ended what leaked, wherever it was ended, and the words of staff once', async () => {
  const store = await peopled(1)
  const { id: key } = await store.call(apiKeys.create, { body: { name: 'แอป', scopes: ['profile:read'] } })
  const member = await store.member('owner')
  const ofKey = await opened(store, { kind: 'program', subject_id: key })
  const ofMember = await opened(store, { subject_id: member.userId })
  expect([ofKey.ended, ofMember.ended]).toEqual([null, null])
  const endOf = async (id: number) => (await store.call(privacyIncidents.get, at(id))).ended
  await store.call(apiKeys.rotate, { ...at(key), body: { overlap_hours: 24 } })
  expect(await endOf(ofKey.id)).toBeNull()
  await store.call(apiKeys.rotate, { ...at(key), body: { overlap_hours: 0 } })
  expect(await endOf(ofKey.id)).toMatchObject({ how: 'rotated' })
  await store.call(apiKeys.revoke, at(key))
  expect(await endOf(ofKey.id)).toMatchObject({ how: 'revoked', by: { id: store.userId } })
  await store.call(people.remove, { ...at(member.userId), query: {} })
  expect(await endOf(ofMember.id)).toMatchObject({ how: 'removed' })
  const note = () => store.try(privacyIncidents.stopped, { ...at(ofKey.id), body: { words: 'แอปใช้รหัสใหม่แล้ว' } })
  expect((await note()).body).toMatchObject({ stopped: { words: 'แอปใช้รหัสใหม่แล้ว', by: { id: store.userId } } })
  expect((await note()).body).toMatchObject({ error: 'incident_step' })
})

test('customers who were merged since count once, in the list, its ways and the file, and are certain if one of them was', async () => {
  const store = await peopled(2)
  const [first, second] = await rowsOf<{ id: number }>(store, 'select id from profile where store_id = $1 order by id')
  const reader = await store.member(['cdp-core.profile.read', 'cdp-core.profile-sensitive.read'])
  await reader.call(profiles.list, { query: { limit: '2' } })
  const ids = [Number(first!.id), Number(second!.id)]
  for (const name of ['พลับ', 'พลู']) ids.push((await madeProfile(store, { [field.firstName]: name })).id)
  const { id } = await opened(store, { subject_id: reader.userId })
  const parts = async () => {
    const of = async (part: 'certain' | 'possible') => {
      const { data, total, reach } = await store.call(privacyIncidents.people, { ...at(id), query: { part } })
      return [data.map(({ profile_id }) => profile_id), total, reach.phone + reach.none]
    }
    return [await of('certain'), await of('possible')]
  }
  const merge = async (keep: number, other: number) => {
    const pair = await store.call(profileDuplicates.create, { body: { profile_ids: [keep, other] } })
    await store.call(profileDuplicates.merge, { ...at(pair.id), body: { keep, fields: [] } })
  }
  await merge(ids[1]!, ids[0]!)
  expect(await parts()).toEqual([
    [[ids[1]], 1, 1],
    [[ids[2], ids[3]], 2, 2],
  ])
  await merge(ids[2]!, ids[1]!)
  expect(await parts()).toEqual([
    [[ids[2]], 1, 1],
    [[ids[3]], 1, 1],
  ])
  const file = (await store.call(privacyIncidents.download, at(id))) as unknown as Blob
  expect((await file.text()).trim().split('\r\n')).toHaveLength(3)
})
