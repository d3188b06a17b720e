import { warnOfExpiryHourly } from '../open-api/keys/expiry.ts'
import '../platform/core/node-version.js'
import { publishAgreement } from '../access/dpa/document.ts'
import { followPresets } from '../access/roles/queries.ts'
import { sendSteadily } from '../broadcasts/sending/clock.ts'
import { endStreamsHourly, ingestSteadily, purgeOnlineLogHourly } from '../channels/inbox/clock.ts'
import { applyErasuresAgain } from '../customers/erasure/apply-again.ts'
import { readValuesSteadily } from '../customers/profiles/read-values-steadily.ts'
import { sweepSteadily } from '../customers/segments/sweep.ts'
import { writeRefusals, writeRefusalsSteadily } from '../open-api/connectors/refused-requests.ts'
import { keepSqlLogins } from '../open-api/profile-api/steadily.ts'
import { giveMemoryBackAtRest } from '../platform/core/at-rest.ts'
import { buildWeb } from '../platform/core/build-web.ts'
import { exchangeLimits, newCallLimits } from '../platform/core/call-limits.ts'
import { startClock } from '../platform/core/clock.ts'
import { readConfig } from '../platform/core/config.ts'
import type { Core } from '../platform/core/core.ts'
import { startDatabase } from '../platform/core/database.ts'
import { runningServers } from '../platform/core/database-servers.ts'
import { createPool } from '../platform/core/db.ts'
import { startJobs } from '../platform/core/jobs.ts'
import { databaseLeases } from '../platform/core/leases.ts'
import { loggerOf } from '../platform/core/log.ts'
import { assertBehindTheWall, assertSettled } from '../platform/core/migrate.ts'
import { openStorage } from '../platform/core/open-storage.ts'
import { writeUses, writeUsesSteadily } from '../platform/core/program-uses.ts'
import { purgeHourly } from '../platform/core/purge.ts'
import { createReadPool } from '../platform/core/read-pool.ts'
import { referenceOf } from '../platform/core/reference.ts'
import { hashOf, newToken } from '../platform/core/tokens.ts'
import { watchDiskHourly } from '../platform/notifications/disk.ts'
import { forwardSteadily } from '../platform/push/forward.ts'
import { publishToNats } from '../platform/push/publish.ts'
import { startSockets } from '../platform/push/sockets.ts'
import { rewriteNightly } from '../platform/rewrite/nightly.ts'
import type { Rewritten } from '../platform/rewrite/rewrite-pages.ts'
import { sealHourly } from '../reports/audit-log/seals.ts'
import { sumUpDaysHourly } from '../reports/dashboard/days.ts'
import { endExportsSteadily } from '../reports/exports/end-exports.ts'
import { writeUsage, writeUsageSteadily } from '../reports/older-usage/count.ts'
import { createApp } from './app.ts'
import { offerSetup } from './auth/queries.ts'
import { checkSetupPassword, setUpUnattended } from './auth/set-up.ts'
import { backUpNightly } from './backup/nightly.ts'
import { closeStraysHourly, lookAfterMovesSteadily } from './store-move/look-after-moves.ts'
import { removeStoresHourly } from './store-removal/remove-stores.ts'
import { queueHandlers } from './worker.ts'

const say = (line: string) => console.log(line)

/** Functions that close what was started, run in reverse order. */
const closers: (() => Promise<unknown>)[] = []

async function start() {
  const config = readConfig(process.env)
  await checkSetupPassword(config)
  const servesHttp = config.role !== 'worker'
  const withWeb = servesHttp && !process.argv.includes('--no-web')
  const starting = startDatabase(config, say).then((database) => {
    closers.push(() => database.stop())
    return database
  })
  const building = withWeb ? buildWeb(say) : Promise.resolve()
  // Both, before either's failure ends this process: a database that is still starting would stay behind.
  await Promise.allSettled([starting, building])
  await building
  const database = await starting
  const pooled = config.pooledUrl !== undefined
  const pool = createPool(database.appUrl, pooled ? { options: undefined } : {})
  closers.push(() => pool.end())
  const readPool = createReadPool(database.appUrl, { pooled })
  closers.push(() => readPool.end())
  const sessions = pooled ? createPool(database.directAppUrl) : pool
  if (pooled) closers.push(() => sessions.end())
  await assertBehindTheWall(pool)
  if (pooled) await assertSettled(pool)
  const logger = loggerOf(config)
  const onError = (error: unknown) => logger.error({ err: error, request_id: referenceOf(error) }, 'job')
  const onMailGivenUp = (what: object) => logger.warn(what, 'mail given up')
  const jobs = await startJobs(database.directAppUrl, onError)
  closers.push(() => jobs.stop())
  const limits = newCallLimits(pool)
  const core: Core = {
    ...{ config, pool, readPool, sessions, jobs, limits },
    ...(await openStorage(config)),
  }
  publishToNats(config.nats && config.environment)
  await applyErasuresAgain(core)
  await followPresets(pool)
  await publishAgreement(pool)
  if (servesHttp) {
    await setUpUnattended(core)
    const app = await createApp(core, { web: withWeb })
    closers.push(() => writeUsage(core))
    closers.push(() => writeUses(pool))
    closers.push(() => writeRefusals(pool))
    closers.push(() => app.close())
    // Before the calls end: the server would wait for its sockets.
    const sockets = await startSockets(app.server, config, database.directAppUrl)
    closers.push(() => sockets.close())
    await app.listen({ port: config.port, host: config.host })
    const address = config.publicUrl ?? `http://localhost:${(app.server.address() as { port: number }).port}`
    say(`Ruam is ready: ${address}`)
    if (!config.setup) await offerSetupLink(core, address)
  }
  if (config.role !== 'api') {
    await jobs.work(queueHandlers(core, { onMailGivenUp }), onError)
  }
  const nightly = { hour: config.rewriteHour, ownerUrl: database.rewriteUrl, report: sayRewritten }
  const logins = {
    ...{ enabled: config.sqlAccess, ownerUrl: database.ownerUrl, superUrl: database.rewriteUrl },
    onEnded: (role: string) => logger.warn({ role }, 'ended a long statement of a SQL login'),
  }
  const servers = runningServers(config, {
    ...{ id: 1, ownerUrl: database.ownerUrl, powerUrl: database.rewriteUrl, pool },
  })
  closers.push(() => servers.close())
  const timed = [
    giveMemoryBackAtRest(),
    ...(servesHttp
      ? [exchangeLimits(limits), writeUsageSteadily(core), writeUsesSteadily(pool), writeRefusalsSteadily(pool)]
      : []),
    ...(config.role === 'api'
      ? []
      : [
          purgeHourly(core),
          watchDiskHourly(core),
          endExportsSteadily(core),
          sealHourly(core),
          removeStoresHourly(core),
          ...(config.servers.length > 0 ? [lookAfterMovesSteadily(servers), closeStraysHourly(servers)] : []),
          readValuesSteadily(core),
          sweepSteadily(core),
          sumUpDaysHourly(core),
          // Its lease belongs to a process that may do it.
          ...(config.rewriteHour === null ? [] : [rewriteNightly(nightly)]),
          ingestSteadily(core),
          purgeOnlineLogHourly(core),
          endStreamsHourly(core),
          warnOfExpiryHourly(core),
          ...(config.backupFolder ? [backUpNightly(core)] : []),
          sendSteadily(core),
          keepSqlLogins(logins),
          ...(config.nats ? [forwardSteadily(pool, database.directAppUrl, config.nats)] : []),
        ]),
  ]
  const onFailure = (error: unknown, name: string) =>
    logger.error({ err: error, request_id: referenceOf(error), work: name }, 'job')
  closers.push(startClock(timed, onFailure, databaseLeases(pool)))
  if (!servesHttp) say('Ruam is ready to work.')
}

const sayRewritten = ({ table, ms, done }: Rewritten) =>
  say(
    done
      ? `Rewrote the table ${table} in ${(ms / 1000).toFixed(1)} s.`
      : `The table ${table} is in use: its rewrite waits.`,
  )

/** On an empty database, at each start: a one-time link. Its secret stands where neither a proxy nor a log sees it. */
async function offerSetupLink({ pool }: Core, address: string) {
  const token = newToken()
  if (await offerSetup(pool, hashOf(token))) say(`Set up your store once with this link: ${address}/set-up#${token}`)
}

const started = start()

let ending = false
async function end(code: number) {
  if (ending) return
  ending = true
  // A start that is cut short must not leave what it was about to start.
  await started.catch(() => {})
  for (const close of closers.reverse()) await close().catch((error: Error) => console.error(error.message))
  process.exit(code)
}

process.on('SIGINT', () => end(0))
process.on('SIGTERM', () => end(0))
started.catch((error: Error) => {
  console.error(error.message)
  return end(1)
})
