import multipart from '@fastify/multipart'
import { features } from '@ruam/contract/endpoints.ts'
import { BODY_BYTES, REQUEST_TIMEOUT_MS } from '@ruam/contract/platform/constants.ts'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { dpaRoutes } from '../access/dpa/routes.ts'
import { invitationRoutes, peopleRoutes } from '../access/people/routes.ts'
import { secondFactorRoutes } from '../access/people/second-factor-routes.ts'
import { rightRequestRoutes } from '../access/roles/request-routes.ts'
import { roleRoutes } from '../access/roles/routes.ts'
import { setupRequestRoutes } from '../access/roles/setup-requests.ts'
import { storeRoutes, userRoutes } from '../access/stores/routes.ts'
import { automationImportRoutes } from '../automations/calls/import-entrants.ts'
import { automationPeopleRoutes } from '../automations/calls/people-routes.ts'
import { automationRoutes } from '../automations/calls/routes.ts'
import { automationUndoRoutes } from '../automations/calls/undo-routes.ts'
import { automationMessageRoutes } from '../automations/messages/routes.ts'
import { rehearsalRoutes } from '../automations/rehearsal/routes.ts'
import { restoreHoldRoutes } from '../broadcasts/calls/paused-by-restore-routes.ts'
import { broadcastRoutes } from '../broadcasts/calls/routes.ts'
import { couponRoutes } from '../broadcasts/coupons/routes.ts'
import { linkRoutes } from '../broadcasts/links/routes.ts'
import { mediaRoutes } from '../broadcasts/media/routes.ts'
import { savedLocationRoutes } from '../broadcasts/saved-locations/routes.ts'
import { broadcastSettingRoutes } from '../broadcasts/settings/routes.ts'
import { stickerRoutes } from '../broadcasts/stickers/routes.ts'
import { broadcastTemplateRoutes } from '../broadcasts/templates/routes.ts'
import { lineModuleRoutes, lineOaRoutes } from '../channels/accounts/routes.ts'
import { answerRoutes } from '../channels/answers/calls/routes.ts'
import { facebookSettingRoutes } from '../channels/facebook/routes.ts'
import { lineLinkRoutes } from '../channels/line-link/routes.ts'
import { memberFilesRoutes } from '../channels/member-files/routes.ts'
import { onlineLogRoutes } from '../channels/online-log/routes.ts'
import { richMenuFriendRoutes } from '../channels/rich-menus/assign/routes.ts'
import { richMenuInsightRoutes } from '../channels/rich-menus/calls/insight.ts'
import { richMenuLinkRoutes } from '../channels/rich-menus/calls/links.ts'
import { richMenuRoutes } from '../channels/rich-menus/calls/routes.ts'
import { leaveWithMenus } from '../channels/rich-menus/publish/leave.ts'
import { webhookRoutes } from '../channels/webhooks/routes.ts'
import { type LogSink, loggerOf } from '../core/log.ts'
import { requestIdOf } from '../core/trace.ts'
import { profileBulkRoutes } from '../customers/bulk/routes.ts'
import { publishChange } from '../customers/changes/publish-change.ts'
import { consentRoutes } from '../customers/consents/calls/routes.ts'
import { consentWordingRoutes } from '../customers/consents/calls/wording-routes.ts'
import { counterRoutes } from '../customers/counter/routes.ts'
import { profileDuplicateRoutes } from '../customers/duplicates/routes.ts'
import { profileErasureRoutes } from '../customers/erasure/routes.ts'
import { activitySettingRoutes, generalInfoRoutes } from '../customers/field-changes/older-settings-calls.ts'
import { profileFieldRoutes } from '../customers/field-changes/profile-field-calls.ts'
import { activityRoutes } from '../customers/field-changes/routes.ts'
import { profileHistoryRoutes } from '../customers/history/routes.ts'
import { labelRoutes } from '../customers/labels/calls/routes.ts'
import { preferenceRoutes } from '../customers/preferences/routes.ts'
import { profileActivityRoutes } from '../customers/profile-activities/routes.ts'
import { profileRoutes } from '../customers/profiles/routes.ts'
import { profileRestrictionRoutes } from '../customers/restriction/routes.ts'
import { segmentRoutes } from '../customers/segments/routes.ts'
import { profileViewRoutes } from '../customers/views/routes.ts'
import { fileRoutes } from '../formats/files/routes.ts'
import { refuseOtherMethods } from '../http/allowed-methods.ts'
import { observeAnswers } from '../http/answered.ts'
import { afterActs } from '../http/audit.ts'
import { type Patience, passOverLeftovers, readBodies, usualPatience } from '../http/body.ts'
import { cutStalled, endConnections } from '../http/end-connections.ts'
import { answerBrokenRequest, answerError, answerErrors } from '../http/errors.ts'
import { addHeaders } from '../http/headers.ts'
import { trustedProxies } from '../http/network.ts'
import { openApiOf } from '../http/openapi.ts'
import { answerPrograms } from '../http/program-uses.ts'
import { countRequests } from '../http/request-counts.ts'
import { logRequests } from '../http/request-log.ts'
import { sendJson } from '../http/send-json.ts'
import { builtWeb, serveWeb } from '../http/serve-web.ts'
import { dataSourceRoutes } from '../imports/data-sources/routes.ts'
import { mendingRoutes } from '../imports/mending/routes.ts'
import { importRunRoutes } from '../imports/run/routes.ts'
import { understandingRoutes } from '../imports/understood/routes.ts'
import { importUndoRoutes } from '../imports/undo/routes.ts'
import { jobRoutes } from '../jobs/routes.ts'
import { jobViewer } from '../jobs/view.ts'
import { locationRoutes } from '../locations/routes.ts'
import { masterDataRoutes } from '../master-data/routes.ts'
import { wmsRoutes } from '../master-data/shipping-routes.ts'
import { readiness } from '../metrics/ready.ts'
import { notificationRoutes } from '../notifications/routes.ts'
import { olderActivityRoutes } from '../older/activities.ts'
import { olderBroadcastRoutes } from '../older/broadcasts.ts'
import { olderDashboardRoutes } from '../older/dashboard.ts'
import { olderDataSourceRoutes } from '../older/data-sources.ts'
import { olderDataFrameRoutes } from '../older/dataframes.ts'
import { olderExportRoutes } from '../older/exports.ts'
import { olderLabelRoutes } from '../older/labels.ts'
import { olderPipelineRoutes } from '../older/pipeline.ts'
import { olderProfileRoutes } from '../older/profiles.ts'
import { openApiChangesRoutes } from '../open-api/changes/routes.ts'
import { openApiChangingRoutes } from '../open-api/changing/routes.ts'
import { connectorItemRoutes } from '../open-api/connectors/item-routes.ts'
import { countRefusals } from '../open-api/connectors/refused-requests.ts'
import { connectorRoutes } from '../open-api/connectors/routes.ts'
import { serveProgramDocument } from '../open-api/document/serve-document.ts'
import { apiKeyRoutes } from '../open-api/keys/routes.ts'
import { openApiRoutes } from '../open-api/open-apis/routes.ts'
import { profileApiRoutes } from '../open-api/profile-api/routes.ts'
import { openApiRequestsRoutes } from '../open-api/programs/own-requests.ts'
import { programRoutes } from '../open-api/programs/routes.ts'
import { openApiReadingRoutes } from '../open-api/reading/routes.ts'
import { openApiSendingRoutes } from '../open-api/sending/routes.ts'
import { memberKeys } from '../open-api/tokens/member-keys.ts'
import { apiTokenRoutes } from '../open-api/tokens/routes.ts'
import { programWebhookRoutes } from '../open-api/webhooks/program-routes.ts'
import { openApiWebhookRoutes } from '../open-api/webhooks/routes.ts'
import { exposureRoutes } from '../privacy/exposure/routes.ts'
import { privacyIncidentRoutes } from '../privacy/incidents/routes.ts'
import { incidentLetterRoutes } from '../privacy/letters/routes.ts'
import { myDataLinkRoutes, myDataLinksRoutes } from '../privacy/my-data/link-routes.ts'
import { myDataRoutes } from '../privacy/my-data/public-routes.ts'
import { myDataSettingRoutes } from '../privacy/my-data/routes.ts'
import { privacyProcessingRoutes } from '../privacy/processing/routes.ts'
import { privacyRequestRoutes } from '../privacy/requests/routes.ts'
import { privacyRetentionRoutes } from '../privacy/retention/routes.ts'
import { pushRoutes } from '../push/routes.ts'
import { isSocketRequest } from '../push/upgrade.ts'
import { auditLogRoutes } from '../reports/audit-log/routes.ts'
import { dashboardRoutes } from '../reports/dashboard/routes.ts'
import { exportRoutes } from '../reports/exports/routes.ts'
import { olderUsageRoutes } from '../reports/older-usage/routes.ts'
import { readerRoutes } from '../reports/readers/routes.ts'
import { systemRoutes } from '../reports/system/routes.ts'
import { tutorialRoutes } from '../reports/tutorial/routes.ts'
import { workListRoutes } from '../reports/work-lists/routes.ts'
import type { Core } from '../servers/core.ts'
import { watchRoutes } from '../watches/calls/routes.ts'
import { passkeyRoutes } from './auth/passkey-routes.ts'
import { authRoutes, setupRoutes } from './auth/routes.ts'
import { jobHandlers } from './worker.ts'

const routes = [
  setupRoutes,
  authRoutes,
  passkeyRoutes,
  userRoutes,
  storeRoutes,
  secondFactorRoutes,
  roleRoutes,
  rightRequestRoutes,
  setupRequestRoutes,
  peopleRoutes(memberKeys),
  invitationRoutes,
  dpaRoutes,
  profileRoutes,
  profileHistoryRoutes,
  profileRestrictionRoutes,
  privacyIncidentRoutes,
  privacyRequestRoutes,
  exposureRoutes,
  privacyProcessingRoutes,
  privacyRetentionRoutes,
  incidentLetterRoutes,
  watchRoutes,
  myDataSettingRoutes,
  myDataRoutes,
  myDataLinksRoutes,
  myDataLinkRoutes,
  profileActivityRoutes,
  counterRoutes,
  profileBulkRoutes,
  profileDuplicateRoutes,
  profileErasureRoutes,
  profileFieldRoutes,
  profileViewRoutes,
  masterDataRoutes,
  locationRoutes,
  fileRoutes,
  dataSourceRoutes,
  importRunRoutes,
  understandingRoutes,
  mendingRoutes,
  importUndoRoutes,
  labelRoutes,
  segmentRoutes,
  activityRoutes,
  generalInfoRoutes,
  activitySettingRoutes,
  preferenceRoutes,
  consentRoutes,
  consentWordingRoutes,
  auditLogRoutes,
  readerRoutes,
  olderUsageRoutes,
  dashboardRoutes,
  workListRoutes,
  tutorialRoutes,
  systemRoutes,
  exportRoutes,
  lineOaRoutes(leaveWithMenus),
  facebookSettingRoutes,
  lineLinkRoutes,
  memberFilesRoutes,
  lineModuleRoutes(leaveWithMenus),
  webhookRoutes,
  onlineLogRoutes,
  richMenuRoutes,
  richMenuInsightRoutes,
  richMenuLinkRoutes,
  richMenuFriendRoutes,
  broadcastSettingRoutes,
  broadcastRoutes,
  broadcastTemplateRoutes,
  automationImportRoutes,
  automationMessageRoutes,
  answerRoutes,
  restoreHoldRoutes,
  mediaRoutes,
  stickerRoutes,
  savedLocationRoutes,
  couponRoutes,
  linkRoutes,
  automationRoutes,
  automationPeopleRoutes,
  automationUndoRoutes,
  rehearsalRoutes,
  apiKeyRoutes,
  apiTokenRoutes,
  openApiRoutes,
  connectorRoutes,
  connectorItemRoutes,
  programRoutes,
  programWebhookRoutes,
  openApiReadingRoutes,
  openApiChangesRoutes,
  openApiRequestsRoutes,
  openApiSendingRoutes,
  openApiChangingRoutes,
  openApiWebhookRoutes,
  profileApiRoutes,
  notificationRoutes(jobViewer(jobHandlers)),
  jobRoutes(jobHandlers),
  pushRoutes,
  wmsRoutes,
  olderProfileRoutes,
  olderDataFrameRoutes,
  olderDataSourceRoutes,
  olderPipelineRoutes,
  olderActivityRoutes,
  olderBroadcastRoutes,
  olderDashboardRoutes,
  olderLabelRoutes,
  olderExportRoutes,
]

/** For the head of a request to come whole, and between two looks at that, in milliseconds. */
const HEAD_MS = 10_000
const LOOK_MS = 2000

let openApi: string | undefined
/** Built on the first request: it takes a third of a second, which would delay every start. */
const openApiDocument = () => (openApi ??= JSON.stringify(openApiOf(features)))

/** The HTTP side of the server: every feature's calls, the health checks, the OpenAPI document and the web. */
export async function createApp(
  core: Core,
  { web = true, log, patience = usualPatience }: { web?: boolean; log?: LogSink; patience?: Patience } = {},
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: loggerOf(core.config, log),
    // Successful calls are not logged: their address may contain a search term.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies(core.config.trustProxy),
    bodyLimit: BODY_BYTES,
    http: { shouldUpgradeCallback: isSocketRequest, headersTimeout: HEAD_MS, connectionsCheckingInterval: LOOK_MS },
    // A Thai name of 50 letters takes 450 characters in an address.
    routerOptions: { maxParamLength: 4000 },
    // Would limit head and body together, uploads too, which slow connections prolong. readBodies and handlerTimeout limit the others.
    requestTimeout: 0,
    // On which nothing moves either way; a websocket has a beat of its own.
    connectionTimeout: REQUEST_TIMEOUT_MS,
    // A call that arrives while the server ends is answered as any other.
    return503OnClosing: false,
    frameworkErrors: answerError,
    clientErrorHandler: answerBrokenRequest,
    // Unlike a counter, the same in no other process and after no restart: a person reads it out to the one who looks into the log.
    genReqId: ({ headers }) => requestIdOf(core.config.trustProxy > 0 ? headers['x-request-id'] : undefined),
  })
  observeAnswers(app, core.config)
  answerErrors(app)
  endConnections(app)
  cutStalled(app)
  readBodies(app, patience)
  await app.register(multipart)
  addHeaders(app, core.config)
  answerPrograms(app, core)
  logRequests(app, core)
  countRefusals(app, core)
  countRequests(app, core)
  passOverLeftovers(app)
  refuseOtherMethods(app)
  afterActs(publishChange)
  for (const register of routes) register(app, core)

  app.get('/livez', { config: { call: 'livez' } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { call: 'readyz' } }, async (_request, reply) => {
    const { ready, parts } = await readiness()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'not ready', parts })
  })
  app.get('/api/openapi.json', async (request, reply) =>
    sendJson(request, reply, openApiDocument(), { compressed: true, tagged: true }),
  )
  serveProgramDocument(app)
  await serveWeb(app, web ? builtWeb : undefined, core.config.serviceWorker)
  return app
}
