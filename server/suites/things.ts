import { generateKeyPairSync } from 'node:crypto'
import { activities } from '@ruam/contract/activities.ts'
import { dataSources } from '@ruam/contract/data-sources.ts'
import { files } from '@ruam/contract/files.ts'
import { profileFields } from '@ruam/contract/profile-fields.ts'
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
  await importFile(store, `ชื่อ,เบอร์โทร\n${fresh('ลูกค้า')},08${String(++serial).padStart(8, '0')}\n`, {
    name: fresh('นำเข้า'),
  })
  const { data } = await store.call(profiles.list, { query: { limit: '1' } })
  return { id: String(data[0]!.id) }
}

type Params = Record<string, string>

/** How to make what the parameters of an address stand for, by the address up to its last parameter. */
export const inPath: Record<string, (store: TestStore) => Promise<Params>> = {
  '/users/{user_id}': async (store) => ({ user_id: String(store.userId) }),
  '/stores/{id}': async (store) => ({ id: String(store.storeId) }),
  '/profile/{id}': profile,
  '/profile-field/{id}': async (store) => ({ id: String(await customField(store)) }),
  '/activity-field/{id}': async (store) => ({ id: String(await activityField(store)) }),
  '/activity-type/{id}': async (store) => ({ id: String(await activityType(store)) }),
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

/** How an id that no row has is refused where that is not 404. */
const unknownIds: Record<string, string> = {
  destination_id: 'mapping_invalid',
  keys: 'mapping_invalid',
  activity_id: 'mapping_invalid',
  labels: 'mapping_invalid',
  fields: 'activity_type_fields_invalid',
}

/** Requests that need more than one row of each kind: a state, or parts that fit each other. */
const requests: { [N in CallName]?: (store: TestStore) => Promise<SentTo<N>> } = {
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
  'activities.createField': async (store) => {
    const name = fresh('newField')
    const body = { field_name: name, display_name: name, data_type: 'String' as const }
    return { query: { activity_type_id: String(await activityType(store)) }, body }
  },
  'activities.createType': async (store) => ({
    body: { name: fresh('ประเภท'), fields: [await activityField(store)] },
  }),
  'profileFields.update': async (store) => {
    const id = String(await customField(store))
    const { data } = await store.call(profileFields.list, { query: { limit: '0' } })
    const origin_time = data.find((field) => String(field.id) === id)!.updated_at!
    return { params: { id }, body: { display_name: fresh('ชื่อใหม่'), origin_time } }
  },
  'activities.updateField': async (store) => {
    const id = String(await activityField(store))
    const { updated_at } = await store.call(activities.getField, { params: { id } })
    return { params: { id }, body: { display_name: fresh('ชื่อใหม่'), origin_time: updated_at! } }
  },
  'activities.updateType': async (store) => {
    const type = await store.call(activities.createType, { body: { name: fresh('ประเภท') } })
    const body = { name: fresh('ชื่อใหม่'), description: '', fields: [await activityField(store)] }
    return { params: { id: String(type.id) }, body: { ...body, origin_time: type.updated_at } }
  },
  'preferences.put': async () => ({ body: { datasource_cont_alert_dismiss: [1], origin_time: null } }),
  'dataSources.putFile': async (store) => ({ params: { id: await importedSource(store) }, body: await upload(store) }),
  'dataSources.retryLoad': async (store) => ({ params: { id: await brokenSource(store) }, body: {} }),
  'dataSources.correction': async (store) => ({ params: await failedRun(store) }),
  'dataSources.cancelRun': async (store) => ({ params: await waitingRun(store) }),
  'push.token': async (store) => ({ body: { token: store.token, nkey: freshNkey() } }),
}

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
export const refusalAt = (place: Place) => unknownIds[nameOf(place)] ?? 'not_found'

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
  return /^\d+$/.test(id) ? '2147483647' : 'run_2147483647_1_1_zzzzzzzz'
}
