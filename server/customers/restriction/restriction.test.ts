import { counter } from '@ruam/contract/customers/counter.ts'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profileHistory } from '@ruam/contract/customers/history.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { profileRestriction } from '@ruam/contract/customers/restriction.ts'
import { expect, test } from 'vitest'
import { field, madeProfile } from '../../testing/customers/profiles.testing.ts'
import { changesReader } from '../../testing/open-api/changes.testing.ts'
import { callAs } from '../../testing/open-api/programs.testing.ts'
import { newSender } from '../../testing/open-api/sending.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'

const byId = (id: number) => ({ params: { id: String(id) } })
const reason = 'ขอทางโทรศัพท์'
const restrict = (store: TestStore, id: number, kind: 'restricted' | 'objected' = 'restricted') =>
  store.call(profileRestriction.restrict, { ...byId(id), body: { kind, reason } })
const lift = (store: TestStore, id: number) =>
  store.call(profileRestriction.lift, { ...byId(id), body: { reason: 'ลูกค้าขอกลับมา' } })
const isRestricted = async (store: TestStore, id: number) =>
  (await store.call(profiles.get, byId(id))).restricted_at !== undefined

const named = {
  auto_apply_enabled: true,
  filter: { profile_created_at: null, reference_label_ids: [] },
  target: {
    condition: 'and' as const,
    groups: [
      {
        condition: 'and' as const,
        rules: [{ kind: 'profile' as const, field_id: field.firstName, operator: 'not_empty' as const }],
      },
    ],
  },
}

test('a restricted customer is in no segment, and staff still find them with the reason', async () => {
  const store = await newStore()
  const body = { name: 'มีชื่อ', color: 'teal' as const, type: 'advanced' as const, segment_rule: named }
  const segment = await store.call(labels.create, { body })
  const { id } = await madeProfile(store, { [field.firstName]: 'มะลิ' })
  const carried = async () => (await store.call(profiles.get, byId(id))).labels.map((label) => label.id)
  expect(await carried()).toEqual([segment.id])
  const { current } = await restrict(store, id)
  expect(current).toMatchObject({ kind: 'restricted', reason, by: { id: expect.any(Number) }, lifted: null })
  expect([await carried(), await isRestricted(store, id)]).toEqual([[], true])
  expect((await store.call(counter.card, byId(id))).restriction).toMatchObject({ kind: 'restricted', reason })
  const found = await store.call(profiles.list, { query: { keyword: 'มะลิ' } })
  expect(found.data.map((profile) => profile.id)).toEqual([id])
  const { entries } = await lift(store, id)
  expect(entries).toMatchObject([{ lifted: { reason: 'ลูกค้าขอกลับมา' } }])
  expect([await carried(), await isRestricted(store, id)]).toEqual([[segment.id], false])
})

test('the same restriction again changes nothing, another kind takes its place, and the history has each', async () => {
  const store = await newStore()
  const { id } = await madeProfile(store, { [field.firstName]: 'มะลิ' })
  await restrict(store, id)
  expect((await restrict(store, id)).entries).toHaveLength(1)
  const { current, entries } = await restrict(store, id, 'objected')
  expect([current?.kind, entries.map(({ kind }) => kind)]).toEqual(['objected', ['objected', 'restricted']])
  await lift(store, id)
  expect((await store.try(profileRestriction.lift, { ...byId(id), body: { reason } })).status).toBe(404)
  const { data } = await store.call(profileHistory.list, { ...byId(id), query: {} })
  expect(data.map(({ kind }) => kind)).toEqual(['unrestricted', 'objected', 'restricted', 'created'])
})

test('a reason and the right to privacy requests are required', async () => {
  const store = await newStore()
  const { id } = await madeProfile(store, { [field.firstName]: 'มะลิ' })
  const blank = { ...byId(id), body: { kind: 'restricted' as const, reason: ' ' } }
  expect((await store.try(profileRestriction.restrict, blank)).status).toBe(400)
  const member = await store.member(['cdp-core.profile.read', 'cdp-core.profile.edit'])
  expect(
    (await member.try(profileRestriction.restrict, { ...byId(id), body: { kind: 'restricted', reason } })).status,
  ).toBe(403)
})

test('the survivor of a merge with a restricted customer is restricted until the merge is undone', async () => {
  const store = await newStore()
  const [kept, gone] = [
    (await madeProfile(store, { [field.firstName]: 'มะลิ' })).id,
    (await madeProfile(store, { [field.firstName]: 'มะลิวัลย์' })).id,
  ]
  await restrict(store, gone, 'objected')
  const pair = await store.call(profileDuplicates.create, { body: { profile_ids: [kept, gone] } })
  const { merge_id } = await store.call(profileDuplicates.merge, { ...byId(pair.id), body: { keep: kept, fields: [] } })
  const { current } = await store.call(profileRestriction.get, byId(kept))
  expect([await isRestricted(store, kept), current]).toMatchObject([true, { kind: 'objected', reason, merged: true }])
  await store.call(profileDuplicates.undoMerge, byId(merge_id))
  expect([await isRestricted(store, kept), await isRestricted(store, gone)]).toEqual([false, true])
  expect((await store.call(profileRestriction.get, byId(kept))).entries).toEqual([])
})

test('a restriction that was changed after a merge stays when the merge is undone', async () => {
  const store = await newStore()
  const [kept, gone] = [
    (await madeProfile(store, { [field.firstName]: 'มะลิ' })).id,
    (await madeProfile(store, { [field.firstName]: 'มะลิวัลย์' })).id,
  ]
  await restrict(store, gone)
  const pair = await store.call(profileDuplicates.create, { body: { profile_ids: [kept, gone] } })
  const { merge_id } = await store.call(profileDuplicates.merge, { ...byId(pair.id), body: { keep: kept, fields: [] } })
  await restrict(store, kept, 'objected')
  await store.call(profileDuplicates.undoMerge, byId(merge_id))
  expect([await isRestricted(store, kept), await isRestricted(store, gone)]).toEqual([true, true])
})

test('programs find no restricted customer, hear of the restriction alone, and their sales are taken', async () => {
  const sender = await newSender()
  const { store } = sender
  const { id } = await madeProfile(store, { [field.firstName]: 'มะลิ', [field.phone]: '0815550190' })
  const reader = await changesReader(store)
  const get = (path: string) => callAs(reader.credential, 'GET', path)
  expect((await get(`profiles/${id}`)).status).toBe(200)
  await restrict(store, id)
  expect((await reader.read()).map(({ type, profile_id }) => [type, profile_id])).toEqual([['profile.restricted', id]])
  for (const path of [`profiles/${id}`, 'profiles/phone:0815550190', `profiles/${id}/activities`])
    expect([path, (await get(path)).status]).toEqual([path, 404])
  const feed = await callAs<{ data: { id: number; deleted?: true }[] }>(reader.credential, 'GET', 'profiles')
  expect(feed.body.data).toEqual([{ id, deleted: true }])
  const found = await callAs<{ data: unknown[] }>(reader.credential, 'POST', 'profiles/find', {
    kind: 'phone',
    value: '0815550190',
  })
  expect(found.body.data).toEqual([])
  const [result] = await sender.send('profiles', [{ values: { phone: '0815550190', last_name: 'ใหม่' } }])
  expect(result).toMatchObject({ status: 'accepted', profile_id: null, matched_by: null })
  expect(await reader.read()).toEqual([])
  await lift(store, id)
  expect((await reader.read()).map(({ type }) => type)).toContain('profile.unrestricted')
  expect((await get(`profiles/${id}`)).status).toBe(200)
})
