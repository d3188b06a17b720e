import { people } from '@ruam/contract/access/people.ts'
import { roles } from '@ruam/contract/access/roles.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { auditLog } from '@ruam/contract/reports/audit-log.ts'
import { beforeEach, expect, test } from 'vitest'
import { madeRole, memberWith, roleParams } from '../../testing/access/roles.testing.ts'
import { field, madeProfile, save } from '../../testing/customers/profiles.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const list = (query: Record<string, string> = {}, by: Pick<TestStore, 'call'> = store) =>
  by.call(auditLog.list, { query: { limit: '100', ...query } })
const actions = async (query: Record<string, string>) => (await list(query)).data.map(({ action }) => action)

test('an act keeps the name that its thing had at that time, and a rename names both', async () => {
  const label = await store.call(labels.create, { body: { name: 'ทอง', color: 'teal', type: 'general' } })
  const params = { id: String(label.id) }
  const body = { name: 'ทองคำ', color: 'teal' as const, type: 'general' as const, origin_time: label.updated_at }
  await store.call(labels.update, { params, body })
  const [changed, created] = (await list({ subject_type: 'label' })).data
  expect(changed!.names.thing).toEqual([{ name: 'ทองคำ', now: null, before: 'ทอง' }])
  expect(created!.names.thing).toEqual([{ name: 'ทอง', now: 'ทองคำ', before: null }])
  await store.call(labels.delete, { params, query: {} })
  const [deleted] = (await list({ subject_type: 'label' })).data
  expect(deleted!.names.thing).toEqual([{ name: 'ทองคำ', now: null, before: null }])
  expect(deleted!.names.by![0]!.name).toContain('สมชาย')
})

test('a changed role of a member is listed with the names of both roles, also when one of them is deleted later', async () => {
  const [before, after] = [await madeRole(store, []), await madeRole(store, [])]
  const member = await memberWith(store, before.id)
  await store.call(people.update, { params: { id: String(member.userId) }, body: { role_id: after.id } })
  await store.call(roles.delete, { params: roleParams(store, before.id), query: {} })
  const { data } = await list({ action: 'member_role_changed' })
  expect(data[0]!.names).toMatchObject({ role_id: [{ name: after.name }], role_id_before: [{ name: before.name }] })
})

test('changed values and names of customers are shown to people who may see customers', async () => {
  const profile = await madeProfile(store, { [field.phone]: '0624459078', [field.firstName]: 'ณัฐ' })
  await save(store, profile, { [field.phone]: '0624459087' })
  const { data } = await list({ action: 'profile_changed' })
  expect(data[0]!.changes).toMatchObject([{ before: '+66624459078', after: '+66624459087', masked: false }])
  expect(data[0]!.customers).toEqual([{ id: profile.id, name: 'ณัฐ' }])
  const auditor = await store.member(['cdp-core.audit-log.read'])
  const blind = (await list({ action: 'profile_changed' }, auditor)).data[0]!
  expect([blind.changes, blind.customers]).toEqual([[], []])
})

test('is searched by names of things, also former ones, of customers and of people', async () => {
  const label = await store.call(labels.create, { body: { name: 'เงินเก่า', color: 'teal', type: 'general' } })
  const body = { name: 'เงินใหม่', color: 'teal' as const, type: 'general' as const, origin_time: label.updated_at }
  await store.call(labels.update, { params: { id: String(label.id) }, body })
  const profile = await madeProfile(store, { [field.firstName]: 'ญาดา' })
  await store.call(profiles.delete, { params: { id: String(profile.id) } })
  await store.call(profiles.restore, { params: { id: String(profile.id) } })
  expect(await actions({ keyword: 'เงินเก่า' })).toEqual(['label_changed', 'label_created'])
  expect(await actions({ keyword: 'ญาดา' })).toEqual(['profile_restored', 'profile_deleted', 'profile_created'])
  expect(await actions({ keyword: 'ญาดา', topics: 'deletions' })).toEqual(['profile_restored', 'profile_deleted'])
  const acts = await actions({ keyword: 'สมชาย' })
  expect(acts.filter((action) => action !== 'sign_in')).toHaveLength(5)
  expect(await actions({ keyword: 'ไม่มีชื่อนี้' })).toEqual([])
})

test('is narrowed to topics, which are counted for the chosen days and person', async () => {
  await madeRole(store, [])
  await store.call(labels.create, { body: { name: 'นับ', color: 'teal', type: 'general' } })
  expect(await actions({ topics: 'labels' })).toEqual(['label_created'])
  expect(await actions({ topics: 'labels,people' })).toEqual(['label_created', 'role_created'])
  const auditor = await store.member(['cdp-core.audit-log.read'])
  const counted = async (query: Record<string, string>) => {
    const { data } = await auditor.call(auditLog.topics, { query })
    return Object.fromEntries(data.filter(({ count }) => count > 0).map(({ topic, count }) => [topic, count]))
  }
  expect(await counted({ user_id: String(store.userId) })).toMatchObject({ labels: 1, people: 1 })
  expect(await counted({ to: '2020-01-01' })).toEqual({})
  expect(await counted({ user_id: '2000000000' })).toEqual({})
})

test('counts the acts of each day on a page, by the store’s calendar, also those on other pages', async () => {
  const { admin } = await testServer()
  await admin.query(
    `insert into audit_log (store_id, at, action, subject_type, subject_id)
     select $1, '2026-03-02T16:30:00Z'::timestamptz - n * interval '6 hours', 'role_created', 'role', '1' from generate_series(0, 11) n`,
    [store.storeId],
  )
  const days = async (query: Record<string, string>) => (await list({ to: '2026-03-31', ...query })).days
  const all = [
    { day: '2026-03-02', count: 4, capped: false },
    { day: '2026-03-01', count: 4, capped: false },
    { day: '2026-02-28', count: 4, capped: false },
  ]
  expect(await days({})).toEqual(all)
  expect(await days({ limit: '2', offset: '3' })).toEqual(all.slice(0, 2))
})
