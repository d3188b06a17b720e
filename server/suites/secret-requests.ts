import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { runOf } from '../testing/imports/data-sources.testing.ts'
import { linkOf, over, startedExport } from '../testing/reports/exports.testing.ts'
import { shapeOf, withValueAt } from '../testing/shapes.ts'
import type { Member } from '../testing/store.testing.ts'
import { setAsideEvent } from '../testing/things/channels.ts'
import { deadLetter, letterRequest } from '../testing/things/connectors.ts'
import { numberOf, sourceFile } from '../testing/things/data-sources.ts'
import { fieldBody } from '../testing/things/fields.ts'
import { fresh } from '../testing/things/fresh.ts'
import { loggedRequest } from '../testing/things/programs.ts'
import { waitingFile } from '../testing/things/watches.ts'
import type { Call, CallName, Request } from './calls.ts'
import { idPositionsOf, resourceOf } from './ids.ts'
import { requestOf } from './requests.ts'
import { connectorStates, secretConnector } from './secret-connectors.ts'
import {
  NAME,
  runsOf,
  type SecretStore,
  secretChange,
  secretFields,
  secretJob,
  secretMerge,
  secretPair,
  secretProfile,
  secretRequest,
  secretSegment,
  secretSource,
  secretUpload,
  secretValues,
  sourceStates,
} from './secrets.ts'

/** Features whose answers can hold a value of a customer. traced.test.ts shows that no other one does. */
const featuresWithValues = new Set([
  ...['profiles', 'profileHistory', 'profileActivities', 'profileBulk', 'profileDuplicates', 'profileErasure'],
  ...[
    'profileFields',
    'activities',
    'segments',
    'consents',
    'consentWordings',
    'readers',
    'files',
    'dataSources',
    'importRun',
    'importUndo',
    'watches',
  ],
  ...[
    'connectors',
    'connectorItems',
    'programs',
    'openApiReading',
    'openApiSending',
    'openApiChanging',
    'exports',
    'jobs',
  ],
  ...['auditLog', 'onlineLog', 'lineLink', 'broadcasts', 'dashboard', 'notifications'],
])

/** True for calls whose answer can hold a value of a customer. */
export function canHoldValues({ name, endpoint: { response, download, older } }: Call): boolean {
  const isAbout = older !== undefined || featuresWithValues.has(name.split('.')[0]!)
  return isAbout && (response !== undefined || download === true)
}

type Params = Record<string, string>
type Plant = (planted: SecretStore) => Promise<Params[]>
const byId =
  (make: (planted: SecretStore) => Promise<number>): Plant =>
  async (planted) => [{ id: String(await make(planted)) }]

const ofSources: Plant = async (planted) => {
  const ids: Params[] = []
  for (const state of sourceStates) ids.push({ id: String(await secretSource(planted, state)) })
  return ids
}
const ofMembers: Plant = async (planted) => {
  const profile_id = String(await secretProfile(planted))
  return [{ id: String(await secretSegment(planted)), profile_id }]
}
const ofRuns: Plant = async (planted) => {
  const runs: Params[] = []
  for (const state of ['previewed', 'executed', 'remapped'] as const) {
    const id = await secretSource(planted, state)
    for (const run_id of await runsOf(planted, id)) runs.push({ id: String(id), run_id })
  }
  const { id } = await secretConnector(planted, 'meant')
  for (const run_id of await runsOf(planted, Number(id))) runs.push({ id, run_id })
  return runs
}

/** The same runs by their numbers, and the files of the same data sources. */
const ofRunNumbers: Plant = async (planted) => {
  const runs = await sharedBy(planted, ofRuns)
  return Promise.all(runs.map(async ({ run_id }) => ({ id: String(await numberOf(run_id!)) })))
}
const ofFiles: Plant = async (planted) => {
  const sources = await sharedBy(planted, ofSources)
  return Promise.all(sources.map(async ({ id }) => ({ id: String(await sourceFile(planted.store, id)) })))
}
const ofConnectors: Plant = async (planted) => {
  const requests: Params[] = []
  for (const state of connectorStates) requests.push(await secretConnector(planted, state))
  return requests
}
const ofSegments = byId(secretSegment)
const ofProfiles = byId(secretProfile)
const ofFields: Plant = async (planted) => secretFields(planted).map(({ name }) => ({ field: name }))

/** Rows with sensitive values, by the address up to its last parameter; null: such rows hold none. */
export const plantedAt: Record<string, Plant | null> = {
  '/auth/sessions/{id}': null,
  '/auth/passkeys/{id}': null,
  '/apikey/{id}': null,
  '/program/{id}': null,
  '/program/{id}/requests/{request}': async ({ store }) => {
    const [citizen, income, allergy] = secretValues(0)
    return [await loggedRequest(store, { values: { citizenId: citizen, income, allergy } })]
  },
  // Deliveries keep no body.
  '/program/{id}/webhooks/{webhook}': null,
  '/program/{id}/webhooks/{webhook}/deliveries/{delivery}': null,
  '/open-api/v1/webhooks/{id}': null,
  '/open-api/v1/webhooks/{id}/deliveries/{delivery_id}': null,
  '/open-api/v1/profiles/{id}': byId(secretProfile),
  '/open-api/v1/profiles/{id}/labels/{label}': null,
  '/open-api/v1/labels/{id}': null,
  // Receipts hold no values.
  '/open-api/v1/receipts/{id}': null,
  '/open-api/v1/segments/{id}': byId(secretSegment),
  '/open-api/{id}': null,
  '/api-token/{id}': null,
  '/datasource-connector/{id}': ofConnectors,
  '/datasource-connector/{id}/requests/{receipt_id}': ofConnectors,
  '/open-api/v1/connectors/{id}': ofConnectors,
  '/datasource-connector/validate/{field}/{value}': null,
  '/api-token/validate/{field}/{value}': null,
  '/users/{user_id}': null,
  '/stores/{id}': null,
  '/stores/{id}/roles/{role_id}': null,
  '/stores/v2/{id}/roles/{role_id}': null,
  '/stores/v2/roles/validate/name/{name}': null,
  '/stores/{id}/invitations/{key}': null,
  '/users/user-stores/{id}': null,
  '/users/{user_id}/user-stores/{id}': null,
  '/user-management/{id}': null,
  '/profile/{id}': ofProfiles,
  '/counter/{id}': ofProfiles,
  '/profile/{id}/label/{label}': null,
  // Answers nothing.
  '/profile/{id}/note/{activity_id}': null,
  '/profile/{id}/activity/{activity_id}': async (planted) => [
    { id: String(await secretProfile(planted)), activity_id: String(planted.activity) },
  ],
  '/profile/{id}/history/{change_id}': async (planted) => [await secretChange(planted)],
  '/activity/type/{id}/search/{field}': async (planted) => [{ id: String(planted.activity), field: 'remark' }],
  '/mapping-data-fields/{id}': async (planted) => secretFields(planted).map(({ id }) => ({ id: String(id) })),
  '/mapping-data-fields/validate/field/{value}': null,
  '/mapping-data-fields/validate/display-name/{value}': null,
  '/activities/{id}': null,
  '/profile-field/{id}': async (planted) => secretFields(planted).map(({ id }) => ({ id: String(id) })),
  '/activity-field/{id}': null,
  '/activity-type/{id}': null,
  '/profile/search/{field}': ofFields,
  '/profile-view/{id}': null,
  '/profile-view/{id}/count': null,
  '/privacy/purpose/{id}': null,
  '/privacy/purpose/{id}/draft': null,
  '/privacy/purpose/{id}/start': null,
  '/privacy/purpose/{id}/grant': null,
  '/privacy/retention/round/{id}': null,
  // Names and settings alone.
  '/privacy/processing/{id}': null,
  // Only for readers of sensitive values.
  '/privacy/incident/{id}': null,
  // Words of staff and numbers alone.
  '/privacy/incident/{id}/letter': null,
  '/privacy/request/{id}': byId(secretRequest),
  // Only for readers of sensitive values.
  '/privacy/request/{id}/copy/{format}': null,
  '/privacy/erasure/mention/{id}': null,
  '/label/{id}': ofSegments,
  '/label/{id}/why/{profile_id}': ofMembers,
  '/label/{id}/member/{profile_id}': ofMembers,
  '/job/{id}': byId(secretJob),
  // Checked in the downloaded file.
  '/export/{id}': null,
  '/export/download/{token}': null,
  '/profile-duplicate/{id}': byId(secretPair),
  '/profile-merge/{id}': byId(secretMerge),
  // Settings, and counts of files.
  '/datasource-watch/{id}': null,
  '/datasource-watch/{id}/file/{file_id}': async (planted) => [
    await waitingFile(planted.store, await secretSource(planted, 'executed')),
  ],
  '/line-oa/{id}': null,
  // Menus of closed segments are hidden from every customer.
  '/line-oa/{id}/rich-menu/person/{profile_id}': null,
  // The texts of staff.
  '/line-oa/{id}/answer/{answer_id}': null,
  '/rich-menu/{id}': null,
  '/line-module/{id}': null,
  '/webhook/line/{key}': null,
  '/facebook-setting/{id}': null,
  '/webhook/facebook/{app}': null,
  '/media/{name}': null,
  '/media/{name}/{width}': null,
  '/media/sticker/{sticker_id}': null,
  // The store's own, and those of LINE's account.
  '/broadcast/location/{id}': null,
  '/broadcast/coupon/{channel_id}': null,
  '/broadcast/coupon/{channel_id}/{coupon_id}': null,
  '/d/{code}': null,
  '/d/{code}/login': null,
  // Before its code a link shows nothing.
  '/d/{code}/link/{token}': null,
  '/l/{code}': null,
  '/m/{code}': null,
  // Recipients are shown by name and status.
  '/broadcast/{id}': null,
  '/broadcast-template/{id}': null,
  // Those that read a closed field have tests of their own.
  '/automation/{id}': null,
  '/automation/profile/{profile_id}': ofProfiles,
  '/online-log/{id}': null,
  // Names of automations, and sums of the run.
  '/automation/import/{run_id}': null,
  '/datasource/{id}': ofSources,
  '/datasource/{id}/history/{run_id}': ofRuns,
  '/datasource/{id}/result/{run_id}': ofRuns,
  '/v1/profiles/{id}': ofProfiles,
  '/v1/profiles/search/{field}': ofFields,
  '/v1/profiles/search/activity/{activity_id}/{field}': async ({ activity }) => [
    { activity_id: String(activity), field: 'remark' },
  ],
  // Its profiles are masked as in the list, which is walked.
  '/v1/profiles/activity/{id}': null,
  '/v1/datasources/{id}': ofSources,
  '/v1/datasources/log/{id}': ofRunNumbers,
  '/v1/datasources/order-log/{id}': ofRunNumbers,
  '/v1/datasources/status-output/{id}': ofRunNumbers,
  '/v1/datasources/dataframes/{id}': ofFiles,
  '/v1/activity/field/{id}': null,
  '/v1/activity/type/{id}': null,
  '/v1/activity/field/validate/{field}/{value}': null,
  '/v1/activity/type/validate/{field}/{value}': null,
  '/v1/broadcast/{id}': null,
  '/v1/label/{id}': ofSegments,
  '/v1/label/validate/{field}/{value}': null,
}

/** Separate field: the others are needed. */
async function deletedField(planted: SecretStore) {
  const body = { ...fieldBody('secret', 'String'), sensitive: true }
  const { id: allergy } = await planted.store.call(profileFields.create, { body })
  const params = { id: String(allergy) }
  await secretProfile({ ...planted, allergy })
  return [{ params }, { params, query: { confirm: 'true' } }]
}

/** Requests whose parts must fit each other. */
const woven: { [N in CallName]?: (planted: SecretStore, member: Member) => Promise<Request[]> } = {
  'exports.download': async (planted, member) => {
    await secretProfile(planted)
    const { export_id } = await startedExport(member, { type: 'profile', file_type: 'csv' })
    await over(member, export_id)
    return [{ params: { token: (await linkOf(member, export_id)).split('/').at(-1)! } }]
  },
  'onlineLog.replay': async ({ store }) => [{ body: { ids: [await setAsideEvent(store)] } }],
  'connectorItems.replay': async ({ store }) => [letterRequest(await deadLetter(store))],
  'connectorItems.tryReplay': async ({ store }) => [letterRequest(await deadLetter(store))],
  'connectorItems.mend': async ({ store }) => {
    const { params, body } = letterRequest(await deadLetter(store))
    return [{ params, body: { ...body, text: '0812345678' } }]
  },
  'connectorItems.discard': async ({ store }) => [letterRequest(await deadLetter(store))],
  'connectorItems.answer': async ({ store }) => {
    const { params, body } = letterRequest(await deadLetter(store))
    return [{ params, body: { ...body, answer: 'same' } }]
  },
  'profiles.update': async (planted, member) => {
    const id = String(await secretProfile(planted))
    const { updated_at } = await member.call(profiles.get, { params: { id } })
    const fields = [{ id: NAME, value: 'ใหม่' }]
    // The second one is answered with the profile as it is by then.
    const stale = { params: { id }, body: { fields: [{ id: NAME, value: 'อีก' }], origin_time: updated_at } }
    return [{ params: { id }, body: { fields, origin_time: updated_at } }, stale]
  },
  'olderProfiles.update': async (planted) => {
    const id = String(await secretProfile(planted))
    return [{ params: { id }, body: { fields: [{ id: NAME, value: 'ใหม่' }] } }]
  },
  'profileHistory.revert': async (planted) => {
    const params = await secretChange(planted)
    const { updated_at: origin_time } = await planted.store.call(profiles.get, { params: { id: params.id } })
    return secretFields(planted).map(({ id: field_id }) => ({ params, body: { field_id, origin_time } }))
  },
  'profileDuplicates.create': async (planted) => [
    { body: { profile_ids: [await secretProfile(planted), await secretProfile(planted)] } },
  ],
  'profileDuplicates.merge': async (planted, member) => {
    const id = String(await secretPair(planted))
    const { profiles: both } = await member.call(profileDuplicates.get, { params: { id } })
    const fields = secretFields(planted).map((field) => ({ field_id: field.id, from: both[1]!.id }))
    return [{ params: { id }, body: { keep: both[0]!.id, fields } }]
  },
  'profileDuplicates.compare': async (planted) => [
    { query: { low: String(await secretProfile(planted)), high: String(await secretProfile(planted)) } },
  ],
  'profileDuplicates.mergeChosen': async (planted) => {
    const profile_ids = [await secretProfile(planted), await secretProfile(planted)]
    const fields = secretFields(planted).map((field) => ({ field_id: field.id, from: profile_ids[1]! }))
    return [{ body: { profile_ids, keep: profile_ids[0]!, fields } }]
  },
  'dataSources.validate': async (planted, member) => {
    const [own, theirs] = [await secretUpload(member), await secretUpload(planted.store)]
    await planted.store.call(dataSources.create, { body: { ...theirs, name: fresh('ของร้าน') } })
    return [own, { ...own, settings: { header_row: 1 } }, theirs].map((body) => ({ body }))
  },
  'profileFields.delete': deletedField,
  'generalInfo.delete': deletedField,
  'importRun.run': async (planted) => {
    const id = String(await secretSource(planted, 'mapped'))
    const { run_id } = await planted.store.call(importRun.dryRun, { params: { id } })
    await runOf(planted.store, Number(id), run_id)
    return [{ params: { id }, body: { run_id } }]
  },
}

/** Rows with sensitive values that a body or query names, by the last name of the place. */
const plantedIn: Record<string, (planted: SecretStore, member: Member) => Promise<number | string>> = {
  file_id: async (_, member) => (await secretUpload(member)).file_id,
  profile_id: secretProfile,
  ids: secretProfile,
}

/** Every query that a call takes, with all of its rows; what begins as any value does. */
function queriesOf({ endpoint }: Call, query: Request['query']): Request['query'][] {
  const { properties = {} } = endpoint.query ? shapeOf(endpoint.query) : {}
  const whole = 'limit' in properties ? { ...query, limit: '0' } : query
  const kinds = (['kind', 'status', 'deleted', 'type'] as const).flatMap((name) =>
    (properties[name]?.enum ?? []).map((value) => ({ ...whole, [name]: String(value) })),
  )
  return [whole, ...kinds, ...('value' in properties ? [{ ...whole, value: '1' }] : [])]
}

const shared = new Map<Plant, Promise<Params[]>>()

/** Rows that calls which only read have in common. */
function sharedBy(planted: SecretStore, plant: Plant): Promise<Params[]> {
  if (!shared.has(plant)) shared.set(plant, plant(planted))
  return shared.get(plant)!
}

/** Rows for a call: fresh ones where it changes them, else those that all have that only read. */
async function placesFor(planted: SecretStore, thing: string, changes: boolean): Promise<Params[]> {
  const plant = plantedAt[thing]
  if (!plant || changes) return plant?.(planted) ?? []
  return sharedBy(planted, plant)
}

/** The requests of a call that name what holds sensitive values, wherever they name rows. */
export async function requestsOf(planted: SecretStore, call: Call, member: Member): Promise<Request[]> {
  const own = await requestOf(call, { ...planted.store, userId: member.userId, token: member.token })
  if (woven[call.name]) return woven[call.name]!(planted, member)
  const thing = resourceOf(call.endpoint.path)
  const changes = call.endpoint.method !== 'GET'
  const places = thing ? await placesFor(planted, thing, changes) : []
  let { body, query } = own
  for (const { part, place } of idPositionsOf(call)) {
    const id = await plantedIn[nameOf(place)]?.(planted, member)
    if (id === undefined) continue
    if (part === 'body') body = withValueAt(body, place, id)
    else query = withValueAt(query, place, String(id)) as Request['query']
  }
  return [
    ...places.flatMap((params) => queriesOf(call, query).map((each) => ({ ...own, params, query: each, body }))),
    ...(changes || places.length === 0 ? queriesOf(call, query).map((each) => ({ ...own, query: each, body })) : []),
  ]
}

const nameOf = (place: string) => place.split('.').at(-1)!.replace('[]', '')
