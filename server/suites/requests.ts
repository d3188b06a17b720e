import { generateKeyPairSync } from 'node:crypto'
import { dpa } from '@ruam/contract/access/dpa.ts'
import { stores } from '@ruam/contract/access/stores.ts'
import { broadcastSettings } from '@ruam/contract/broadcasts/settings.ts'
import { activities } from '@ruam/contract/customers/activities.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { segments } from '@ruam/contract/customers/segments.ts'
import { connectors } from '@ruam/contract/open-api/connectors.ts'
import { profileApi } from '@ruam/contract/open-api/profile-api.ts'
import { apiTokens } from '@ruam/contract/open-api/tokens.ts'
import type { Permission } from '@ruam/contract/platform/permissions.ts'
import { picture } from '../access/stores/photo.testing.ts'
import { paintedPicture } from '../broadcasts/media/picture.testing.ts'
import { newCredential, newOpenApi } from '../open-api/keys.testing.ts'
import { type TestStore, testServer } from '../platform/core/store.testing.ts'
import { nkeyOf } from '../platform/push/nkeys.ts'
import type { Call, CallName, Request, SentTo } from './calls.ts'
import { gapsOf, inPath, makerAt, placesOf, thingOf } from './ids.ts'
import { sampleOf } from './shapes.ts'
import {
  awaitingBroadcast,
  broadcastDraft,
  failedBroadcast,
  pausedBroadcast,
  scheduledBroadcast,
} from './things/broadcasts.ts'
import {
  accountChange,
  facebookApp,
  facebookToken,
  lineCredentials,
  linkableCustomer,
  linkedCustomer,
  officialAccount,
  pageChange,
} from './things/channels.ts'
import { connectorId, deadLetter, letterRequest, mappedConnector, tillItem } from './things/connectors.ts'
import {
  brokenSource,
  dryRun,
  failedRun,
  freshSource,
  heldRow,
  importedSource,
  mappedSource,
  phoneMapping,
  sourceFile,
  upload,
  waitingRun,
} from './things/data-sources.ts'
import {
  activityField,
  activityFieldBody,
  activityType,
  customField,
  fieldBody,
  sumFormula,
  typeWithField,
} from './things/fields.ts'
import { fresh } from './things/fresh.ts'
import { bulkAction, doneBulk, doneExport, waitingExport } from './things/jobs.ts'
import { deletedStore, openInvitation, passwordChange, resetToken, role } from './things/people.ts'
import { changedProfile, mergeOf, profileId, profileView, viewDefinition } from './things/profiles.ts'
import { consentPurpose, label, ruleOfEveryKind, segment, segmentRule } from './things/segments.ts'

const freshNkey = () => nkeyOf('user', generateKeyPairSync('ed25519').publicKey)

const aboutDpa = { app_name: 'ruam', type: 'dpa' } as const
const consentee = () => ({ name: fresh('คุณ'), email: 'owner@example.com', position: '', company: 'ร้าน' })

const bulkBody = async (store: TestStore) => ({
  target: { ids: [await profileId(store)] },
  action: await bulkAction(store),
})

/** Takes the SQL login of a store away, so that another one can be made. */
async function removeSqlLogin({ userId }: TestStore) {
  const { admin } = await testServer()
  await admin.query('delete from sql_login where store_id in (select store_id from store_member where user_id = $1)', [
    userId,
  ])
}

async function activityFormula(store: TestStore) {
  const { field_id } = await sumFormula(store)
  return { function: 'sum' as const, field_ids: [field_id] }
}

async function computedChange(store: TestStore) {
  const formula = await sumFormula(store)
  const body = { ...fieldBody('computed', 'Number'), formula }
  const { id, updated_at } = await store.call(profileFields.create, { body })
  const change = { display_name: fresh('ชื่อใหม่'), formula, origin_time: updated_at! }
  return { params: { id: String(id) }, body: change }
}

async function typeChange(store: TestStore) {
  const type = await store.call(activities.createType, { body: { name: fresh('ประเภท') } })
  const body = { name: fresh('ชื่อใหม่'), description: '', fields: [await activityField(store)] }
  return { params: { id: String(type.id) }, body: { ...body, origin_time: type.updated_at } }
}

/** The parts of a broadcast that name something. */
async function broadcastParts(store: TestStore) {
  return {
    channel: { type: 'lineOA' as const, channel_id: await officialAccount(store) },
    purpose_id: (await consentPurpose(store)).id,
    target: {
      type: 'segments' as const,
      include: { condition: 'or' as const, label_ids: [await label(store)] },
      exclude: { label_ids: [await label(store)] },
      profile_ids: [await profileId(store)],
      failed_of: (await failedBroadcast(store)).id,
    },
  }
}

/** The parts of an open API that name something. */
/** A mapping that names a label and an activity besides fields. */
async function wholeMapping(store: TestStore) {
  const happened = { source_schema_id: '1', destination_id: 24, destination_type: 'system_activity' as const }
  const { type, field } = await typeWithField(store)
  const receipt = { source_schema_id: '1', destination_id: field, destination_type: 'custom_activity' as const }
  return {
    ...phoneMapping,
    activity_id: type,
    activity_key: field,
    labels: [await label(store)],
    mapping: [...phoneMapping.mapping, happened, receipt],
  }
}

const openApiParts = async (store: TestStore) => ({
  calls: ['GET /open-api/v1/labels'],
  field_ids: [await customField(store)],
  token_ids: [(await newCredential(store, { kind: 'token' })).id],
})

async function labelledProfile(store: TestStore) {
  const [id, labelId] = [String(await profileId(store)), await label(store)]
  await store.call(profiles.addLabels, { params: { id }, body: { label_ids: [labelId] } })
  return { params: { id, label: String(labelId) } }
}

/** Requests that need more than one row of each kind: a state, or parts that fit each other. */
const requests: { [N in CallName]?: (store: TestStore) => Promise<SentTo<N>> } = {
  'profiles.create': async (store) => ({
    body: { fields: [{ id: await customField(store), value: fresh('ค่า') }], label_ids: [await label(store)] },
  }),
  'profiles.query': async (store) => ({ body: { filter: { rule: await ruleOfEveryKind(store) } } }),
  'profileViews.create': async (store) => ({
    body: { name: fresh('มุมมอง'), definition: { ...viewDefinition, rule: await ruleOfEveryKind(store) } },
  }),
  'profiles.update': async (store) => {
    const id = String(await profileId(store))
    const { updated_at: origin_time } = await store.call(profiles.get, { params: { id } })
    return { params: { id }, body: { fields: [{ id: await customField(store), value: fresh('ค่า') }], origin_time } }
  },
  'profiles.restore': async (store) => {
    const params = { id: String(await profileId(store)) }
    await store.call(profiles.delete, { params })
    return { params }
  },
  'profiles.removeLabel': labelledProfile,
  'profileHistory.revert': changedProfile,
  'profileActivities.create': async (store) => {
    const { type, field } = await typeWithField(store)
    const body = { activity_type_id: type, fields: [{ id: field, value: fresh('ค่า') }] }
    return { params: { id: String(await profileId(store)) }, body }
  },
  'profileActivities.delete': async (store) => {
    const id = String(await profileId(store))
    const body = { activity_type_id: await activityType(store) }
    const made = await store.call(profileActivities.create, { params: { id }, body })
    return { params: { id, activity_id: String(made.id) } }
  },
  'profileActivities.markNote': async (store) => {
    const id = String(await profileId(store))
    const made = await store.call(profileActivities.note, { params: { id }, body: { text: fresh('โน้ต') } })
    return {
      params: { id, activity_id: String(made.id) },
      body: { pinned: true, follow_on: '2026-12-01', done: false },
    }
  },
  'dataSources.putMapping': async (store) => ({
    params: { id: await freshSource(store) },
    body: await wholeMapping(store),
  }),
  'exports.create': async (store) => ({
    body: { type: 'profile', file_type: 'csv', columns: ['firstName'], profile_ids: [await profileId(store)] },
  }),
  'exports.preview': async (store) => ({ body: { purpose: 'excel', profile_ids: [await profileId(store)] } }),
  'exports.previewHistory': async (store) => {
    const { id, run_id } = await dryRun(store)
    return { body: { datasource_id: Number(id), run_id, file_type: 'csv' } }
  },
  'exports.createList': async (store) => ({
    body: {
      type: 'broadcast_recipient',
      file_type: 'csv',
      filter: { broadcast_id: (await failedBroadcast(store)).id, channel_id: await officialAccount(store) },
    },
  }),
  'exports.cancel': async (store) => ({
    params: { id: String(await waitingExport(store)) },
    body: { status: 'cancel' },
  }),
  'exports.clear': async (store) => {
    await doneExport(store)
    return {}
  },
  'importRun.dryRun': async (store) => ({ params: { id: await mappedSource(store) } }),
  'importRun.run': async (store) => {
    const { id, run_id } = await dryRun(store)
    return { params: { id }, body: { run_id } }
  },
  'importRun.answer': async (store) => {
    const { profile, ...params } = await heldRow(store)
    return { params, body: { answer: 'same', record_nos: [1], person: { profile_id: profile } } }
  },
  'dataSources.latest': async (store) => {
    const id = await freshSource(store)
    const { admin } = await testServer()
    const made = 'update data_source set created_by = $3 where store_id = $1 and id = $2'
    await admin.query(made, [store.storeId, id, store.userId])
    return {}
  },
  'profileFields.create': async (store) => ({
    body: { ...fieldBody('newField', 'Number'), formula: await sumFormula(store) },
  }),
  'generalInfo.create': async (store) => ({
    body: { ...fieldBody('newField', 'Number'), formula: await sumFormula(store) },
  }),
  'generalInfo.update': computedChange,
  'activitySettings.create': async (store) => ({
    body: { name: fresh('ประเภท'), fields: [await activityField(store)] },
  }),
  'activitySettings.update': typeChange,
  'profileFields.formulaPreview': async (store) => ({ body: { formula: await sumFormula(store) } }),
  'activities.createField': async (store) => ({
    query: { activity_type_id: String(await activityType(store)) },
    body: { ...activityFieldBody('newField', 'Number'), formula: await activityFormula(store) },
  }),
  'activities.createType': async (store) => ({
    body: { name: fresh('ประเภท'), fields: [await activityField(store)] },
  }),
  'profileFields.update': computedChange,
  'activities.updateField': async (store) => {
    const formula = await activityFormula(store)
    const body = { ...activityFieldBody('computed', 'Number'), formula }
    const { id, updated_at } = await store.call(activities.createField, { query: {}, body })
    const change = { display_name: fresh('ชื่อใหม่'), formula, origin_time: updated_at! }
    return { params: { id: String(id) }, body: change }
  },
  'activities.updateType': typeChange,
  'segments.update': async (store) => {
    const id = String(await segment(store))
    const { updated_at: origin_time } = await store.call(segments.get, { params: { id } })
    const body = { name: fresh('ชื่อใหม่'), color: 'red' as const, segment_rule: await segmentRule(store) }
    return { params: { id }, body: { ...body, origin_time } }
  },
  'segments.create': async (store) => ({
    body: { name: fresh('เซกเมนต์'), color: 'teal', type: 'advanced', segment_rule: await segmentRule(store) },
  }),
  'segments.estimate': async (store) => ({
    body: { segment_rule: await segmentRule(store), label_id: await segment(store) },
  }),
  'segments.estimateSpend': async (store) => ({ body: { segment_rule: await segmentRule(store) } }),
  'segments.moved': async (store) => ({ params: { id: String(await segment(store)) }, query: { way: 'left' } }),
  'profileActivities.purchases': async (store) => ({ query: { profiles: String(await profileId(store)) } }),
  'segments.setAutoApply': async (store) => ({ params: { id: String(await segment(store)) }, body: { value: true } }),
  'segments.calculate': async (store) => ({ params: { id: String(await segment(store)) } }),
  'segments.joined': async (store) => ({
    params: { id: String(await segment(store)) },
    query: { profiles: String(await profileId(store)) },
  }),
  'segments.pins': async (store) => ({ params: { id: String(await segment(store)) }, query: {} }),
  'profileBulk.preview': async (store) => ({ body: await bulkBody(store) }),
  'profileBulk.start': async (store) => ({ body: await bulkBody(store) }),
  'jobs.undo': async (store) => ({ params: { id: String(await doneBulk(store)) } }),
  'preferences.put': async (store) => {
    const { id } = await profileView(store)
    const dashboard_segments = [await segment(store)]
    const views = { profile_view_id: id, profile_view_order: [id] }
    return { body: { datasource_cont_alert_dismiss: [1], ...views, dashboard_segments, origin_time: null } }
  },
  'profileViews.update': async (store) => {
    const { id, updated_at } = await profileView(store)
    const definition = { ...viewDefinition, rule: await ruleOfEveryKind(store) }
    const body = { name: fresh('มุมมองใหม่'), definition, origin_time: updated_at }
    return { params: { id: String(id) }, body }
  },
  'privacy.updatePurpose': async (store) => {
    const { id, updated_at } = await consentPurpose(store)
    return { params: { id: String(id) }, body: { name: fresh('เรื่องใหม่'), origin_time: updated_at } }
  },
  'dataSources.putFile': async (store) => ({ params: { id: await importedSource(store) }, body: await upload(store) }),
  'dataSources.retryLoad': async (store) => ({ params: { id: await brokenSource(store) }, body: {} }),
  'importRun.correct': async (store) => ({
    params: await failedRun(store),
    body: { rows: [{ record_no: 1, cells: [{ id: '1', value: 'ญาดา' }] }] },
  }),
  'importRun.correction': async (store) => ({ params: await failedRun(store), query: {} }),
  'importRun.cancelRun': async (store) => ({ params: await waitingRun(store) }),
  'importUndo.undoPreview': async (store) => ({ params: await failedRun(store) }),
  'importUndo.undo': async (store) => ({ params: await failedRun(store) }),
  'profileDuplicates.create': async (store) => ({
    body: { profile_ids: [await profileId(store), await profileId(store)] },
  }),
  'profileDuplicates.compare': async (store) => ({
    query: { low: String(await profileId(store)), high: String(await profileId(store)) },
  }),
  'profileDuplicates.merge': mergeOf,
  'profileDuplicates.mergeChosen': async (store) => {
    const profile_ids = [await profileId(store), await profileId(store)]
    const fields = [{ field_id: await customField(store), from: profile_ids[1]! }]
    return { body: { profile_ids, keep: profile_ids[0]!, fields } }
  },
  'auth.password': async (store) => ({ body: await passwordChange(store) }),
  'auth.updateMe': async () => ({ body: { first_name: fresh('ชื่อ') } }),
  'auth.invitation': async (store) => ({ body: { token: (await openInvitation(store)).token } }),
  'auth.acceptInvitation': async (store) => {
    const { token } = await openInvitation(store)
    const password = 'purple tractor monday'
    return { body: { token, first_name: 'Mali', last_name: 'Suk', password } }
  },
  'auth.forgot': async (store) => ({ body: { email: store.email } }),
  'auth.reset': async (store) => ({ body: { token: await resetToken(store), password: 'purple tractor monday' } }),
  'roles.create': async (store) => ({
    params: { id: String(store.storeId) },
    body: { name: fresh('บทบาท'), permissions: [] },
  }),
  'roles.update': async (store) => {
    const { id, updated_at: origin_time } = await role(store)
    const params = { id: String(store.storeId), role_id: String(id) }
    return { params, body: { name: fresh('บทบาท'), description: fresh('งาน'), permissions: [], origin_time } }
  },
  'people.leave': async (store) => {
    // Somebody has to stay.
    await store.member('owner')
    return { params: { id: String(store.storeId) } }
  },
  'people.ofStore': async (store) => ({ params: { id: String(store.storeId) } }),
  'dpa.decide': async (store) => {
    // The first decision, or the same once more, by somebody else in its name.
    const { result } = await store.call(dpa.status, { body: aboutDpa })
    return { body: { ...aboutDpa, status: result === 'declined' ? 'declined' : 'accepted', consentee: consentee() } }
  },
  'stores.update': async (store) => {
    const { updated_at: origin_time } = await store.call(stores.get, { params: { id: String(store.storeId) } })
    return { body: { name: fresh('ร้าน'), phone: '02-123-4567', time_zone: 'Asia/Bangkok', origin_time } }
  },
  'stores.delete': async (store) => {
    const params = { id: String(store.storeId) }
    return { params, body: { name: (await store.call(stores.get, { params })).name } }
  },
  'stores.restore': async (store) => ({ params: { id: String(await deletedStore(store)) } }),
  'profileApi.setFields': async (store) => ({ body: { field_ids: [await customField(store)] } }),
  'profileApi.createLogin': async (store) => {
    await removeSqlLogin(store)
    return { body: {} }
  },
  'profileApi.removeLogin': async (store) => {
    await removeSqlLogin(store)
    await store.call(profileApi.createLogin, { body: {} })
    return {}
  },
  'stores.photo': async () => ({ file: picture('png', 9, 9) }),
  'lineOa.validateToken': async () => ({ body: await lineCredentials() }),
  'lineOa.create': async () => ({ body: await lineCredentials() }),
  'lineModule.create': async () => ({ body: await lineCredentials() }),
  'lineOa.update': accountChange('lineOA'),
  'lineModule.update': accountChange('lineModule'),
  'facebookSetting.connect': async () => ({ body: await facebookToken() }),
  'facebookSetting.update': pageChange,
  'webhooks.facebookChallenge': async () => ({
    params: { app: await facebookApp() },
    query: { 'hub.mode': 'subscribe', 'hub.challenge': '1', 'hub.verify_token': fresh('โทเคน') },
  }),
  'lineLink.create': linkableCustomer,
  'lineLink.reaches': async (store) => ({ query: { ids: String(await profileId(store)) } }),
  'lineLink.askFriends': async (store) => {
    await officialAccount(store)
    return {}
  },
  'lineLink.undo': linkedCustomer,
  'broadcasts.create': async (store) => ({ body: { name: fresh('บรอดแคสต์'), ...(await broadcastParts(store)) } }),
  'broadcasts.update': async (store) => {
    const { id, updated_at: origin_time } = await broadcastDraft(store)
    return { body: { id, origin_time, ...(await broadcastParts(store)) } }
  },
  'broadcasts.target': async (store) => {
    const { channel, target, purpose_id } = await broadcastParts(store)
    return { body: { channel, target, purpose_id } }
  },
  'broadcasts.excluded': async (store) => {
    const { channel, target, purpose_id } = await broadcastParts(store)
    return { body: { channel, target, purpose_id } }
  },
  'broadcasts.approve': async (store) => ({
    params: { id: String((await awaitingBroadcast(store)).id) },
    body: { version: 1 },
  }),
  'broadcasts.pause': async (store) => ({ params: { id: String((await scheduledBroadcast(store)).id) } }),
  'broadcasts.resume': async (store) => ({ params: { id: String((await pausedBroadcast(store)).id) } }),
  'broadcasts.cancel': async (store) => ({ params: { id: String((await scheduledBroadcast(store)).id) } }),
  'broadcasts.retry': async (store) => ({ params: { id: String((await failedBroadcast(store)).id) } }),
  'broadcastSettings.put': async (store) => {
    const testers = { tester_ids: [await profileId(store)], purpose_id: (await consentPurpose(store)).id }
    const rules = { price: 0.2, unknown_consent: 'send' as const, quiet_hours: null, weekly_cap: null }
    const { updated_at: origin_time } = await store.call(broadcastSettings.get, {})
    return { body: { ...testers, ...rules, approval: false, per_object: false, origin_time } }
  },
  'media.upload': async () => ({ file: await paintedPicture(9, 9) }),
  'olderProfiles.update': async (store) => ({
    params: { id: String(await profileId(store)) },
    body: { fields: [{ id: await customField(store), value: fresh('ค่า') }] },
  }),
  'olderDataFrames.update': async (store) => ({
    params: { id: String(await sourceFile(store, await brokenSource(store))) },
    body: { settings: {} },
  }),
  'olderDataSources.preset': async (store) => ({
    body: { datasource_id: Number(await freshSource(store)), preset_id: Number(await importedSource(store)) },
  }),
  'olderDataSources.update': async (store) => ({
    params: { id: await freshSource(store) },
    body: { data_source_name: fresh('ชื่อใหม่'), enabled: false },
  }),
  'olderPipeline.run': async (store) => ({
    body: { datasource_id: Number(await mappedSource(store)), stop_on_failed: true },
  }),
  'olderPipeline.stop': async (store) => ({ query: { datasource_id: (await waitingRun(store)).id } }),
  'olderActivities.createField': async (store) => ({
    body: { ...activityFieldBody('newField', 'Number'), formula: await activityFormula(store) },
  }),
  'olderActivities.createType': async (store) => ({
    body: { name: fresh('ประเภท'), fields: [await activityField(store)] },
  }),
  'olderActivities.updateField': async (store) => {
    const formula = await activityFormula(store)
    const body = { ...activityFieldBody('computed', 'Number'), formula }
    const { id } = await store.call(activities.createField, { query: {}, body })
    return { params: { id: String(id) }, body: { display_name: fresh('ชื่อใหม่'), formula } }
  },
  'olderActivities.updateType': async (store) => ({
    params: { id: String(await activityType(store)) },
    body: { fields: [await activityField(store)] },
  }),
  'olderBroadcasts.create': async (store) => ({
    body: { name: fresh('บรอดแคสต์'), ...(await broadcastParts(store)) },
  }),
  'olderBroadcasts.draft': async (store) => ({ body: { name: fresh('บรอดแคสต์'), ...(await broadcastParts(store)) } }),
  'olderBroadcasts.update': async (store) => ({
    params: { id: String((await broadcastDraft(store)).id) },
    body: await broadcastParts(store),
  }),
  'olderBroadcasts.target': async (store) => {
    const { channel, target, purpose_id } = await broadcastParts(store)
    return { body: { channel, target, purpose_id } }
  },
  'olderLabels.create': async (store) => ({
    body: { name: fresh('เซกเมนต์'), color: 'teal', type: 'advance', segment_rule: await segmentRule(store) },
  }),
  'olderLabels.update': async (store) => ({
    params: { id: String(await segment(store)) },
    body: { name: fresh('ชื่อใหม่'), segment_rule: await segmentRule(store) },
  }),
  'olderExports.create': async (store) => ({
    body: { type: 'profile', file_type: 'csv', columns: ['firstName'], profile_ids: [await profileId(store)] },
  }),
  'olderExports.cancel': async (store) => ({ body: { export_ids: [await waitingExport(store)] } }),
  'olderExports.remove': async (store) => ({ query: { export_ids: String(await doneExport(store)) } }),
  'apiTokens.create': async (store) => ({
    body: { name: fresh('โทเคน'), open_api_ids: [(await newOpenApi(store)).id] },
  }),
  'apiTokens.update': async (store) => {
    const { id } = await newCredential(store, { kind: 'token' })
    const { updated_at: origin_time } = await store.call(apiTokens.get, { params: { id: String(id) } })
    const body = { name: fresh('โทเคน'), open_api_ids: [(await newOpenApi(store)).id], origin_time }
    return { params: { id: String(id) }, body }
  },
  'openApis.create': async (store) => ({ body: { name: fresh('Open API'), ...(await openApiParts(store)) } }),
  'openApis.update': async (store) => {
    const { id, updated_at: origin_time } = await newOpenApi(store)
    return {
      params: { id: String(id) },
      body: { name: fresh('Open API'), ...(await openApiParts(store)), origin_time },
    }
  },
  'connectors.create': async (store) => {
    const { id: token } = await newCredential(store, { kind: 'token' })
    return { body: { name: fresh('ตัวเชื่อม'), example: tillItem, token_ids: [token] } }
  },
  'connectors.update': async (store) => {
    const id = await connectorId(store)
    const { updated_at: origin_time } = await store.call(connectors.get, { params: { id: String(id) } })
    return { params: { id: String(id) }, body: { name: fresh('ตัวเชื่อม'), origin_time } }
  },
  'connectorItems.sendRecords': async (store) => ({
    params: { id: String(await mappedConnector(store)) },
    body: tillItem,
  }),
  'connectorItems.test': async (store) => ({
    params: { id: String(await mappedConnector(store)) },
    body: { items: [tillItem] },
  }),
  'connectorItems.replay': async (store) => letterRequest(await deadLetter(store)),
  'connectorItems.discard': async (store) => letterRequest(await deadLetter(store)),
  'connectorItems.answer': async (store) => {
    const { params, body } = letterRequest(await deadLetter(store))
    return { params, body: { ...body, answer: 'same' } }
  },
  'connectors.addExample': async (store) => ({
    params: { id: String(await connectorId(store)) },
    body: { example: tillItem },
  }),
  'connectors.putMapping': async (store) => ({
    params: { id: String(await connectorId(store)) },
    body: await wholeMapping(store),
  }),
  'openApiReading.profiles': async () => ({ query: { limit: '10' } }),
  'openApiReading.find': async (store) => ({ body: { kind: 'id', value: String(await profileId(store)) } }),
  'openApiChanging.removeLabel': labelledProfile,
  'openApiChanging.labelProfiles': async (store) => ({
    params: { id: String(await label(store)) },
    body: { add: [await profileId(store)] },
  }),
  'openApiChanging.recordConsent': async (store) => ({
    params: { id: String(await profileId(store)) },
    body: { purpose_id: (await consentPurpose(store)).id, operation: 'granted', evidence: 'แบบฟอร์มหน้าร้าน' },
  }),
  'push.token': async (store) => ({ body: { token: store.token, nkey: freshNkey() } }),
}

/** The calls whose requests need that. */
export const wovenCalls = Object.keys(requests) as CallName[]

/** Expected errors of public calls for requests that only have a valid shape. */
export const refusedAnyway: { [N in CallName]?: string } = {
  'auth.login': 'wrong_credentials',
  'auth.refresh': 'signed_out',
  'auth.forgot': 'mail_unset',
  'auth.oidcStart': 'not_found',
  'auth.oidcCallback': 'not_found',
  'setup.create': 'setup_done',
  'webhooks.line': 'webhook_signature',
  'webhooks.facebook': 'webhook_signature',
  'webhooks.facebookChallenge': 'webhook_challenge',
}

/** Further permissions required by values in the body. */
export const byBody: { [N in CallName]?: Permission } = {
  'apiKeys.create': 'cdp-core.profile.read',
  'apiKeys.rotate': 'cdp-core.profile.read',
  'apiTokens.create': 'cdp-core.label.read',
  'apiTokens.update': 'cdp-core.label.read',
  'connectors.create': 'cdp-core.datasource.execute',
  'openApis.create': 'cdp-core.label.read',
  'openApis.update': 'cdp-core.label.read',
  'exports.createList': 'cdp-core.profile.read',
  'olderExports.create': 'cdp-core.profile.read',
}

/** Status for callers other than the person of a request without ids. */
export const refusedToOthers: { [N in CallName]?: number } = {
  'push.token': 401,
  'stores.update': 409,
  'auth.password': 400,
  'dataSources.latest': 404,
  'profileDuplicates.compare': 404,
  'activities.createType': 400,
  'activitySettings.create': 400,
  'generalInfo.create': 400,
  'activities.createField': 400,
  'olderActivities.createField': 400,
  'olderActivities.createType': 400,
  'profileFields.create': 400,
  'profileFields.formulaPreview': 400,
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
