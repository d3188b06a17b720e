import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { newCredential, newOpenApi } from '../open-api/keys.testing.ts'
import type { TestStore } from '../platform/core/store.testing.ts'
import type { Call } from './calls.ts'
import { idPlaces, type Place, shapeOf } from './shapes.ts'
import { broadcastDraft, failedBroadcast, publicFile } from './things/broadcasts.ts'
import { facebookApp, facebookPage, logEntry, moduleChannel, officialAccount, webhookKey } from './things/channels.ts'
import { connectorId, connectorRequest, deadLetter } from './things/connectors.ts'
import {
  dryRun,
  freshSource,
  importedSource,
  namedSource,
  runNumber,
  sourceFile,
  upload,
} from './things/data-sources.ts'
import { activityField, activityType, customField, ownField, typeWithField } from './things/fields.ts'
import { fresh } from './things/fresh.ts'
import { doneExport, exportToken, waitingExport, waitingJob } from './things/jobs.ts'
import { memberOfStore, openInvitation, ownSession, role } from './things/people.ts'
import { changedProfile, doneMerge, duplicatePair, erasureMention, profileId, profileView } from './things/profiles.ts'
import { receiptId } from './things/receipts.ts'
import { broadcast, channel, consentPurpose, label, segment } from './things/segments.ts'

// Ids of a call by position in path, query or body.

type Params = Record<string, string>

/** The parameter `id` of an address, from what makes such a row. */
const byId = (make: (store: TestStore) => Promise<number | string>) => async (store: TestStore) => ({
  id: String(await make(store)),
})
const profile = byId(profileId)
const freeName = (word: string) => async () => ({ field: 'name', value: fresh(word) })
const roleOfStore = async (store: TestStore) => ({ id: String(store.storeId), role_id: String((await role(store)).id) })

const segmentMember = async (store: TestStore) => ({
  id: String(await segment(store)),
  profile_id: String(await profileId(store)),
})

/** Creates the rows of path parameters, by address up to the last parameter. */
export const inPath: Record<string, (store: TestStore) => Promise<Params>> = {
  '/users/{user_id}': async (store) => ({ user_id: String(store.userId) }),
  '/auth/sessions/{id}': byId(ownSession),
  '/stores/{id}': byId(async (store) => store.storeId),
  '/stores/{id}/roles/{role_id}': roleOfStore,
  '/stores/v2/{id}/roles/{role_id}': roleOfStore,
  '/stores/v2/roles/validate/name/{name}': async () => ({ name: fresh('บทบาท') }),
  '/stores/{id}/invitations/{key}': async (store) => ({
    id: String(store.storeId),
    key: String((await openInvitation(store)).id),
  }),
  '/users/user-stores/{id}': byId(async (store) => store.storeId),
  '/users/{user_id}/user-stores/{id}': async (store) => ({
    user_id: String(await memberOfStore(store)),
    id: String(store.storeId),
  }),
  '/user-management/{id}': byId(memberOfStore),
  '/profile/{id}': profile,
  '/profile/{id}/label/{label}': async (store) => ({ ...(await profile(store)), label: String(await label(store)) }),
  '/profile/{id}/activity/{activity_id}': async (store) => ({
    ...(await profile(store)),
    activity_id: String(await activityType(store)),
  }),
  '/profile/{id}/note/{activity_id}': async (store) => {
    const own = await profile(store)
    const made = await store.call(profileActivities.note, { params: own, body: { text: 'โทรแล้ว' } })
    return { ...own, activity_id: String(made.id) }
  },
  '/profile/{id}/history/{change_id}': async (store) => (await changedProfile(store)).params,
  '/activity/type/{id}/search/{field}': async (store) => {
    const { type, name } = await typeWithField(store)
    return { id: String(type), field: name }
  },
  '/profile-field/{id}': byId(customField),
  '/activity-field/{id}': byId(activityField),
  '/activity-type/{id}': byId(activityType),
  '/mapping-data-fields/{id}': byId(customField),
  '/mapping-data-fields/validate/field/{value}': async () => ({ value: fresh('newField') }),
  '/mapping-data-fields/validate/display-name/{value}': async () => ({ value: fresh('ฟิลด์') }),
  '/activities/{id}': byId(activityType),
  '/profile/search/{field}': ownField,
  '/profile-view/{id}': byId(async (store) => (await profileView(store)).id),
  '/profile-view/{id}/count': byId(async (store) => (await profileView(store)).id),
  '/privacy/purpose/{id}': byId(async (store) => (await consentPurpose(store)).id),
  '/privacy/erasure/mention/{id}': byId(erasureMention),
  '/label/{id}': byId(label),
  '/label/{id}/why/{profile_id}': segmentMember,
  '/label/{id}/member/{profile_id}': segmentMember,
  '/job/{id}': byId(waitingJob),
  '/export/{id}': byId(doneExport),
  '/export/download/{token}': async (store) => ({ token: await exportToken(store) }),
  '/profile-duplicate/{id}': byId(async (store) => (await duplicatePair(store)).id),
  '/profile-merge/{id}': byId(doneMerge),
  '/datasource/{id}': byId(freshSource),
  '/datasource/{id}/history/{run_id}': dryRun,
  '/datasource/{id}/result/{run_id}': dryRun,
  '/line-oa/{id}': byId(officialAccount),
  '/line-module/{id}': byId(moduleChannel),
  '/webhook/line/{key}': async (store) => ({ key: await webhookKey(store) }),
  '/facebook-setting/{id}': byId(facebookPage),
  '/webhook/facebook/{app}': async () => ({ app: await facebookApp() }),
  '/online-log/{id}': byId(logEntry),
  '/media/{name}': async (store) => ({ name: await publicFile(store) }),
  '/apikey/{id}': byId(async (store) => (await newCredential(store, { scopes: ['profile:read'] })).id),
  '/open-api/v1/profiles/{id}': profile,
  '/open-api/v1/profiles/{id}/labels/{label}': async (store) => ({
    ...(await profile(store)),
    label: String(await label(store)),
  }),
  '/open-api/v1/labels/{id}': byId(label),
  '/open-api/v1/receipts/{id}': byId(receiptId),
  '/open-api/v1/segments/{id}': byId(segment),
  '/open-api/{id}': byId(async (store) => (await newOpenApi(store)).id),
  '/datasource-connector/{id}': byId(connectorId),
  '/datasource-connector/{id}/requests/{receipt_id}': connectorRequest,
  '/open-api/v1/connectors/{id}': byId(connectorId),
  '/datasource-connector/validate/{field}/{value}': async () => ({ field: 'name', value: fresh('ตัวเชื่อม') }),
  '/api-token/{id}': byId(async (store) => (await newCredential(store, { kind: 'token' })).id),
  '/api-token/validate/{field}/{value}': async () => ({ field: 'name', value: fresh('โทเคน') }),
  '/broadcast/{id}': byId(async (store) => (await broadcastDraft(store)).id),
  '/v1/profiles/{id}': profile,
  '/v1/profiles/search/{field}': ownField,
  '/v1/profiles/search/activity/{activity_id}/{field}': async (store) => {
    const { type, name } = await typeWithField(store)
    return { activity_id: String(type), field: name }
  },
  '/v1/profiles/activity/{id}': byId(activityField),
  '/v1/datasources/{id}': byId(freshSource),
  '/v1/datasources/log/{id}': byId(runNumber),
  '/v1/datasources/order-log/{id}': byId(runNumber),
  '/v1/datasources/status-output/{id}': byId(runNumber),
  '/v1/datasources/dataframes/{id}': byId(sourceFile),
  '/v1/activity/field/{id}': byId(activityField),
  '/v1/activity/type/{id}': byId(activityType),
  '/v1/activity/field/validate/{field}/{value}': freeName('newField'),
  '/v1/activity/type/validate/{field}/{value}': freeName('ประเภท'),
  '/v1/broadcast/{id}': byId(async (store) => (await broadcastDraft(store)).id),
  '/v1/label/{id}': byId(label),
  '/v1/label/validate/{field}/{value}': freeName('ป้าย'),
}

/** Addresses whose last parameter is a word, and stands for no row; a secret opens what it opens in any store. */
export const endInWords: readonly string[] = [
  '/api-token/validate/{field}/{value}',
  '/datasource-connector/validate/{field}/{value}',
  '/stores/v2/roles/validate/name/{name}',
  '/mapping-data-fields/validate/field/{value}',
  '/mapping-data-fields/validate/display-name/{value}',
  '/export/download/{token}',
  '/media/{name}',
  '/webhook/line/{key}',
  '/webhook/facebook/{app}',
  '/v1/activity/field/validate/{field}/{value}',
  '/v1/activity/type/validate/{field}/{value}',
  '/v1/label/validate/{field}/{value}',
]

/** Creates the row of an id in a body or query, by call and position or by the last name; null: no row. */
export const inBody: Record<string, ((store: TestStore) => Promise<number | string>) | null> = {
  'apiTokens.token id': async (store) => (await newCredential(store, { kind: 'token' })).id,
  open_api_ids: async (store) => (await newOpenApi(store)).id,
  token_ids: async (store) => (await newCredential(store, { kind: 'token' })).id,
  'openApis.create field_ids[]': customField,
  'openApis.update field_ids[]': customField,
  'profileApi.setFields field_ids[]': customField,
  'stores.token id': async (store) => store.storeId,
  // Printed on receipts; not a row.
  tax_id: null,
  // List filter: an unknown id is no error. LINE accounts by channel number.
  'lineOa.validateToken channel_id': null,
  'lineOa.create channel_id': null,
  'lineModule.create channel_id': null,
  // A page by its number there.
  'facebookSetting.connect page_id': null,
  'lineLink.create channel_id': officialAccount,
  // Those of other stores are left out, as those that are not linked are.
  'lineLink.reaches ids': null,
  'onlineLog.search channel_id': null,
  'onlineLog.graph channel_id': null,
  'auditLog.list user_id': null,
  'auditLog.topics user_id': null,
  'auditLog.list subject_id': null,
  province_id: null,
  // Of a broadcast that the request names.
  'broadcasts.approve version': null,
  region_id: null,
  role_id: async (store) => (await role(store)).id,
  move_to: async (store) => (await role(store)).id,
  // List filter: an unknown id is no error.
  'people.list role_id': null,
  'profileHistory.list field_id': null,
  'profileHistory.list user_id': null,
  // Target of a later redirect, checked on arrival.
  'auth.oidcStart store_id': null,
  file_id: async (store) => (await upload(store)).file_id,
  run_id: async (store) => (await dryRun(store)).run_id,
  destination_id: customField,
  keys: customField,
  activity_id: activityType,
  activity_key: activityField,
  activity_type_id: activityType,
  activity_field_ids: activityField,
  labels: label,
  'activities.createType fields[]': activityField,
  'activities.updateType fields[]': activityField,
  'activitySettings.create fields[]': activityField,
  'activitySettings.update fields[]': activityField,
  'activities.addTypeField id': activityField,
  'olderActivities.createType fields[]': activityField,
  'olderActivities.updateType fields[]': activityField,
  'olderActivities.createField formula.field_ids[]': activityField,
  'olderActivities.updateField formula.field_ids[]': activityField,
  'olderActivities.createField formula.field_id': null,
  'olderActivities.updateField formula.field_id': null,
  'olderProfiles.update fields[].id': customField,
  'olderExports.create profile_ids[]': profileId,
  // A column of the file.
  'importRun.correct rows[].cells[].id': null,
  'olderExports.create activity_id': null,
  'olderExports.create filter.rule': null,
  'olderExports.create filter.broadcast_id': null,
  'olderExports.create filter.channel_id': null,
  export_ids: waitingExport,
  preset_id: async (store) => Number(await importedSource(store)),
  'olderBroadcasts.usage channel_id': officialAccount,
  'profileBulk.preview target.ids[]': profileId,
  'profileBulk.start target.ids[]': profileId,
  label_id: segment,
  label_ids: label,
  reference_label_ids: label,
  dashboard_segments: segment,
  // An order of tabs: ids without a tab are ignored.
  profile_view_order: null,
  reference_id: segment,
  'profileDuplicates.create profile_ids[]': profileId,
  // An unknown id fails its item; interrupted.test.ts reads the result.
  'openApiSending.sendProfile id': null,
  // The answer lists unknown ids; changing.test.ts reads it.
  'openApiChanging.labelProfiles add[]': null,
  'openApiChanging.labelProfiles remove[]': null,
  'connectorItems.replay ids[]': async (store) => (await deadLetter(store)).id,
  'connectorItems.discard ids[]': async (store) => (await deadLetter(store)).id,
  'connectorItems.answer ids[]': async (store) => (await deadLetter(store)).id,
  'connectorItems.answer profile_id': profileId,
  'profileDuplicates.mergeChosen profile_ids[]': profileId,
  'profileDuplicates.mergeChosen keep': profileId,
  'profileDuplicates.mergeChosen fields[].from': profileId,
  'profileDuplicates.mergeChosen fields[].field_id': customField,
  'profileDuplicates.merge keep': profileId,
  'profileDuplicates.merge fields[].from': profileId,
  'profileDuplicates.merge fields[].field_id': customField,
  // Another action than the request's: its own test asks for a foreign field.
  'profileBulk.preview action.field_id': null,
  'profileBulk.start action.field_id': null,
  'profileFields.create formula.field_id': activityField,
  'profileFields.update formula.field_id': activityField,
  'generalInfo.create formula.field_id': activityField,
  'generalInfo.update formula.field_id': activityField,
  'profileFields.formulaPreview formula.field_id': activityField,
  'activities.createField formula.field_ids[]': activityField,
  'activities.updateField formula.field_ids[]': activityField,
  // Belongs to another formula than the request's.
  'activities.createField formula.field_id': null,
  'activities.updateField formula.field_id': null,
  'rules[].field_id': customField,
  'where[].field_id': activityField,
  data_source_id: namedSource,
  channel_id: channel,
  'channel.channel_id': officialAccount,
  'broadcasts.update id': async (store) => (await broadcastDraft(store)).id,
  failed_of: async (store) => (await failedBroadcast(store)).id,
  'target.profile_ids[]': profileId,
  tester_ids: profileId,
  // Numbers of LINE.
  package_id: null,
  sticker_id: null,
  account_id: officialAccount,
  line_account_id: officialAccount,
  broadcast_id: broadcast,
  datasource_id: async (store) => Number((await dryRun(store)).id),
  'exports.create profile_ids[]': profileId,
  'exports.preview profile_ids[]': profileId,
  'exports.preview filter.rule': null,
  // Own notifications only: unreadable ones are ignored.
  'notifications.read ids[]': null,
  'notifications.read up_to': null,
  // Belongs to another type and another selection than the request's: has a test of its own for foreign ids.
  'exports.create activity_id': null,
  'exports.create filter.rule': null,
  // Belongs to another target than the request's: has a test of its own for foreign ids.
  'profileBulk.preview target.filter': null,
  'profileBulk.start target.filter': null,
  profile_id: profileId,
  purpose_id: async (store) => (await consentPurpose(store)).id,
  profile_view_id: async (store) => (await profileView(store)).id,
  'profiles.create fields[].id': customField,
  'profiles.update fields[].id': customField,
  'profiles.unmask field_id': customField,
  'profileHistory.revert field_id': customField,
  'profileActivities.create fields[].id': activityField,
  // Which of the run's own rows are meant.
  'importRun.answer field_id': null,
  // A column's place in the file.
  source_schema_id: null,
  // A person's own list, of things that may be gone.
  datasource_cont_alert_dismiss: null,
  // A column of a list and its place.
  column_id: null,
  sort_id: null,
}

/** Expected error of an unknown id, if not 404. */
const unknownIds: Record<string, string> = {
  destination_id: 'mapping_invalid',
  keys: 'mapping_invalid',
  activity_id: 'mapping_invalid',
  activity_key: 'mapping_invalid',
  labels: 'mapping_invalid',
  line_account_id: 'mapping_invalid',
  fields: 'activity_type_fields_invalid',
  activity_field_ids: 'activity_type_fields_invalid',
  'formula.activity_id': 'formula_invalid',
  'formula.field_id': 'formula_invalid',
  'formula.field_ids[]': 'formula_invalid',
}

/** Expected error of an unknown id in a path, for calls with a named error. */
export const missingAt = (path: string, name: string) =>
  /^(\/datasource|\/v1\/datasources)\/\{id\}/.test(path) && name === 'id' ? 'data_source_not_found' : 'not_found'

/** The address up to its last parameter. */
export const thingOf = (path: string) => /^.*\}/.exec(path)?.[0]

/** The last name of a place: `keys` of `match.keys[]`. */
const nameOf = (place: Place) => place.split('.').at(-1)!.replace('[]', '')

/** Returns the maker of a row for an id in a body; undefined if unknown. */
export function makerAt(call: Call, place: Place) {
  const known = [place, `${place.split('.').slice(0, 2).join('.')}`].map((one) => inBody[`${call.name} ${one}`])
  const inside = inBody[place.split('.').slice(-2).join('.')]
  return [...known, inside, inBody[nameOf(place)]].find((maker) => maker !== undefined)
}

/** Data sources in the bodies and queries of the older API. */
const sourceNames = ['datasource_id', 'preset_id']

/** Returns the expected error of an unknown id at this position. */
export function refusalAt({ endpoint }: Call, place: Place) {
  if (endpoint.errors?.includes('data_source_not_found') && sourceNames.includes(place)) return 'data_source_not_found'
  return unknownIds[place] ?? unknownIds[nameOf(place)] ?? 'not_found'
}

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

/** An id of the same kind that no row has. */
export function unknownId(id: number | string): number | string {
  if (typeof id === 'number') return 2_147_483_647
  if (/^c\d+$/.test(id)) return 'c2147483647'
  return /^\d+$/.test(id) ? '2147483647' : 'run_2147483647_1_1_zzzzzzzz'
}
