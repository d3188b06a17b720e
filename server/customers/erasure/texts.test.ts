import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profileViews } from '@ruam/contract/customers/views.ts'
import { jobs } from '@ruam/contract/jobs.ts'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { inStore } from '../../database/db.ts'
import type { JobHandlers } from '../../jobs/define.ts'
import { workJob } from '../../jobs/work.ts'
import { newLabel } from '../../testing/customers/profile-bulk.testing.ts'
import { erase, rowsContaining } from '../../testing/customers/profile-erasure.testing.ts'
import { field, madeProfile, rowsOf } from '../../testing/customers/profiles.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { jobEnded } from '../../testing/jobs.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { eraseProfiles } from './erase.ts'
import { redactText } from './redact.ts'
import { notLookedThrough, textTables } from './text-tables.ts'

beforeAll(() => testServer({ alone: true }))

let store: TestStore
let n = 0
let phone: string
beforeEach(async () => {
  store = await newStore()
  phone = `08977${String(++n).padStart(5, '0')}`
})
afterEach(async () => {
  const { admin } = await testServer()
  await admin.query("delete from job where store_id = $1 and status in ('pending', 'processing')", [store.storeId])
})

const person = () =>
  madeProfile(store, { [field.firstName]: 'กัญญาพัชร', [field.lastName]: 'เทพหัสดิน', [field.phone]: phone })
const mentions = async (query: { status?: 'open' | 'settled' } = {}) =>
  (await store.call(profileErasure.mentions, { query })).data

test('every text column is searched, or has a documented reason', async () => {
  const { admin } = await testServer()
  const core = await coreOf(store)
  const tables = await inStore(core.pool, store.storeId, textTables)
  const { rows } = await admin.query<{ name: string; type: string }>(`
    select table_name || '.' || column_name as name, data_type as type from information_schema.columns c
    where table_schema = 'public' and is_generated = 'NEVER' and data_type not in
        ('integer', 'bigint', 'smallint', 'boolean', 'timestamp with time zone', 'date', 'double precision', 'real', 'bytea', 'xid8')
      and exists (select from information_schema.columns s
        where s.table_schema = 'public' and s.table_name = c.table_name and s.column_name = 'store_id') order by 1`)
  const looked = new Set(tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`)))
  const others = rows.map(({ name }) => name).filter((name) => !looked.has(name) && !(name in notLookedThrough))
  const worded = await admin.query<{ name: string }>(`
    select c.conrelid::regclass || '.' || a.attname as name from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid
    where c.contype = 'c' and a.attnum = any(c.conkey) and pg_get_constraintdef(c.oid) like '%ARRAY[%'`)
  const words = new Set(worded.rows.map(({ name }) => name))
  // Arrays of ids, of times, of words of ours and of hashes.
  expect(others.filter((name) => !words.has(name))).toEqual([
    'activity_type.field_ids',
    'answer.quick_replies',
    'answer.variants',
    'audit_name.salt',
    'automation.author_ids',
    'automation_engine.epoch',
    'automation_engine.holder',
    'automation_rehearsal_person.as_today',
    'automation_rehearsal_person.conflicts',
    'automation_rehearsal_person.reasons',
    'automation_sent.retry_key',
    'automation_undo.field_ids',
    'automation_undo.label_ids',
    'automation_version.reads',
    'broadcast.author_ids',
    'broadcast_chunk.retry_key',
    'broadcast_lease.holder',
    'broadcast_person_click.earlier_at',
    'broadcast_sent.retry_key',
    'broadcast_sent_user.retry_key',
    'broadcast_setting.click_purpose_ids',
    'broadcast_setting.tester_ids',
    'change.activity_ids',
    'change.details',
    'change.profile_ids',
    'change_reader.epoch',
    'channel.shared_with',
    'channel.stop_phrases',
    'connector_field.kinds',
    'consent_entry.runs',
    'consent_wording.channels',
    'credential.scopes',
    'export.rights',
    'export_people.field_ids',
    'export_people.profile_ids',
    'imported_row.row_hash',
    'incident_letter.author_ids',
    'incident_letter_sent.retry_key',
    'incident_person.field_ids',
    'line_stop.lifted',
    'open_api.calls',
    'open_api.field_ids',
    'privacy_request.answer_key',
    'privacy_request.identity_checks',
    'privacy_request.purpose_ids',
    'profile_api.hidden_field_ids',
    'profile_api.opened_field_ids',
    'profile_duplicate.reasons',
    'profile_duplicate_block.ids',
    'profile_duplicate_block.stamps',
    'profile_field.choices',
    'profile_label_change.profile_ids',
    'profile_merge.activities',
    'profile_merge.consents',
    'profile_merge.identities',
    'purchase_line.content',
    'recorded_act.key',
    'rich_menu.label_ids',
    'rich_menu_account.former_order',
    'rich_menu_assignment.holder',
    'rich_menu_assignment.label_ids',
    'rich_menu_touched.profile_ids',
    'role.permissions',
    'run.distrusted_keys',
    'run.row_labels',
    'segment.reads',
    'segment_touched.label_ids',
    'segment_touched.profile_ids',
    'sensitive_read.field_ids',
    'sensitive_read.profile_ids',
    'sensitive_read_hour.field_ids',
    'sql_login.sensitive_field_ids',
    'sql_session.field_ids',
    'user_preference.dashboard_segments',
    'user_preference.datasource_cont_alert_dismiss',
    'user_preference.profile_view_order',
    'watch_file.questions',
    'watch_line_notice.retry_key',
    'webhook.delivered',
    'webhook.epoch',
    'webhook.types',
  ])
  expect(Object.keys(notLookedThrough).filter((name) => !rows.some((row) => row.name === name))).toEqual([])
})

test('a key is redacted in every text column of every table', async () => {
  const { admin } = await testServer()
  const core = await coreOf(store)
  const label = await newLabel(store)
  await importFile(store, 'ชื่อ,เบอร์โทร\nญาดา,0812345670\nวีระ,081\n', { labels: [label] })
  const other = await madeProfile(store, { [field.firstName]: 'อื่น' })
  await store.call(profileActivities.note, { params: { id: String(other.id) }, body: { text: 'โน้ต' } })
  const definition = { filters: [], sort_by: 'updated_at', sort_dir: 'desc', columns: null }
  await admin.query('insert into profile_view (store_id, name, definition, created_by) values ($1, $2, $3, $4)', [
    store.storeId,
    'มุมมอง',
    definition,
    store.userId,
  ])
  await admin.query(
    `with p as (insert into consent_purpose (store_id, name) values ($1, 'ข่าว') returning id)
      insert into consent_entry (store_id, profile_id, purpose_id, status, source, note)
      select $1, $2, id, 'granted', 'user', 'x' from p`,
    [store.storeId, other.id],
  )
  const { id } = await person()
  const typed = `${phone.slice(0, 3)}-${phone.slice(3, 6)} ${phone.slice(6)}`
  const planted: string[] = []
  const refused: string[] = []
  for (const table of await inStore(core.pool, store.storeId, textTables)) {
    const own = table.profile ? `and ${table.profile} is distinct from ${id}` : ''
    for (const { name, json } of table.columns) {
      const value = json
        ? `case jsonb_typeof(${name}) when 'array' then ${name} || jsonb_build_array($2::text)
            else coalesce(nullif(${name}, 'null'), '{}') || jsonb_build_object('planted', $2::text) end`
        : `coalesce(${name}, '') || $2::text`
      const text = `update ${table.name} set ${name} = ${value} where ctid = (
        select ctid from ${table.name} where store_id = $1 ${own} limit 1)`
      try {
        const { rowCount } = await admin.query(text, [store.storeId, ` โทร ${typed} ค่ะ`])
        if (rowCount) planted.push(`${table.name}.${name}`)
      } catch {
        refused.push(`${table.name}.${name}`)
      }
    }
  }
  // A formula belongs to computed fields alone.
  expect(refused).toEqual(['activity_field.formula'])
  expect(planted.length).toBeGreaterThan(55)
  expect(await rowsContaining([typed])).not.toEqual([])
  expect((await erase(store, id)).status).toBe('completed')
  expect(await rowsContaining([typed, phone, phone.slice(1)])).toEqual([])
  // The rest of the text stays.
  const [note] = await rowsOf<{ fields: Record<string, string> }>(
    store,
    'select fields from activity where store_id = $1',
  )
  expect(Object.values(note!.fields)).toContain(' โทร ••• ค่ะ')
})

test('two names that would be equal without the key stay distinct', async () => {
  const { id } = await person()
  const create = (name: string) => store.call(labels.create, { body: { name, color: 'teal', type: 'general' } })
  const made = [await create(`ญาติ ${phone}`), await create(`ญาติ ${phone.slice(0, 3)}-${phone.slice(3)}`)]
  await erase(store, id)
  const { data } = await store.call(labels.list, { query: {} })
  expect(data.map(({ name }) => name).sort()).toEqual(['ญาติ •••', `ญาติ ••• ${made[1]!.id}`])
})

test('a person with the same phone keeps it in values, history and notes', async () => {
  const { id } = await person()
  const child = await madeProfile(store, { [field.firstName]: 'ลูก', [field.phone]: phone })
  await store.call(profileActivities.note, { params: { id: String(child.id) }, body: { text: `โทร ${phone}` } })
  await erase(store, id)
  const [kept] = await rowsOf<{ phone: string; changes: string; fields: string }>(
    store,
    `select p.phone, c.changes::text, a.fields::text from profile p join profile_change c on c.profile_id = p.id
      join activity a on a.profile_id = p.id where p.store_id = $1`,
  )
  const national = phone.slice(1)
  expect([kept!.phone, kept!.changes, kept!.fields].filter((text) => !text.includes(national))).toEqual([])
})

test('a name in a text about another person is listed for review, not redacted', async () => {
  const { id } = await person()
  const friend = await madeProfile(store, { [field.firstName]: 'เพื่อน' })
  const params = { id: String(friend.id) }
  await store.call(profileActivities.note, { params, body: { text: 'มากับคุณกัญญาพัชร เทพหัสดินเมื่อวาน' } })
  await store.call(profileActivities.note, { params, body: { text: 'ไม่เกี่ยวกัน' } })
  const view = { keyword: 'เทพหัสดิน', sort_by: 'updated_at', sort_dir: 'desc' as const, columns: null }
  const saved = await store.call(profileViews.create, { body: { name: 'ครอบครัว', shared: false, definition: view } })
  expect((await erase(store, id)).result).toMatchObject({ mentions: 2 })
  const found = await mentions()
  expect(found.map(({ place, field: part, profile_id }) => [place, part, profile_id]).sort()).toEqual([
    ['activity', 'fields', friend.id],
    ['profile_view', 'definition', null],
  ])
  expect(found.find(({ place }) => place === 'profile_view')!.key).toBe(String(saved.id))
  expect(JSON.stringify(found)).not.toMatch(/กัญญาพัชร|เทพหัสดิน/)
  const settle = (mention: number, outcome: 'kept' | 'cleaned') =>
    store.call(profileErasure.settle, { params: { id: String(mention) }, body: { outcome } })
  expect(await settle(found[0]!.id, 'kept')).toMatchObject({ outcome: 'kept', erased_id: id })
  await settle(found[1]!.id, 'cleaned')
  expect(await mentions()).toEqual([])
  expect(await mentions({ status: 'settled' })).toHaveLength(2)
  const reader = await store.member(['cdp-core.privacy.read', 'cdp-core.profile.read'])
  expect((await reader.try(profileErasure.mentions, { query: {} })).status).toBe(403)
})

test('a namesake of the erased person is not listed', async () => {
  const { id } = await person()
  await madeProfile(store, { [field.firstName]: 'กัญญาพัชร', [field.lastName]: 'อื่น', [field.phone]: '0811112222' })
  await erase(store, id)
  expect(await mentions()).toEqual([])
})

test('an unexpected error delays an erasure and is shown with its number, and the job is retried later', async () => {
  const { id } = await person()
  const { admin } = await testServer()
  const core = await coreOf(store)
  const { rows } = await admin.query<{ id: number }>(
    "insert into job (store_id, kind, request, created_by) values ($1, 'profile_erase', $2, $3) returning id",
    [store.storeId, { profile_ids: [id], again: [] }, store.userId],
  )
  const job = rows[0]!.id
  const work = (workers: Partial<JobHandlers>) =>
    workJob(workers, core, store.storeId, job, new AbortController().signal)
  const broken = async () => {
    throw new Error('the disk is full')
  }
  await expect(work({ profile_erase: { work: broken } })).rejects.toThrow('the disk is full')
  const held = await store.call(jobs.get, { params: { id: String(job) } })
  expect(held).toMatchObject({ status: 'processing', error: { error: 'internal' } })
  expect(held.error!.message).toMatch(/[0-9a-f]{8}-[0-9a-f-]{27}$/)
  await work({ profile_erase: { work: eraseProfiles } })
  expect(await store.call(jobs.get, { params: { id: String(job) } })).toMatchObject({
    status: 'completed',
    error: null,
  })
})

test('the queue retries the job without limit, with increasing backoff', async () => {
  const { id } = await person()
  const { job_id } = await store.call(profileErasure.erase, { params: { id: String(id) }, body: { confirm: true } })
  const { admin } = await testServer()
  const { rows } = await admin.query(
    "select retry_limit, retry_backoff, retry_delay_max from pgboss.job where name = 'store-job' and data ->> 'job' = $1",
    [String(job_id)],
  )
  expect(rows).toEqual([{ retry_limit: 1_000_000, retry_backoff: true, retry_delay_max: 600 }])
  expect((await jobEnded(store.storeId, job_id)).status).toBe('completed')
})

test('a text that consists only of a key becomes a value that its column allows', () => {
  const pattern = /0812345670/g
  expect(redactText(' 0812345670', { pattern, left: null })).toBeNull()
  expect(redactText('โทร 0812345670', { pattern, left: null })).toBe('โทร •••')
  expect(redactText('อื่น', { pattern, left: null })).toBe('อื่น')
})
