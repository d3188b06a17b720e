import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { newCredential, newOpenApi } from '../testing/open-api/keys.testing.ts'
import type { TestStore } from '../testing/store.testing.ts'
import { answerPath } from '../testing/things/answers.ts'
import { automationDraft } from '../testing/things/automations.ts'
import {
  broadcastDraft,
  broadcastTemplate,
  publicFile,
  savedLocation,
  trackedLink,
} from '../testing/things/broadcasts.ts'
import {
  facebookApp,
  facebookPage,
  lineCoupon,
  logEntry,
  moduleChannel,
  officialAccount,
  sticker,
  webhookKey,
} from '../testing/things/channels.ts'
import { connectorId, connectorRequest } from '../testing/things/connectors.ts'
import { dryRun, freshSource, runNumber, sourceFile } from '../testing/things/data-sources.ts'
import { activityField, activityType, customField, ownField, typeWithField } from '../testing/things/fields.ts'
import { fresh } from '../testing/things/fresh.ts'
import { doneExport, exportToken, waitingJob } from '../testing/things/jobs.ts'
import { label } from '../testing/things/labels.ts'
import { memberOfStore, openInvitation, ownSession, personWithPasskey, role } from '../testing/things/people.ts'
import {
  copiedRequest,
  incident,
  incidentWithLetter,
  myDataPage,
  privacyRequest,
  processingRecord,
  retentionRound,
} from '../testing/things/privacy.ts'
import {
  changedProfile,
  doneMerge,
  duplicatePair,
  erasureMention,
  profileId,
  profileView,
} from '../testing/things/profiles.ts'
import { loggedRequest, programId } from '../testing/things/programs.ts'
import { receiptId } from '../testing/things/receipts.ts'
import { menuLink, richMenu } from '../testing/things/rich-menus.ts'
import { consentPurpose, draftedPurpose, segment } from '../testing/things/segments.ts'
import { waitingFile, watch } from '../testing/things/watches.ts'
import { webhook, webhookDelivery } from '../testing/things/webhooks.ts'

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

const menuOfCustomer = async (store: TestStore) => ({
  id: String(await officialAccount(store)),
  profile_id: String(await profileId(store)),
})

const ofProgram = ({ program, id, delivery_id }: Awaited<ReturnType<typeof webhookDelivery>>) => ({
  ...{ id: program, webhook: id, delivery: delivery_id },
})

/** Creates the rows of path parameters, by address up to the last parameter. */
export const inPath: Record<string, (store: TestStore) => Promise<Params>> = {
  '/users/{user_id}': async (store) => ({ user_id: String(store.userId) }),
  '/auth/sessions/{id}': byId(ownSession),
  '/auth/passkeys/{id}': byId(personWithPasskey),
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
  '/counter/{id}': profile,
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
  '/privacy/purpose/{id}/draft': byId(async (store) => (await draftedPurpose(store)).id),
  '/privacy/purpose/{id}/start': byId(async (store) => (await draftedPurpose(store)).id),
  '/privacy/purpose/{id}/grant': byId(async (store) => (await consentPurpose(store)).id),
  '/privacy/erasure/mention/{id}': byId(erasureMention),
  '/privacy/retention/round/{id}': byId(retentionRound),
  '/privacy/processing/{id}': byId(processingRecord),
  '/privacy/incident/{id}': byId(incident),
  '/privacy/incident/{id}/letter': byId(incidentWithLetter),
  '/privacy/request/{id}': byId(privacyRequest),
  '/privacy/request/{id}/copy/{format}': async (store) => ({ id: String(await copiedRequest(store)), format: 'json' }),
  '/label/{id}': byId(label),
  '/label/{id}/why/{profile_id}': segmentMember,
  '/label/{id}/member/{profile_id}': segmentMember,
  '/job/{id}': byId(waitingJob),
  '/export/{id}': byId(doneExport),
  '/export/download/{token}': async (store) => ({ token: await exportToken(store) }),
  '/profile-duplicate/{id}': byId(async (store) => (await duplicatePair(store)).id),
  '/profile-merge/{id}': byId(doneMerge),
  '/datasource/{id}': byId(freshSource),
  '/automation/import/{run_id}': async (store) => ({ run_id: (await dryRun(store)).run_id }),
  '/datasource/{id}/history/{run_id}': dryRun,
  '/datasource/{id}/result/{run_id}': dryRun,
  '/datasource-watch/{id}': byId(watch),
  '/datasource-watch/{id}/file/{file_id}': waitingFile,
  '/line-oa/{id}': byId(officialAccount),
  '/line-oa/{id}/rich-menu/person/{profile_id}': menuOfCustomer,
  '/rich-menu/{id}': byId(async (store) => (await richMenu(store)).id),
  '/line-oa/{id}/answer/{answer_id}': answerPath,
  '/line-module/{id}': byId(moduleChannel),
  '/webhook/line/{key}': async (store) => ({ key: await webhookKey(store) }),
  '/facebook-setting/{id}': byId(facebookPage),
  '/webhook/facebook/{app}': async () => ({ app: await facebookApp() }),
  '/online-log/{id}': byId(logEntry),
  '/media/{name}': async (store) => ({ name: await publicFile(store) }),
  '/media/{name}/{width}': async (store) => ({ name: await publicFile(store, 240), width: '240' }),
  '/broadcast/location/{id}': byId(async (store) => (await savedLocation(store)).id),
  '/broadcast/coupon/{channel_id}': async (store) => ({ channel_id: String(await officialAccount(store)) }),
  '/broadcast/coupon/{channel_id}/{coupon_id}': lineCoupon,
  '/media/sticker/{sticker_id}': async () => ({ sticker_id: await sticker() }),
  '/d/{code}': async (store) => ({ code: await myDataPage(store) }),
  '/d/{code}/login': async (store) => ({ code: await myDataPage(store) }),
  '/d/{code}/link/{token}': async (store) => ({ code: await myDataPage(store), token: 'a'.repeat(43) }),
  '/l/{code}': async (store) => ({ code: await trackedLink(store) }),
  '/m/{code}': async (store) => ({ code: await menuLink(store) }),
  '/apikey/{id}': byId(async (store) => (await newCredential(store, { scopes: ['profile:read'] })).id),
  '/open-api/v1/profiles/{id}': profile,
  '/open-api/v1/profiles/{id}/labels/{label}': async (store) => ({
    ...(await profile(store)),
    label: String(await label(store)),
  }),
  '/open-api/v1/labels/{id}': byId(label),
  '/open-api/v1/receipts/{id}': byId(receiptId),
  '/open-api/v1/segments/{id}': byId(segment),
  '/open-api/v1/webhooks/{id}': byId(async (store) => (await webhook(store)).id),
  '/open-api/v1/webhooks/{id}/deliveries/{delivery_id}': async (store) => {
    const { id, delivery_id } = await webhookDelivery(store)
    return { id, delivery_id }
  },
  '/open-api/{id}': byId(async (store) => (await newOpenApi(store)).id),
  '/program/{id}': byId(programId),
  '/program/{id}/requests/{request}': loggedRequest,
  '/program/{id}/webhooks/{webhook}': async (store) => {
    const { id, webhook } = ofProgram(await webhookDelivery(store))
    return { id, webhook }
  },
  '/program/{id}/webhooks/{webhook}/deliveries/{delivery}': async (store) => ofProgram(await webhookDelivery(store)),
  '/datasource-connector/{id}': byId(connectorId),
  '/datasource-connector/{id}/requests/{receipt_id}': connectorRequest,
  '/open-api/v1/connectors/{id}': byId(connectorId),
  '/datasource-connector/validate/{field}/{value}': async () => ({ field: 'name', value: fresh('ตัวเชื่อม') }),
  '/api-token/{id}': byId(async (store) => (await newCredential(store, { kind: 'token' })).id),
  '/api-token/validate/{field}/{value}': async () => ({ field: 'name', value: fresh('โทเคน') }),
  '/automation/{id}': byId(async (store) => (await automationDraft(store)).id),
  '/automation/profile/{profile_id}': async (store) => ({ profile_id: String(await profileId(store)) }),
  '/broadcast-template/{id}': byId(async (store) => (await broadcastTemplate(store)).id),
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
  '/privacy/request/{id}/copy/{format}',
  '/media/{name}',
  '/media/{name}/{width}',
  '/media/sticker/{sticker_id}',
  '/d/{code}',
  '/d/{code}/login',
  '/d/{code}/link/{token}',
  '/l/{code}',
  '/m/{code}',
  '/webhook/line/{key}',
  '/webhook/facebook/{app}',
  '/v1/activity/field/validate/{field}/{value}',
  '/v1/activity/type/validate/{field}/{value}',
  '/v1/label/validate/{field}/{value}',
]
