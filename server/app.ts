import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import { BODY_BYTES, REQUEST_TIMEOUT_MS } from '@ruam/contract/constants.ts'
import { features } from '@ruam/contract/endpoints.ts'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { auditLogRoutes } from './audit-log/routes.ts'
import { authRoutes, setupRoutes } from './auth/routes.ts'
import { type Patience, passOverLeftovers, readBodies, usualPatience } from './core/body.ts'
import type { Core } from './core/core.ts'
import { endConnections } from './core/end-connections.ts'
import { answerBrokenRequest, answerError, answerErrors } from './core/errors.ts'
import { addHeaders } from './core/headers.ts'
import { type LogSink, loggerOf } from './core/log.ts'
import { trustedProxies } from './core/network.ts'
import { openApiOf } from './core/openapi.ts'
import { Refusal } from './core/refusal.ts'
import { builtWeb, serveWeb } from './core/serve-web.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { dataSourceRoutes } from './data-sources/routes.ts'
import { dpaRoutes } from './dpa/routes.ts'
import { exportRoutes } from './exports/routes.ts'
import { activitySettingRoutes, generalInfoRoutes } from './field-changes/older-settings-calls.ts'
import { profileFieldRoutes } from './field-changes/profile-field-calls.ts'
import { activityRoutes } from './field-changes/routes.ts'
import { fileRoutes } from './files/routes.ts'
import { importRunRoutes } from './import-run/routes.ts'
import { importUndoRoutes } from './import-undo/routes.ts'
import { jobRoutes } from './jobs/routes.ts'
import { jobViewer } from './jobs/view.ts'
import { locationRoutes } from './locations/routes.ts'
import { masterDataRoutes } from './master-data/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { invitationRoutes, peopleRoutes } from './people/routes.ts'
import { preferenceRoutes } from './preferences/routes.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { profileActivityRoutes } from './profile-activities/routes.ts'
import { profileBulkRoutes } from './profile-bulk/routes.ts'
import { profileDuplicateRoutes } from './profile-duplicates/routes.ts'
import { profileErasureRoutes } from './profile-erasure/routes.ts'
import { profileHistoryRoutes } from './profile-history/routes.ts'
import { profileViewRoutes } from './profile-views/routes.ts'
import { profileRoutes } from './profiles/routes.ts'
import { pushRoutes } from './push/routes.ts'
import { isSocketRequest } from './push/upgrade.ts'
import { roleRoutes } from './roles/routes.ts'
import { segmentRoutes } from './segments/routes.ts'
import { storeRoutes, userRoutes } from './stores/routes.ts'
import { tutorialRoutes } from './tutorial/routes.ts'
import { jobWorks } from './worker.ts'

const routes = [
  setupRoutes,
  authRoutes,
  userRoutes,
  storeRoutes,
  roleRoutes,
  peopleRoutes,
  invitationRoutes,
  dpaRoutes,
  profileRoutes,
  profileHistoryRoutes,
  profileActivityRoutes,
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
  importUndoRoutes,
  segmentRoutes,
  activityRoutes,
  generalInfoRoutes,
  activitySettingRoutes,
  preferenceRoutes,
  privacyRoutes,
  auditLogRoutes,
  dashboardRoutes,
  tutorialRoutes,
  exportRoutes,
  notificationRoutes(jobViewer(jobWorks)),
  jobRoutes(jobWorks),
  pushRoutes,
]

/** For the head of a request to come whole, and between two looks at that, in milliseconds. */
const HEAD_MS = 10_000
const LOOK_MS = 2000

let openApi: string | undefined
/** Written when somebody asks for the first time: it takes a third of a second, which no start has to wait for. */
const openApiDocument = () => (openApi ??= JSON.stringify(openApiOf(features)))

/** The HTTP side of the server: every feature's calls, the health checks, the OpenAPI document and the web. */
export async function createApp(
  core: Core,
  { web = true, log, patience = usualPatience }: { web?: boolean; log?: LogSink; patience?: Patience } = {},
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: loggerOf(core.config, log),
    // Nothing about a call that went well: its address may hold what somebody searched for.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies(core.config.trustProxy),
    bodyLimit: BODY_BYTES,
    http: { shouldUpgradeCallback: isSocketRequest, headersTimeout: HEAD_MS, connectionsCheckingInterval: LOOK_MS },
    // A Thai name of 50 letters takes 450 characters in an address.
    routerOptions: { maxParamLength: 4000 },
    // Of the head and the body together, files too: those of a slow line take longer. readBodies and handlerTimeout hold the others to it.
    requestTimeout: 0,
    // On which nothing moves either way; a websocket has a beat of its own.
    connectionTimeout: REQUEST_TIMEOUT_MS,
    frameworkErrors: answerError,
    clientErrorHandler: answerBrokenRequest,
    // Unlike a counter, the same in no other process and after no restart: a person reads it out to the one who looks into the log.
    genReqId: () => randomUUID(),
  })
  answerErrors(app)
  endConnections(app)
  readBodies(app, patience)
  await app.register(multipart)
  addHeaders(app, core.config)
  passOverLeftovers(app)
  app.addHook('onRequest', async (request) => {
    // Before its body is read.
    if (request.is404 && request.method !== 'GET') throw new Refusal('not_found')
  })
  for (const register of routes) register(app, core)

  app.get('/livez', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const ready = await core.pool.query('select 1').then(
      () => true,
      () => false,
    )
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'no database' })
  })
  app.get('/api/openapi.json', async (_request, reply) => reply.type('application/json').send(openApiDocument()))
  await serveWeb(app, web ? builtWeb : undefined)
  return app
}
