import { auth, setup } from './access/auth.ts'
import { dpa } from './access/dpa.ts'
import { passkeys, secondFactor } from './access/passkeys.ts'
import { invitations, people } from './access/people.ts'
import { rightRequests } from './access/right-requests.ts'
import { roles } from './access/roles.ts'
import { setupRequests } from './access/setup-requests.ts'
import { stores, users } from './access/stores.ts'
import { automations } from './automations/automations.ts'
import { automationImports } from './automations/imports.ts'
import { automationMessages } from './automations/messages.ts'
import { automationPeople } from './automations/people.ts'
import { automationRehearsals } from './automations/rehearsal.ts'
import { automationUndo } from './automations/undo.ts'
import { broadcasts } from './broadcasts/broadcasts.ts'
import { restoreHold } from './broadcasts/broadcasts-paused-by-restore.ts'
import { coupons } from './broadcasts/coupons.ts'
import { links } from './broadcasts/links.ts'
import { media } from './broadcasts/media.ts'
import { savedLocations } from './broadcasts/saved-locations.ts'
import { broadcastSettings } from './broadcasts/settings.ts'
import { stickers } from './broadcasts/stickers.ts'
import { broadcastTemplates } from './broadcasts/templates.ts'
import { lineModule, lineOa } from './channels/accounts.ts'
import { answers } from './channels/answers.ts'
import { facebookSetting } from './channels/facebook.ts'
import { lineLink } from './channels/line-link.ts'
import { memberFiles } from './channels/member-files.ts'
import { onlineLog } from './channels/online-log.ts'
import { richMenuFriends } from './channels/rich-menu-friends.ts'
import { richMenuInsight } from './channels/rich-menu-insight.ts'
import { richMenuLinks } from './channels/rich-menu-links.ts'
import { richMenus } from './channels/rich-menus.ts'
import { webhooks } from './channels/webhooks.ts'
import { activities } from './customers/activities.ts'
import { profileBulk } from './customers/bulk.ts'
import { consentWordings } from './customers/consent-wordings.ts'
import { consents } from './customers/consents.ts'
import { counter } from './customers/counter.ts'
import { profileDuplicates } from './customers/duplicates.ts'
import { profileErasure } from './customers/erasure.ts'
import { profileHistory } from './customers/history.ts'
import { labels } from './customers/labels.ts'
import { activitySettings, generalInfo } from './customers/older-settings.ts'
import { preferences } from './customers/preferences.ts'
import { profileActivities } from './customers/profile-activities.ts'
import { profileFields } from './customers/profile-fields.ts'
import { profiles } from './customers/profiles.ts'
import { profileRestriction } from './customers/restriction.ts'
import { segments } from './customers/segments.ts'
import { profileViews } from './customers/views.ts'
import { files } from './formats/files.ts'
import { dataSources } from './imports/data-sources.ts'
import { mending } from './imports/mending.ts'
import { importRun } from './imports/run.ts'
import { understanding } from './imports/understood.ts'
import { importUndo } from './imports/undo.ts'
import { jobs } from './jobs.ts'
import { notifications } from './notifications.ts'
import { olderActivities } from './older/activities.ts'
import { olderBroadcasts } from './older/broadcasts.ts'
import { olderDashboard } from './older/dashboard.ts'
import { olderDataSources } from './older/data-sources.ts'
import { olderDataFrames } from './older/dataframes.ts'
import { olderExports } from './older/exports.ts'
import { olderLabels } from './older/labels.ts'
import { olderPipeline } from './older/pipeline.ts'
import { olderProfiles } from './older/profiles.ts'
import { openApiChanges } from './open-api/changes.ts'
import { openApiChanging } from './open-api/changing.ts'
import { connectorItems } from './open-api/connector-items.ts'
import { connectors } from './open-api/connectors.ts'
import { apiKeys } from './open-api/keys.ts'
import { openApis } from './open-api/open-apis.ts'
import { openApiRequests } from './open-api/own-requests.ts'
import { profileApi } from './open-api/profile-api.ts'
import { programWebhooks } from './open-api/program-webhooks.ts'
import { programs } from './open-api/programs.ts'
import { openApiReading } from './open-api/reading.ts'
import { openApiSending } from './open-api/sending.ts'
import { apiTokens } from './open-api/tokens.ts'
import { openApiWebhooks } from './open-api/webhooks.ts'
import type { Feature } from './platform/endpoint.ts'
import { locations } from './platform/locations.ts'
import { masterData } from './platform/master-data.ts'
import { wms } from './platform/shipping.ts'
import { exposures } from './privacy/exposure.ts'
import { privacyIncidents } from './privacy/incidents.ts'
import { incidentLetters } from './privacy/letters.ts'
import { myData, myDataSettings } from './privacy/my-data.ts'
import { myDataLink, myDataLinks } from './privacy/my-data-link.ts'
import { privacyProcessing } from './privacy/processing.ts'
import { privacyRequests } from './privacy/requests.ts'
import { privacyRetention } from './privacy/retention.ts'
import { push } from './push.ts'
import { auditLog } from './reports/audit-log.ts'
import { dashboard } from './reports/dashboard.ts'
import { exports } from './reports/exports.ts'
import { olderUsage } from './reports/older-usage.ts'
import { readers } from './reports/readers.ts'
import { system } from './reports/system.ts'
import { tutorial } from './reports/tutorial.ts'
import { workListCalls } from './reports/work-lists.ts'
import { watches } from './watches/watches.ts'

/** Every feature there is: what the OpenAPI document and the generated suites walk over. */
export const features = {
  setup,
  auth,
  passkeys,
  users,
  stores,
  secondFactor,
  dpa,
  roles,
  rightRequests,
  setupRequests,
  people,
  invitations,
  profiles,
  profileHistory,
  profileRestriction,
  privacyIncidents,
  privacyRequests,
  exposures,
  privacyProcessing,
  privacyRetention,
  incidentLetters,
  myDataSettings,
  myData,
  myDataLinks,
  myDataLink,
  profileActivities,
  counter,
  profileViews,
  profileBulk,
  profileDuplicates,
  profileErasure,
  jobs,
  profileFields,
  masterData,
  locations,
  files,
  dataSources,
  importRun,
  understanding,
  mending,
  importUndo,
  labels,
  segments,
  activities,
  generalInfo,
  activitySettings,
  preferences,
  consents,
  consentWordings,
  auditLog,
  readers,
  olderUsage,
  dashboard,
  workListCalls,
  tutorial,
  system,
  exports,
  lineOa,
  lineModule,
  answers,
  facebookSetting,
  lineLink,
  memberFiles,
  watches,
  webhooks,
  onlineLog,
  richMenus,
  richMenuInsight,
  richMenuLinks,
  richMenuFriends,
  broadcastSettings,
  broadcasts,
  broadcastTemplates,
  restoreHold,
  media,
  stickers,
  savedLocations,
  coupons,
  links,
  automations,
  automationImports,
  automationMessages,
  automationPeople,
  automationRehearsals,
  automationUndo,
  apiKeys,
  apiTokens,
  openApis,
  connectors,
  connectorItems,
  programs,
  programWebhooks,
  openApiReading,
  openApiChanges,
  openApiRequests,
  openApiSending,
  openApiChanging,
  openApiWebhooks,
  profileApi,
  notifications,
  push,
  wms,
  olderProfiles,
  olderDataFrames,
  olderDataSources,
  olderPipeline,
  olderActivities,
  olderBroadcasts,
  olderDashboard,
  olderLabels,
  olderExports,
} satisfies Record<string, Feature>
