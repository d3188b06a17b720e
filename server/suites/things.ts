import { Readable } from 'node:stream'
import { activities } from '@ruam/contract/activities.ts'
import { dataSources } from '@ruam/contract/data-sources.ts'
import { exports } from '@ruam/contract/exports.ts'
import { files } from '@ruam/contract/files.ts'
import { importRun } from '@ruam/contract/import-run.ts'
import { profileDuplicates } from '@ruam/contract/profile-duplicates.ts'
import { profileFields } from '@ruam/contract/profile-fields.ts'
import { profileHistory } from '@ruam/contract/profile-history.ts'
import { profiles } from '@ruam/contract/profiles.ts'
import type { RuleGroup, SegmentRule } from '@ruam/contract/rules.ts'
import { segments } from '@ruam/contract/segments.ts'
import { PASSWORD } from '../auth/auth.testing.ts'
import { hashPassword } from '../auth/passwords.ts'
import { type TestStore, testServer } from '../core/store.testing.ts'
import { hashOf, newToken } from '../core/tokens.ts'
import { createDataSource, importFile, runOf } from '../data-sources/data-sources.testing.ts'

// How a row of each kind is made, as fresh as a request of its own needs it.

const csv = 'ชื่อ,เบอร์โทร\nญาดา,0812345678\n'
export const phoneMapping = {
  mapping: [
    { source_schema_id: '1', destination_id: 1, destination_type: 'system_profile' as const },
    { source_schema_id: '2', destination_id: 9, destination_type: 'system_profile' as const },
  ],
  match: { keys: [9], mode: 'both' as const },
}

/** A further session of the store's owner. */
export async function ownSession(store: TestStore): Promise<number> {
  const { admin } = await testServer()
  const begin = 'select door.begin_session($1, $2, $3, 3600, 3600) as id'
  const { rows } = await admin.query<{ id: number }>(begin, [store.userId, hashOf(newToken()), hashOf(newToken())])
  return rows[0]!.id
}

/** A further store of the caller, who has deleted it. */
export async function deletedStore({ userId }: TestStore): Promise<number> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>(
    `with s as (insert into store (name, deleted_at) values ($2, now()) returning store_id),
       r as (insert into role (store_id, name, permissions) select store_id, 'owner', '{}' from s returning store_id, id),
       m as (insert into store_member (store_id, user_id, role_id) select store_id, $1, id from r)
     select store_id as id from s`,
    [userId, fresh('ร้านที่ลบ')],
  )
  return rows[0]!.id
}

/** A role that gives nothing, so that everybody may give it, and take it. */
export async function role(store: TestStore) {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number; updated_at: string }>(
    "insert into role (store_id, name, permissions) values ($1, $2, '{}') returning id, updated_at",
    [store.storeId, fresh('บทบาท')],
  )
  return rows[0]!
}

/** Somebody else in the store, whom everybody may manage who has the right to. */
export const memberOfStore = async (store: TestStore): Promise<number> => (await store.member([])).userId

/** An invitation that waits for an answer, and the secret of its link. */
export async function openInvitation(store: TestStore, email = `${fresh('invited')}@example.com`) {
  const { admin } = await testServer()
  const token = newToken()
  const { rows } = await admin.query<{ id: number }>(
    `insert into invitation (store_id, email, role_id, token_hash, created_by, expires_at)
     values ($1, $2, $3, $4, $5, now() + interval '7 days') returning id`,
    [store.storeId, email, (await role(store)).id, hashOf(token), store.userId],
  )
  return { id: rows[0]!.id, token, email }
}

let hashed: Promise<string> | undefined

/** What changes the owner's password. */
export async function passwordChange(store: TestStore) {
  const { admin } = await testServer()
  hashed ??= hashPassword(PASSWORD)
  await admin.query('update users set password_hash = $2 where id = $1', [store.userId, await hashed])
  return { current: PASSWORD, next: 'purple tractor monday' }
}

/** What a link holds that was mailed to the owner. */
export async function resetToken(store: TestStore) {
  const { admin } = await testServer()
  const token = newToken()
  await admin.query('select door.offer_reset($1, $2, 3600)', [store.userId, hashOf(token)])
  return token
}

let serial = 0
export const fresh = (word: string) => `${word}${++serial}`
const freshPhone = () => `08${String(++serial).padStart(8, '0')}`

/** A file of whoever asks with it: until it is a data source it is there for nobody else. */
export async function upload(store: TestStore) {
  const { file_id, file_type } = (await store.upload(files.import, 'customers.csv', csv)).body
  const { admin } = await testServer()
  const own = 'update file set created_by = $3 where store_id = $1 and id = $2'
  await admin.query(own, [store.storeId, file_id, store.userId])
  return { file_id, file_type }
}

export async function freshSource(store: TestStore): Promise<string> {
  return String((await createDataSource(store, csv, fresh('ที่มา'))).id)
}

export async function mappedSource(store: TestStore): Promise<string> {
  const id = await freshSource(store)
  await store.call(dataSources.putMapping, { params: { id }, body: phoneMapping })
  return id
}

export async function importedSource(store: TestStore): Promise<string> {
  return String((await importFile(store, csv, { name: fresh('นำเข้าแล้ว') })).id)
}

/** A data source whose file could not be read. */
export async function brokenSource(store: TestStore): Promise<string> {
  const id = await freshSource(store)
  await failLoad(store, id)
  return id
}

/** As if the file of a data source could not be read. */
export async function failLoad(store: TestStore, id: number | string): Promise<void> {
  const { admin } = await testServer()
  const status = "update data_source set status = 'load_failed' where store_id = $1 and id = $2 returning file_id"
  const { rows } = await admin.query<{ file_id: number }>(status, [store.storeId, id])
  await admin.query(
    `update file set load_status = 'failed', load_error = '{"name": "internal"}', columns = '[]', facts = '[]', row_count = null
     where store_id = $1 and id = $2`,
    [store.storeId, rows[0]!.file_id],
  )
}

export async function dryRun(store: TestStore) {
  const id = await mappedSource(store)
  const { run_id } = await store.call(importRun.dryRun, { params: { id } })
  await runOf(store, Number(id), run_id)
  return { id, run_id }
}

/** A dry run with a row that waits, for its phone is another's, and the profile of that one. */
export async function heldRow(store: TestStore) {
  const phone = freshPhone()
  const fileOf = (name: string) => `ชื่อ,เบอร์โทร\n${name},${phone}\n`
  await importFile(store, fileOf('สมชาย'), { name: fresh('คนเดิม') })
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>(
    'select id from profile where store_id = $1 order by id desc limit 1',
    [store.storeId],
  )
  const source = await createDataSource(store, fileOf('มาลี'), fresh('คนละคน'))
  const params = { id: String(source.id) }
  const { mapping, match } = await store.call(dataSources.getMapping, { params })
  await store.call(dataSources.putMapping, { params, body: { mapping, match } })
  const { run_id } = await store.call(importRun.dryRun, { params })
  await runOf(store, source.id, run_id)
  return { ...params, run_id, profile: rows[0]!.id }
}

/** A run that no worker knows of, so that it stays where it is. */
export async function waitingRun(store: TestStore) {
  const { id, run_id } = await dryRun(store)
  const { admin } = await testServer()
  await admin.query("update run set status = 'pending', finished_at = null where store_id = $1 and run_id = $2", [
    store.storeId,
    run_id,
  ])
  return { id, run_id }
}

export async function failedRun(store: TestStore) {
  const rows = `ชื่อ,เบอร์โทร\nก,0811111111\nข,${freshPhone()}\nค,08111\n`
  const { id, real } = await importFile(store, rows, { name: fresh('มีแถวเสีย') })
  return { id: String(id), run_id: real }
}

export async function profileId(store: TestStore): Promise<number> {
  const fields = [
    { id: 1, value: fresh('ลูกค้า') },
    { id: 9, value: freshPhone() },
  ]
  return (await store.call(profiles.create, { body: { fields } })).id
}

/** A profile with a change by hand of one of the store's own fields. */
export async function changedProfile(store: TestStore) {
  const id = String(await profileId(store))
  const field_id = await customField(store)
  const before = await store.call(profiles.get, { params: { id } })
  const body = { fields: [{ id: field_id, value: 'ก่อน' }], origin_time: before.updated_at }
  const { updated_at: origin_time } = await store.call(profiles.update, { params: { id }, body })
  const { data } = await store.call(profileHistory.list, { params: { id }, query: {} })
  return { params: { id, change_id: data[0]!.id }, body: { field_id, origin_time } }
}

/** What every field is made with, under a name of its own. */
export function fieldBody<T extends 'String' | 'Number'>(word: string, data_type: T) {
  const name = fresh(word)
  return { field_name: name, display_name: name, data_type }
}

/** The same of an activity field, whose technical name is sent as `name`. */
export function activityFieldBody<T extends 'String' | 'Number'>(word: string, data_type: T) {
  const { field_name: name, ...rest } = fieldBody(word, data_type)
  return { name, ...rest }
}

export async function customField(store: TestStore): Promise<number> {
  return (await store.call(profileFields.create, { body: fieldBody('field', 'String') })).id
}

/** A field by its name, which no other store has. */
export async function ownField(store: TestStore) {
  return { field: (await store.call(profileFields.create, { body: fieldBody('sought', 'String') })).field_name }
}

export async function activityField(store: TestStore): Promise<number> {
  const body = activityFieldBody('activityField', 'String')
  return (await store.call(activities.createField, { query: {}, body })).id
}

export async function activityType(store: TestStore): Promise<number> {
  return (await store.call(activities.createType, { body: { name: fresh('กิจกรรม') } })).id
}

export async function typeWithField(store: TestStore) {
  const type = await activityType(store)
  const body = activityFieldBody('activityField', 'String')
  const { id: field } = await store.call(activities.createField, { query: { activity_type_id: String(type) }, body })
  return { type, field, name: body.name }
}

/** A computed field's formula that names a type and a field of activities. */
export async function sumFormula(store: TestStore) {
  const type = await activityType(store)
  const body = activityFieldBody('total', 'Number')
  const field = await store.call(activities.createField, { query: { activity_type_id: String(type) }, body })
  return { function: 'activity_sum' as const, activity_id: type, field_id: field.id }
}

export async function label(store: TestStore): Promise<number> {
  const body = { name: fresh('ป้าย'), color: 'teal' as const, type: 'general' as const }
  return (await store.call(segments.create, { body })).id
}

/** A segment that does not follow its rule by itself: it is calculated when a caller asks for it. */
export async function segment(store: TestStore): Promise<number> {
  const { admin } = await testServer()
  const rules = [{ kind: 'profile', field_id: 1, operator: 'not_empty' }]
  const rule = {
    filter: { profile_created_at: null, reference_label_ids: [] },
    target: { condition: 'and', groups: [{ condition: 'and', rules }] },
  }
  const { rows } = await admin.query<{ id: number }>(
    `with made as (insert into label (store_id, name, color, type, segment_rule) values ($1, $2, 'teal', 'advanced', $3) returning id),
      kept as (insert into segment (store_id, label_id, reads) select $1, id, '{field:1}' from made),
      named as (insert into names_version as v (store_id) values ($1) on conflict (store_id) do update set version = v.version + 1)
     select id from made`,
    [store.storeId, fresh('เซกเมนต์'), rule],
  )
  return rows[0]!.id
}

/** A segment's rule with one of every kind that names something. */
export const segmentRule = async (store: TestStore): Promise<SegmentRule> => ({
  auto_apply_enabled: false,
  filter: { profile_created_at: { from: '2026-01-01', to: null }, reference_label_ids: [await label(store)] },
  target: { condition: 'and', groups: [await ruleOfEveryKind(store)] },
})

export const viewDefinition = {
  keyword: '',
  sort_by: 'updated_at',
  sort_dir: 'desc' as const,
  columns: null,
}

/** One that the whole store sees. */
export async function profileView(store: TestStore) {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number; updated_at: string }>(
    `insert into profile_view (store_id, name, shared, definition, created_by) values ($1, $2, true, $3, $4) returning id, updated_at`,
    [store.storeId, fresh('มุมมอง'), { ...viewDefinition, filters: [] }, store.userId],
  )
  return rows[0]!
}

/** Somebody who is a friend of a channel, and its id. */
export async function channel(store: TestStore): Promise<number> {
  const { admin } = await testServer()
  const text = `insert into channel_friend (store_id, channel_type, channel_id, profile_id, status)
    values ($1, 'lineOA', $2, $3, 'friend') returning channel_id as id`
  serial++
  return (await admin.query<{ id: number }>(text, [store.storeId, serial, await profileId(store)])).rows[0]!.id
}

/** Somebody who was sent a broadcast, and its id. */
export async function broadcast(store: TestStore): Promise<number> {
  const { admin } = await testServer()
  const text = `insert into broadcast_recipient (store_id, broadcast_id, profile_id, status)
    values ($1, $2, $3, 'accepted') returning broadcast_id as id`
  serial++
  return (await admin.query<{ id: number }>(text, [store.storeId, serial, await profileId(store)])).rows[0]!.id
}

/** A data source that no file was loaded for. */
export async function namedSource(store: TestStore): Promise<number> {
  const { admin } = await testServer()
  const text = `insert into data_source (store_id, name, type, status, created_by)
    values ($1, $2, 'local_file', 'success', $3) returning id`
  return (await admin.query<{ id: number }>(text, [store.storeId, fresh('แหล่ง'), store.userId])).rows[0]!.id
}

/** A rule with one of every kind that names something, and a group of such in it. */
export async function ruleOfEveryKind(store: TestStore): Promise<RuleGroup> {
  const { type, field } = await typeWithField(store)
  const rules: RuleGroup['rules'] = [
    { kind: 'profile', field_id: await customField(store), operator: 'empty' },
    { kind: 'label', operator: 'has_any', label_ids: [await label(store)] },
    { kind: 'activity', activity_type_id: type, done: true, where: [{ field_id: field, operator: 'not_empty' }] },
    { kind: 'channel', channel_type: 'lineOA', channel_id: await channel(store), operator: 'friend' },
    { kind: 'broadcast', broadcast_id: await broadcast(store), operator: 'sent' },
    { kind: 'consent', purpose_id: (await consentPurpose(store)).id, operator: 'granted' },
    { kind: 'source', data_source_id: await namedSource(store), operator: 'any' },
  ]
  return { condition: 'or', rules: [...rules, { condition: 'and', rules }] }
}

export async function consentPurpose(store: TestStore) {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number; updated_at: string }>(
    'insert into consent_purpose (store_id, name) values ($1, $2) returning id, updated_at',
    [store.storeId, fresh('เรื่อง')],
  )
  return rows[0]!
}

/** A job that no worker knows of, so that it stays where it is; of a kind that keeps nothing else from beginning, and held up. */
export async function waitingJob(store: TestStore): Promise<number> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>(
    `insert into job (store_id, kind, request, created_by, error)
     values ($1, 'duplicate_scan', '{"whole": true}', $2, '{"name": "internal", "details": {"reference": "ก"}}') returning id`,
    [store.storeId, store.userId],
  )
  return rows[0]!.id
}

/** An export of the store's owner that waits. */
export async function waitingExport(store: TestStore): Promise<number> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>(
    `with j as (insert into job (store_id, kind, request, created_by, queued)
         values ($1, 'export', '{"type": "profile", "file_type": "csv", "language": "th"}', $2, true) returning id)
     insert into export (store_id, id, user_id, type, file_type, file_name, rights)
     select $1, id, $2, 'profile', 'csv', 'customers.csv', '{cdp-core.profile.download}' from j returning id`,
    [store.storeId, store.userId],
  )
  return rows[0]!.id
}

/** One that is completed, with its file. */
export async function doneExport(store: TestStore): Promise<number> {
  const { admin, core } = await testServer()
  const id = await waitingExport(store)
  const { key, size } = await core.storage.put(store.storeId, Readable.from([Buffer.from('number\n1\n')]), 100)
  await admin.query(
    `with j as (update job set status = 'completed', total = 1, done = 1 where store_id = $1 and id = $2)
     update export set storage_key = $3, size = $4, rows = 1 where store_id = $1 and id = $2`,
    [store.storeId, id, key, size],
  )
  return id
}

/** The secret of a link to the file of an export. */
export async function exportToken(store: TestStore): Promise<string> {
  const params = { id: String(await doneExport(store)) }
  return (await store.call(exports.link, { params })).url.split('/').at(-1)!
}

/** Two fresh profiles that are said to be one person, by somebody who may say so. */
export async function duplicatePair(store: TestStore) {
  const profile_ids = [await profileId(store), await profileId(store)]
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number; low_id: number; high_id: number }>(
    `insert into profile_duplicate (store_id, low_id, high_id, score, reasons)
     values ($1, least($2::bigint, $3::bigint), greatest($2::bigint, $3::bigint), 1, '{chosen}') returning id, low_id, high_id`,
    [store.storeId, ...profile_ids],
  )
  return rows[0]!
}

export async function mergeOf(store: TestStore) {
  const { id, low_id, high_id } = await duplicatePair(store)
  const fields = [{ field_id: await customField(store), from: high_id }]
  return { params: { id: String(id) }, body: { keep: low_id, fields } }
}

export async function doneMerge(store: TestStore): Promise<number> {
  return (await store.call(profileDuplicates.merge, await mergeOf(store))).merge_id
}

/** A bulk change that whoever asks may make: without profile.edit there is only deleting. */
export async function bulkAction(store: TestStore) {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ permissions: string[] }>(
    `select r.permissions from store_member m join role r on r.store_id = m.store_id and r.id = m.role_id
     where m.store_id = $1 and m.user_id = $2`,
    [store.storeId, store.userId],
  )
  return rows[0]!.permissions.join() === 'cdp-core.profile.delete'
    ? { type: 'delete' as const }
    : { type: 'add_labels' as const, label_ids: [await label(store)] }
}

/** A bulk change that is over and can be undone. */
export async function doneBulk(store: TestStore): Promise<number> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>(
    `insert into job (store_id, kind, status, request, total, done, changed, created_by, finished_at)
     values ($1, 'profile_bulk', 'completed', $2, 1, 1, 1, $3, now()) returning id`,
    [store.storeId, { action: await bulkAction(store) }, store.userId],
  )
  return rows[0]!.id
}

/** A place where the name of somebody who was erased was found. */
export async function erasureMention(store: TestStore): Promise<number> {
  const { admin } = await testServer()
  const text = `insert into erasure_mention (store_id, erased_id, place, field, row_key)
    values ($1, $2, 'label', 'name', $3) returning id`
  serial++
  return (await admin.query<{ id: number }>(text, [store.storeId, serial, String(serial)])).rows[0]!.id
}
