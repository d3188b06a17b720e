import { dataSources } from '@ruam/contract/data-sources.ts'
import { files } from '@ruam/contract/files.ts'
import { profileFields } from '@ruam/contract/profile-fields.ts'
import { profiles } from '@ruam/contract/profiles.ts'
import { type TestStore, testServer } from '../core/testing.ts'
import { createDataSource, importFile, runOf } from '../data-sources/testing.ts'
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
  '/datasource/{id}': async (store) => ({ id: await freshSource(store) }),
  '/datasource/{id}/history/{run_id}': dryRun,
}

/** How to make what an id in a body or query stands for, by the call and the place or by the place's last name; null: no row. */
export const inBody: Record<string, ((store: TestStore) => Promise<number | string>) | null> = {
  'stores.token id': async (store) => store.storeId,
  file_id: async (store) => (await store.upload(files.import, 'customers.csv', csv)).body.file_id,
  run_id: async (store) => (await dryRun(store)).run_id,
  destination_id: customField,
  keys: customField,
  // A column's place in the file.
  source_schema_id: null,
}

async function customField(store: TestStore): Promise<number> {
  const name = fresh('field')
  const body = { field_name: name, display_name: name, data_type: 'String' as const }
  return (await store.call(profileFields.create, { body })).id
}

/** How an id that no row has is refused where that is not 404. */
const unknownIds: Record<string, string> = { destination_id: 'mapping_invalid', keys: 'mapping_invalid' }

/** Requests that need more than one row of each kind: a state, or parts that fit each other. */
const requests: { [N in CallName]?: (store: TestStore) => Promise<SentTo<N>> } = {
  'dataSources.putMapping': async (store) => ({ params: { id: await freshSource(store) }, body: phoneMapping }),
  'dataSources.dryRun': async (store) => ({ params: { id: await mappedSource(store) } }),
  'dataSources.run': async (store) => {
    const { id, run_id } = await dryRun(store)
    return { params: { id }, body: { run_id } }
  },
  'dataSources.cancelRun': async (store) => ({ params: await waitingRun(store) }),
}

/** What a call that everybody may make answers to a request that only has the right shape. */
export const refusedAnyway: { [N in CallName]?: string } = {
  'auth.login': 'wrong_credentials',
  'auth.refresh': 'signed_out',
  'setup.create': 'setup_done',
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
