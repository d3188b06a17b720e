import { newCredential, newOpenApi } from '../testing/open-api/keys.testing.ts'
import type { TestStore } from '../testing/store.testing.ts'
import { automationDraft } from '../testing/things/automations.ts'
import { broadcastDraft, broadcastPausedByRestore, failedBroadcast } from '../testing/things/broadcasts.ts'
import { officialAccount, setAsideEvent } from '../testing/things/channels.ts'
import { deadLetter } from '../testing/things/connectors.ts'
import { dryRun, importedSource, namedSource, upload } from '../testing/things/data-sources.ts'
import { activityField, activityType, customField } from '../testing/things/fields.ts'
import { waitingExport } from '../testing/things/jobs.ts'
import { label } from '../testing/things/labels.ts'
import { memberOfStore, role } from '../testing/things/people.ts'
import { profileId, profileView } from '../testing/things/profiles.ts'
import { richMenu } from '../testing/things/rich-menus.ts'
import { broadcast, channel, consentPurpose, segment } from '../testing/things/segments.ts'

/** Creates the row of an id in a body or query, by call and position or by the last name; null: no row. */
export const inBody: Record<string, ((store: TestStore) => Promise<number | string>) | null> = {
  'apiTokens.token id': async (store) => (await newCredential(store, { kind: 'token' })).id,
  open_api_ids: async (store) => (await newOpenApi(store)).id,
  'apiKeys.create succeeds': async (store) => (await newCredential(store)).id,
  'apiTokens.create succeeds': async (store) => (await newCredential(store, { kind: 'token' })).id,
  token_ids: async (store) => (await newCredential(store, { kind: 'token' })).id,
  'restoreHold.release id': async (store) => (await broadcastPausedByRestore(store)).id,
  'openApis.create fields[].field_id': customField,
  'openApis.update fields[].field_id': customField,
  'profileApi.setFields fields[].field_id': customField,
  'apiKeys.create fields[].field_id': customField,
  'apiKeys.setAccess fields[].field_id': customField,
  'stores.token id': async (store) => store.storeId,
  // Printed on receipts; not a row.
  tax_id: null,
  // List filter: an unknown id is no error. LINE accounts by channel number.
  'lineOa.validateToken channel_id': null,
  'lineOa.create channel_id': null,
  'lineModule.create channel_id': null,
  'myDataSettings.saveLogin channel_id': null,
  // A page by its number there.
  'facebookSetting.connect page_id': null,
  'lineLink.create channel_id': officialAccount,
  'memberFiles.create channel_id': officialAccount,
  // Name of a key at S3.
  'place.key_id': null,
  // Compared with the answers as they are.
  'answers.order ids[]': null,
  'automations.create copy_of': async (store) => (await automationDraft(store)).id,
  'trigger.segment_id': segment,
  // Of another trigger than the request's.
  'trigger.field_id': null,
  'trigger.activity_type_id': null,
  'trigger.broadcast_id': null,
  'trigger.where[].field_id': null,
  // Belongs to another condition than the request's.
  'condition.activity_type_id': null,
  'condition.where[].field_id': null,
  'exit.activity_type_id': null,
  'exit.where[].field_id': null,
  // Numbers of steps, and the edition in the request.
  'steps[].id': null,
  'yes[].id': null,
  'no[].id': null,
  'automations.approve edition': null,
  // Steps that take further rights than the request's: written.test.ts asks for foreign ones.
  'steps[].label_id': null,
  'yes[].label_id': null,
  'no[].label_id': null,
  'steps[].field_id': customField,
  'yes[].field_id': customField,
  'no[].field_id': customField,
  webhook_id: null,
  copy_of: async (store) => (await richMenu(store)).id,
  // Compared with the order as it is.
  'richMenus.order ids[]': null,
  'richMenus.order from[]': null,
  // Checked when the menu is put in use.
  'richMenus.update areas[].action.answer_id': null,
  'richMenus.update areas[].action.rich_menu_id': null,
  // Unlinked ids, and ids of other stores, are skipped.
  'lineLink.reaches ids': null,
  'broadcasts.effects ids': null,
  'onlineLog.replay ids[]': setAsideEvent,
  'onlineLog.search channel_id': null,
  'onlineLog.graph channel_id': null,
  'auditLog.list user_id': null,
  'auditLog.topics user_id': null,
  'olderUsage.list user_id': null,
  'auditLog.list subject_id': null,
  // List filter: an unknown id is no error.
  'privacyRequests.list assignee_id': null,
  // An unknown source saw none.
  'exposures.get id': null,
  'privacyIncidents.create subject_id': async (store) => store.userId,
  'privacyIncidents.update subject_id': async (store) => store.userId,
  assignee_id: memberOfStore,
  purpose_ids: async (store) => (await consentPurpose(store)).id,
  'privacyRequests.create profile_ids[]': profileId,
  'privacyRequests.change profile_ids[]': profileId,
  province_id: null,
  // Belongs to the broadcast in the request.
  'broadcasts.approve version': null,
  region_id: null,
  role_id: async (store) => (await role(store)).id,
  move_to: async (store) => (await role(store)).id,
  // List filter: an unknown id is no error.
  'people.list role_id': null,
  'broadcasts.list label_id': null,
  'olderBroadcasts.list label_id': null,
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
  'workListCalls.mark profile_ids[]': profileId,
  // The answer names unknown ids; erase.test.ts reads it.
  'profileErasure.eraseSeveral profile_ids[]': null,
  // An unknown id fails its item; interrupted.test.ts reads the result.
  'openApiSending.sendProfile id': null,
  // An unknown one finds no request; own-requests.test.ts reads the answer.
  'openApiRequests.requests request_id': null,
  // The answer lists unknown ids; changing.test.ts reads it.
  'openApiChanging.labelProfiles add[]': null,
  'openApiChanging.labelProfiles remove[]': null,
  'connectorItems.mend ids[]': async (store) => (await deadLetter(store)).id,
  'connectorItems.replay ids[]': async (store) => (await deadLetter(store)).id,
  'connectorItems.tryReplay ids[]': async (store) => (await deadLetter(store)).id,
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
  repeats_id: async (store) => (await failedBroadcast(store)).id,
  'target.profile_ids[]': profileId,
  tester_ids: profileId,
  click_purpose_ids: async (store) => (await consentPurpose(store)).id,
  'words[].field_id': customField,
  'broadcasts.preview field_ids[]': customField,
  // Labels and fields that the automation did not give are skipped.
  'automationUndo.start labels[]': null,
  'automationUndo.start fields[]': null,
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
  // Of a mapping that is described, what the store does not have counts nothing.
  'understanding.describe activity_id': null,
  'understanding.describe activity_key': null,
  'understanding.describe labels[]': null,
  'understanding.describe line_account_id': null,
  'understanding.describe mapping[].destination_id': null,
  'understanding.describe match.keys[]': null,
  'understanding.describe consents[].purpose_id': null,
  // Beside a column of consents, which the request has none of: has a test of its own for foreign ids.
  'dataSources.putMapping consents[].purpose_id': null,
  'connectors.putMapping consents[].purpose_id': null,
  // A column's place in the file.
  source_schema_id: null,
  // A person's own list, of things that may be gone.
  datasource_cont_alert_dismiss: null,
  // A column of a list and its place.
  column_id: null,
  sort_id: null,
}

/** Expected error of an unknown id, if not 404. */
export const unknownIds: Record<string, string> = {
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
