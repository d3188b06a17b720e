import { generateKeyPairSync } from 'node:crypto'
import { activities } from '@ruam/contract/activities.ts'
import { dataSources } from '@ruam/contract/data-sources.ts'
import { files } from '@ruam/contract/files.ts'
import { profileActivities } from '@ruam/contract/profile-activities.ts'
import { profileDuplicates } from '@ruam/contract/profile-duplicates.ts'
import { profileFields } from '@ruam/contract/profile-fields.ts'
import { profileHistory } from '@ruam/contract/profile-history.ts'
import { profiles } from '@ruam/contract/profiles.ts'
import { segments } from '@ruam/contract/segments.ts'
import { type TestStore, testServer } from '../core/testing.ts'
import { createDataSource, importFile, runOf } from '../data-sources/testing.ts'
import { nkeyOf } from '../push/nkeys.ts'
import type { Call, CallName, Request, SentTo } from './calls.ts'
import { idPlaces, type Place, sampleOf, shapeOf } from './shapes.ts'

const csv = 'ชื่อ,เบอร์โทร\nญาดา,0812345678\n'
const phoneMapping = {
  mapping: [
    { source_schema_id: '1', destination_id: 1, destination_type: 'system_profile' as const },
    { source_schema_id: '2', destination_id: 9, destination_type: 'system_profile' as const },
  ],
  match: { keys: [9], mode: 'both' as const },
}

const freshNkey = () => nkeyOf('user', generateKeyPairSync('ed25519').publicKey)

let serial = 0
const fresh = (word: string) => `${word}${++serial}`

async function freshSource(store: TestStore): Promise<string> {
  return String((await createDataSource(store, csv, fresh('ที่มา'))).id)
}

async function mappedSource(store: TestStore): Promise<string> {
  const id = await freshSource(store)
  await store.call(dataSources.putMapping, { params: { id }, body: phoneMapping })
  return id
}

async function dryRun(store: TestStore) {
  const id = await mappedSource(store)
  const { run_id } = await store.call(dataSources.dryRun, { params: { id } })
  await runOf(store, Number(id), run_id)
  return { id, run_id }
}

/** A run that no worker knows of, so that it stays where it is. */
async function waitingRun(store: TestStore) {
  const { id, run_id } = await dryRun(store)
  const { admin } = await testServer()
  await admin.query("update run set status = 'pending', finished_at = null where store_id = $1 and run_id = $2", [
    store.storeId,
    run_id,
  ])
  return { id, run_id }
}

async function profile(store: TestStore) {
  const phone = `08${String(++serial).padStart(8, '0')}`
  const fields = [
    { id: 1, value: fresh('ลูกค้า') },
    { id: 9, value: phone },
  ]
  const { id } = await store.call(profiles.create, { body: { fields } })
  return { id: String(id) }
}

type Params = Record<string, string>

/** How to make what the parameters of an address stand for, by the address up to its last parameter. */
export const inPath: Record<string, (store: TestStore) => Promise<Params>> = {
  '/users/{user_id}': async (store) => ({ user_id: String(store.userId) }),
  '/stores/{id}': async (store) => ({ id: String(store.storeId) }),
  '/profile/{id}': profile,
  '/profile/{id}/label/{label}': async (store) => ({ ...(await profile(store)), label: String(await label(store)) }),
  '/profile/{id}/activity/{activity_id}': async (store) => ({
    ...(await profile(store)),
    activity_id: String(await activityType(store)),
  }),
  '/profile/{id}/history/{change_id}': async (store) => (await changedProfile(store)).params,
  '/activity/type/{id}/search/{field}': async (store) => {
    const { type, name } = await typeWithField(store)
    return { id: String(type), field: name }
  },
  '/profile-field/{id}': async (store) => ({ id: String(await customField(store)) }),
  '/activity-field/{id}': async (store) => ({ id: String(await activityField(store)) }),
  '/activity-type/{id}': async (store) => ({ id: String(await activityType(store)) }),
  '/profile/search/{field}': ownField,
  '/profile-view/{id}': async (store) => ({ id: String((await profileView(store)).id) }),
  '/label/{id}': async (store) => ({ id: String(await label(store)) }),
  '/job/{id}': waitingJob,
  '/profile-duplicate/{id}': async (store) => ({ id: String((await duplicatePair(store)).id) }),
  '/profile-merge/{id}': async (store) => ({ id: String(await doneMerge(store)) }),
  '/datasource/{id}': async (store) => ({ id: await freshSource(store) }),
  '/datasource/{id}/history/{run_id}': dryRun,
  '/datasource/{id}/result/{run_id}': dryRun,
}

/** How to make what an id in a body or query stands for, by the call and the place or by the place's last name; null: no row. */
export const inBody: Record<string, ((store: TestStore) => Promise<number | string>) | null> = {
  'stores.token id': async (store) => store.storeId,
  file_id: async (store) => (await store.upload(files.import, 'customers.csv', csv)).body.file_id,
  run_id: async (store) => (await dryRun(store)).run_id,
  destination_id: customField,
  keys: customField,
  activity_id: activityType,
  activity_type_id: activityType,
  labels: label,
  'activities.createType fields[]': activityField,
  'activities.updateType fields[]': activityField,
  'activities.addTypeField id': activityField,
  'profileBulk.preview target.ids[]': profileId,
  'profileBulk.start target.ids[]': profileId,
  label_ids: label,
  'profileDuplicates.create profile_ids[]': profileId,
  'profileDuplicates.merge keep': profileId,
  'profileDuplicates.merge fields[].from': profileId,
  'profileDuplicates.merge fields[].field_id': customField,
  // Another action than the request's: its own test asks for a foreign field.
  'profileBulk.preview action.field_id': null,
  'profileBulk.start action.field_id': null,
  'profileFields.create formula.field_id': activityField,
  'profileFields.update formula.field_id': activityField,
  'profileFields.formulaPreview formula.field_id': activityField,
  'activities.createField formula.field_ids[]': activityField,
  'activities.updateField formula.field_ids[]': activityField,
  // Of another formula than the request's.
  'activities.createField formula.field_id': null,
  'activities.updateField formula.field_id': null,
  profile_view_id: async (store) => (await profileView(store)).id,
  'profiles.create fields[].id': customField,
  'profiles.update fields[].id': customField,
  'profiles.unmask field_id': customField,
  'profileHistory.revert field_id': customField,
  'profileActivities.create fields[].id': activityField,
  // A column's place in the file.
  source_schema_id: null,
  // A person's own list, of things that may be gone.
  datasource_cont_alert_dismiss: null,
  // A column of a list and its place.
  column_id: null,
  sort_id: null,
}

async function customField(store: TestStore): Promise<number> {
  const name = fresh('field')
  const body = { field_name: name, display_name: name, data_type: 'String' as const }
  return (await store.call(profileFields.create, { body })).id
}

/** A field by its name, which no other store has. */
async function ownField(store: TestStore) {
  const name = fresh('sought')
  const body = { field_name: name, display_name: name, data_type: 'String' as const }
  return { field: (await store.call(profileFields.create, { body })).field_name }
}

const viewDefinition = { keyword: '', filters: [], sort_by: 'updated_at', sort_dir: 'desc' as const, columns: null }

/** One that the whole store sees. */
async function profileView(store: TestStore) {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number; updated_at: string }>(
    `insert into profile_view (store_id, name, shared, definition, created_by) values ($1, $2, true, $3, $4) returning id, updated_at`,
    [store.storeId, fresh('มุมมอง'), viewDefinition, store.userId],
  )
  return rows[0]!
}

async function label(store: TestStore): Promise<number> {
  const body = { name: fresh('ป้าย'), color: 'teal' as const, type: 'general' as const }
  return (await store.call(segments.create, { body })).id
}

async function activityField(store: TestStore): Promise<number> {
  const name = fresh('activityField')
  const body = { field_name: name, display_name: name, data_type: 'String' as const }
  return (await store.call(activities.createField, { query: {}, body })).id
}

async function activityType(store: TestStore): Promise<number> {
  return (await store.call(activities.createType, { body: { name: fresh('กิจกรรม') } })).id
}

/** A computed field's formula that names a type and a field of activities. */
async function sumFormula(store: TestStore) {
  const type = await activityType(store)
  const name = fresh('total')
  const body = { field_name: name, display_name: name, data_type: 'Number' as const }
  const field = await store.call(activities.createField, { query: { activity_type_id: String(type) }, body })
  return { function: 'activity_sum' as const, activity_id: type, field_id: field.id }
}

const upload = async (store: TestStore) => {
  const { file_id, file_type } = (await store.upload(files.import, 'customers.csv', csv)).body
  return { file_id, file_type }
}

async function importedSource(store: TestStore): Promise<string> {
  return String((await importFile(store, csv, { name: fresh('นำเข้าแล้ว') })).id)
}

/** A data source whose file could not be read. */
async function brokenSource(store: TestStore): Promise<string> {
  const id = await freshSource(store)
  const { admin } = await testServer()
  const status = "update data_source set status = 'load_failed' where store_id = $1 and id = $2 returning file_id"
  const { rows } = await admin.query<{ file_id: number }>(status, [store.storeId, id])
  await admin.query("update file set load_status = 'failed', load_error = $3 where store_id = $1 and id = $2", [
    store.storeId,
    rows[0]!.file_id,
    { name: 'internal' },
  ])
  return id
}

async function failedRun(store: TestStore) {
  const rows = `ชื่อ,เบอร์โทร\nก,0811111111\nข,08${String(++serial).padStart(8, '0')}\nค,08111\n`
  const { id, real } = await importFile(store, rows, { name: fresh('มีแถวเสีย') })
  return { id: String(id), run_id: real }
}

async function profileId(store: TestStore): Promise<number> {
  return Number((await profile(store)).id)
}

/** A job that no worker knows of, so that it stays where it is; of a kind that keeps nothing else from beginning. */
async function waitingJob(store: TestStore) {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>(
    `insert into job (store_id, kind, request, created_by) values ($1, 'duplicate_scan', '{"whole": true}', $2) returning id`,
    [store.storeId, store.userId],
  )
  return { id: String(rows[0]!.id) }
}

/** Two fresh profiles that are said to be one person, by somebody who may say so. */
async function duplicatePair(store: TestStore) {
  const profile_ids = [await profileId(store), await profileId(store)]
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number; low_id: number; high_id: number }>(
    `insert into profile_duplicate (store_id, low_id, high_id, score, reasons)
     values ($1, least($2::bigint, $3::bigint), greatest($2::bigint, $3::bigint), 1, '{chosen}') returning id, low_id, high_id`,
    [store.storeId, ...profile_ids],
  )
  return rows[0]!
}

async function mergeOf(store: TestStore) {
  const { id, low_id, high_id } = await duplicatePair(store)
  const fields = [{ field_id: await customField(store), from: high_id }]
  return { params: { id: String(id) }, body: { keep: low_id, fields } }
}

async function doneMerge(store: TestStore): Promise<number> {
  return (await store.call(profileDuplicates.merge, await mergeOf(store))).merge_id
}

/** A bulk change that whoever asks may make: without profile.edit there is only deleting. */
async function bulkAction(store: TestStore) {
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

async function bulkBody(store: TestStore) {
  return { target: { ids: [await profileId(store)] }, action: await bulkAction(store) }
}

/** A bulk change that is over and can be undone. */
async function doneBulk(store: TestStore) {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>(
    `insert into job (store_id, kind, status, request, total, done, changed, created_by, finished_at)
     values ($1, 'profile_bulk', 'completed', $2, 1, 1, 1, $3, now()) returning id`,
    [store.storeId, { action: await bulkAction(store) }, store.userId],
  )
  return { id: String(rows[0]!.id) }
}

/** How an id that no row has is refused where that is not 404. */
const unknownIds: Record<string, string> = {
  destination_id: 'mapping_invalid',
  keys: 'mapping_invalid',
  activity_id: 'mapping_invalid',
  labels: 'mapping_invalid',
  fields: 'activity_type_fields_invalid',
  'formula.activity_id': 'formula_invalid',
  'formula.field_id': 'formula_invalid',
  'formula.field_ids[]': 'formula_invalid',
}

/** A profile with a change by hand of one of the store's own fields. */
async function changedProfile(store: TestStore) {
  const { id } = await profile(store)
  const field_id = await customField(store)
  const before = await store.call(profiles.get, { params: { id } })
  const body = { fields: [{ id: field_id, value: 'ก่อน' }], origin_time: before.updated_at }
  const { updated_at: origin_time } = await store.call(profiles.update, { params: { id }, body })
  const { data } = await store.call(profileHistory.list, { params: { id }, query: {} })
  return { params: { id, change_id: data[0]!.id }, body: { field_id, origin_time } }
}

async function typeWithField(store: TestStore) {
  const type = await activityType(store)
  const name = fresh('activityField')
  const body = { field_name: name, display_name: name, data_type: 'String' as const }
  const { id: field } = await store.call(activities.createField, { query: { activity_type_id: String(type) }, body })
  return { type, field, name }
}

/** Requests that need more than one row of each kind: a state, or parts that fit each other. */
const requests: { [N in CallName]?: (store: TestStore) => Promise<SentTo<N>> } = {
  'profiles.create': async (store) => ({
    body: { fields: [{ id: await customField(store), value: fresh('ค่า') }], label_ids: [await label(store)] },
  }),
  'profiles.update': async (store) => {
    const { id } = await profile(store)
    const { updated_at: origin_time } = await store.call(profiles.get, { params: { id } })
    return { params: { id }, body: { fields: [{ id: await customField(store), value: fresh('ค่า') }], origin_time } }
  },
  'profileHistory.revert': changedProfile,
  'profileActivities.create': async (store) => {
    const { type, field } = await typeWithField(store)
    const body = { activity_type_id: type, fields: [{ id: field, value: fresh('ค่า') }] }
    return { params: await profile(store), body }
  },
  'profileActivities.delete': async (store) => {
    const { id } = await profile(store)
    const body = { activity_type_id: await activityType(store) }
    const made = await store.call(profileActivities.create, { params: { id }, body })
    return { params: { id, activity_id: String(made.id) } }
  },
  'dataSources.putMapping': async (store) => {
    const happened = { source_schema_id: '1', destination_id: 24, destination_type: 'system_activity' as const }
    const body = {
      ...phoneMapping,
      activity_id: await activityType(store),
      labels: [await label(store)],
      mapping: [...phoneMapping.mapping, happened],
    }
    return { params: { id: await freshSource(store) }, body }
  },
  'dataSources.dryRun': async (store) => ({ params: { id: await mappedSource(store) } }),
  'dataSources.run': async (store) => {
    const { id, run_id } = await dryRun(store)
    return { params: { id }, body: { run_id } }
  },
  'dataSources.latest': async (store) => {
    const id = await freshSource(store)
    const { admin } = await testServer()
    const made = 'update data_source set created_by = $3 where store_id = $1 and id = $2'
    await admin.query(made, [store.storeId, id, store.userId])
    return {}
  },
  'profileFields.create': async (store) => {
    const name = fresh('newField')
    const formula = await sumFormula(store)
    return { body: { field_name: name, display_name: name, data_type: 'Number', formula } }
  },
  'profileFields.formulaPreview': async (store) => ({ body: { formula: await sumFormula(store) } }),
  'activities.createField': async (store) => {
    const name = fresh('newField')
    const { field_id } = await sumFormula(store)
    const formula = { function: 'sum' as const, field_ids: [field_id] }
    const body = { field_name: name, display_name: name, data_type: 'Number' as const, formula }
    return { query: { activity_type_id: String(await activityType(store)) }, body }
  },
  'activities.createType': async (store) => ({
    body: { name: fresh('ประเภท'), fields: [await activityField(store)] },
  }),
  'profileFields.update': async (store) => {
    const name = fresh('computed')
    const formula = await sumFormula(store)
    const body = { field_name: name, display_name: name, data_type: 'Number' as const, formula }
    const { id, updated_at } = await store.call(profileFields.create, { body })
    const change = { display_name: fresh('ชื่อใหม่'), formula, origin_time: updated_at! }
    return { params: { id: String(id) }, body: change }
  },
  'activities.updateField': async (store) => {
    const name = fresh('computed')
    const { field_id } = await sumFormula(store)
    const formula = { function: 'sum' as const, field_ids: [field_id] }
    const body = { field_name: name, display_name: name, data_type: 'Number' as const, formula }
    const { id, updated_at } = await store.call(activities.createField, { query: {}, body })
    return { params: { id: String(id) }, body: { display_name: fresh('ชื่อใหม่'), formula, origin_time: updated_at! } }
  },
  'activities.updateType': async (store) => {
    const type = await store.call(activities.createType, { body: { name: fresh('ประเภท') } })
    const body = { name: fresh('ชื่อใหม่'), description: '', fields: [await activityField(store)] }
    return { params: { id: String(type.id) }, body: { ...body, origin_time: type.updated_at } }
  },
  'segments.update': async (store) => {
    const id = String(await label(store))
    const { updated_at: origin_time } = await store.call(segments.get, { params: { id } })
    return { params: { id }, body: { name: fresh('ชื่อใหม่'), color: 'red', origin_time } }
  },
  'segments.setAutoApply': async (store) => {
    const id = await label(store)
    const { admin } = await testServer()
    await admin.query("update label set type = 'advanced' where store_id = $1 and id = $2", [store.storeId, id])
    return { params: { id: String(id) }, body: { value: true } }
  },
  'profileBulk.preview': async (store) => ({ body: await bulkBody(store) }),
  'profileBulk.start': async (store) => ({ body: await bulkBody(store) }),
  'jobs.undo': async (store) => ({ params: await doneBulk(store) }),
  'preferences.put': async (store) => {
    const { id } = await profileView(store)
    return { body: { datasource_cont_alert_dismiss: [1], profile_view_id: id, origin_time: null } }
  },
  'profileViews.update': async (store) => {
    const { id, updated_at } = await profileView(store)
    const body = { name: fresh('มุมมองใหม่'), definition: viewDefinition, origin_time: updated_at }
    return { params: { id: String(id) }, body }
  },
  'dataSources.putFile': async (store) => ({ params: { id: await importedSource(store) }, body: await upload(store) }),
  'dataSources.retryLoad': async (store) => ({ params: { id: await brokenSource(store) }, body: {} }),
  'dataSources.correction': async (store) => ({ params: await failedRun(store) }),
  'dataSources.cancelRun': async (store) => ({ params: await waitingRun(store) }),
  'dataSources.undoPreview': async (store) => ({ params: await failedRun(store) }),
  'dataSources.undo': async (store) => ({ params: await failedRun(store) }),
  'profileDuplicates.create': async (store) => ({
    body: { profile_ids: [await profileId(store), await profileId(store)] },
  }),
  'profileDuplicates.merge': mergeOf,
  'push.token': async (store) => ({ body: { token: store.token, nkey: freshNkey() } }),
}

/** The calls whose requests need that. */
export const wovenCalls = Object.keys(requests) as CallName[]

/** What a call that everybody may make answers to a request that only has the right shape. */
export const refusedAnyway: { [N in CallName]?: string } = {
  'auth.login': 'wrong_credentials',
  'auth.refresh': 'signed_out',
  'setup.create': 'setup_done',
}

/** What others are answered than the person a request names, though it names no row. */
export const refusedToOthers: { [N in CallName]?: number } = {
  'push.token': 401,
  'dataSources.latest': 404,
  'activities.createType': 400,
  'activities.createField': 400,
  'profileFields.create': 400,
  'profileFields.formulaPreview': 400,
}

/** The address up to its last parameter. */
export const thingOf = (path: string) => /^.*\}/.exec(path)?.[0]

/** The last name of a place: `keys` of `match.keys[]`. */
const nameOf = (place: Place) => place.split('.').at(-1)!.replace('[]', '')

/** What makes the row of an id in a body; undefined when nobody said. */
export function makerAt(call: Call, place: Place) {
  const own = inBody[`${call.name} ${place}`]
  return own === undefined ? inBody[nameOf(place)] : own
}

/** How an id that no row has is refused at this place of a body. */
export const refusalAt = (place: Place) => unknownIds[place] ?? unknownIds[nameOf(place)] ?? 'not_found'

/** The places of a call's body and query that hold the id of a row. */
export function placesOf({ endpoint }: Call): { part: 'body' | 'query'; place: Place }[] {
  return (['body', 'query'] as const).flatMap((part) =>
    endpoint[part] ? idPlaces(shapeOf(endpoint[part])).map((place) => ({ part, place })) : [],
  )
}

/** The ids of a call that nothing above can make, and what to do about each. */
export function gapsOf(call: Call): string[] {
  const thing = thingOf(call.endpoint.path)
  const path = thing && !inPath[thing] ? [`${call.title}: how is ${thing} made? Add it to inPath.`] : []
  const places = placesOf(call).filter(({ place }) => makerAt(call, place) === undefined)
  return [...path, ...places.map(({ place }) => `${call.title}: what does ${place} stand for? Add it to inBody.`)]
}

/** A request of this store that should succeed, its rows made fresh. */
export async function requestOf(call: Call, store: TestStore): Promise<Request> {
  const gaps = gapsOf(call)
  if (gaps.length > 0) throw new Error(gaps.join('\n'))
  const own = requests[call.name] as ((store: TestStore) => Promise<Request>) | undefined
  if (own) return own(store)
  const { endpoint } = call
  const thing = thingOf(endpoint.path)
  const ids = new Map<string, unknown>()
  for (const { part, place } of placesOf(call)) ids.set(`${part} ${place}`, await makerAt(call, place)?.(store))
  const partOf = (part: 'body' | 'query') =>
    endpoint[part] && (sampleOf(endpoint[part], (place) => ids.get(`${part} ${place}`)) as Record<string, string>)
  return { params: thing ? await inPath[thing]!(store) : {}, query: partOf('query'), body: partOf('body') }
}

/** An id of the same kind that no row has. */
export function unknownId(id: number | string): number | string {
  if (typeof id === 'number') return 2_147_483_647
  if (/^c\d+$/.test(id)) return 'c2147483647'
  return /^\d+$/.test(id) ? '2147483647' : 'run_2147483647_1_1_zzzzzzzz'
}
