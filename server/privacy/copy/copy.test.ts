import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { privacyRequests } from '@ruam/contract/privacy/requests.ts'
import { expect, test } from 'vitest'
import { field, madeProfile, rowsOf } from '../../testing/customers/profiles.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { jobOver } from '../../testing/jobs.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { label } from '../../testing/things/labels.ts'
import { endCopiesHourly } from './clock.ts'
import { notCopied, sections } from './sections.ts'

const byId = (id: number) => ({ params: { id: String(id) } })

async function requestOf(store: TestStore, profile: number): Promise<number> {
  const body = { kind: 'copy' as const, source: 'branch' as const, words: 'ขอสำเนา', profile_ids: [profile] }
  const { id } = await store.call(privacyRequests.create, { body })
  await store.call(privacyRequests.identify, { ...byId(id), body: { checks: ['member_card'] } })
  return id
}

async function copied(store: TestStore, request: number): Promise<void> {
  const { job_id } = await store.call(privacyRequests.copy, byId(request))
  await jobOver(store, job_id)
}

const file = async (store: TestStore, request: number, format: 'json' | 'html') => {
  const params = { id: String(request), format }
  const { status, body } = await store.try(privacyRequests.download, { params })
  return { status, text: status === 200 ? await (body as Blob).text() : '' }
}

const note = (store: TestStore, profile: number, text: string) =>
  store.call(profileActivities.note, { ...byId(profile), body: { text } })

test('a copy holds all of a customer, sensitive values in full, and hides names and keys of others', async () => {
  const store = await newStore()
  const labelId = await label(store)
  const rule = { kind: 'profile' as const, field_id: field.firstName, operator: 'not_empty' as const }
  const target = { condition: 'and' as const, groups: [{ condition: 'and' as const, rules: [rule] }] }
  const filter = { profile_created_at: null, reference_label_ids: [] }
  const segment_rule = { auto_apply_enabled: true, filter, target }
  await store.call(labels.create, { body: { name: 'มีชื่อ', color: 'teal', type: 'advanced', segment_rule } })
  const values = {
    [field.firstName]: 'มะลิ',
    [field.lastName]: 'หอมไกล',
    [field.phone]: '0815550201',
    [field.citizenId]: '1101700203450',
  }
  const { id } = await madeProfile(store, values, [labelId])
  await madeProfile(store, { [field.firstName]: 'สมหญิง', [field.lastName]: 'แก้วใส', [field.phone]: '0815550202' })
  await importFile(store, 'เบอร์โทร,อีเมล\n0815550201,mali@example.com\n', { name: 'สมาชิก' })
  await note(store, id, 'ชอบกาแฟดำ มากับคุณสมหญิง แก้วใส')
  await note(store, id, 'ฝากโทรกลับ 081-555-0202')
  const request = await requestOf(store, id)
  expect((await store.call(privacyRequests.get, byId(request))).step).toBe('data')
  await copied(store, request)
  expect((await store.call(privacyRequests.get, byId(request))).step).toBe('decision')
  for (const format of ['json', 'html'] as const) {
    const { text } = await file(store, request, format)
    for (const own of ['มะลิ', 'หอมไกล', '1101700203450', 'mali@example.com', 'ชอบกาแฟดำ', 'สมาชิก', 'ขอสำเนา'])
      expect([format, own, text.includes(own)]).toEqual([format, own, true])
    for (const other of ['สมหญิง', 'แก้วใส', '555-0202'])
      expect([format, other, text.includes(other)]).toEqual([format, other, false])
  }
  const parts = JSON.parse((await file(store, request, 'json')).text) as Record<string, unknown[]>
  expect(parts.activities).toHaveLength(2)
  expect(parts.labels).toContainEqual(expect.objectContaining({ segment: false, reason: 'manual_add' }))
  expect(parts.labels).toContainEqual(
    expect.objectContaining({ name: 'มีชื่อ', reason: 'rule', rule: expect.stringContaining('ชื่อ') }),
  )
})

test('a copy holds the values of a customer who was merged, also of one that came from a file', async () => {
  const store = await newStore()
  const { id } = await madeProfile(store, { [field.firstName]: 'มะลิ', [field.phone]: '0815550204' })
  await importFile(store, 'ชื่อ,นามสกุล,เบอร์โทร\nดาว,เรืองรอง,0815550205\n')
  const rows = await rowsOf<{ id: number }>(store, "select id from profile where store_id = $1 and first_name = 'ดาว'")
  const gone = Number(rows[0]!.id)
  const pair = await store.call(profileDuplicates.create, { body: { profile_ids: [id, gone] } })
  await store.call(profileDuplicates.merge, { ...byId(pair.id), body: { keep: id, fields: [] } })
  const request = await requestOf(store, id)
  await copied(store, request)
  for (const format of ['json', 'html'] as const) {
    const { text } = await file(store, request, format)
    for (const own of ['มะลิ', 'ดาว', 'เรืองรอง', '815550205'])
      expect([format, own, text.includes(own)]).toEqual([format, own, true])
  }
})

test('a copy takes the right to sensitive values, and is gone with an erasure and after thirty days', async () => {
  const store = await newStore()
  const { id } = await madeProfile(store, { [field.firstName]: 'มะลิ', [field.phone]: '0815550203' })
  const request = await requestOf(store, id)
  const member = await store.member(['cdp-core.privacy.read', 'cdp-core.privacy.manage', 'cdp-core.profile.read'])
  expect((await member.try(privacyRequests.copy, byId(request))).status).toBe(403)
  await copied(store, request)
  await rowsOf(store, 'update privacy_copy set expires_at = now() where store_id = $1')
  await endCopiesHourly(await coreOf(store)).work(new AbortController().signal)
  expect((await file(store, request, 'json')).status).toBe(404)
  await copied(store, request)
  const keys = (
    await rowsOf<{ json_key: string; html_key: string }>(
      store,
      'select json_key, html_key from privacy_copy where store_id = $1',
    )
  )[0]!
  const { job_id } = await store.call(profileErasure.erase, { ...byId(id), body: { confirm: true } })
  await jobOver(store, job_id)
  expect(await rowsOf(store, 'select from privacy_copy where store_id = $1')).toEqual([])
  expect([keys.json_key, keys.html_key]).toEqual([expect.any(String), expect.any(String)])
  expect((await store.try(profiles.get, byId(id))).status).toBe(404)
})

test('every table with a profile is in a copy, or there is a reason why not', async () => {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ name: string }>(`
    select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname ~ 'profile_id' order by 1`)
  const covered = new Set([...sections.flatMap(({ tables }) => tables), ...Object.keys(notCopied)])
  expect(rows.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([])
  const both = sections.flatMap(({ tables }) => tables).filter((name) => name in notCopied)
  expect(both).toEqual([])
})

/** Activities of the customer of a copy. */
const MANY = 50_000

test(`a copy of a customer with ${MANY.toLocaleString('en-US')} notes is read by cursors, and hides a customer whom one of them names`, {
  tags: ['verify'],
  timeout: 1_800_000,
}, async () => {
  const store = await newStore()
  const { id } = await madeProfile(store, { [field.firstName]: 'มะลิ', [field.phone]: '0815550204' })
  await madeProfile(store, { [field.firstName]: 'สมหญิง', [field.lastName]: 'แก้วกล้า', [field.phone]: '0815550205' })
  await note(store, id, 'มากับคุณสมหญิง แก้วกล้า')
  await rowsOf(
    store,
    `insert into activity (store_id, profile_id, type_id, activity_at, fields)
     select a.store_id, a.profile_id, a.type_id, a.activity_at - interval '1 minute' * n,
       jsonb_build_object(f.key, 'ซื้อกาแฟแก้วที่ ' || n || ' จ่าย ' || n * 7919 % 100000 || ' บาท ' || md5(n::text))
     from activity a cross join lateral jsonb_each(a.fields) f cross join generate_series(1, $2::int) n
     where a.store_id = $1 and a.profile_id = $3`,
    ...[MANY - 1, id],
  )
  const request = await requestOf(store, id)
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 20)
  const began = performance.now()
  await copied(store, request)
  clearInterval(watch)
  const seconds = (performance.now() - began) / 1000
  const { text } = await file(store, request, 'json')
  console.log(
    `${MANY} notes: ${seconds.toFixed(1)} s, ${Math.round(text.length / 1e6)} million letters, ${Math.round((most - before) / 1e6)} MB at most`,
  )
  expect((JSON.parse(text) as { activities: unknown[] }).activities).toHaveLength(MANY)
  expect(text).not.toContain('แก้วกล้า')
})
