import { setTimeout as sleep } from 'node:timers/promises'
import { writeRequests, writeRequestsSteadily } from '../http/request-log.ts'
import '../core/node-version.js'
import { publishAgreement } from '../access/dpa/document.ts'
import { followPresets } from '../access/roles/queries.ts'
import { writeAnswers, writeAnswersSteadily } from '../channels/accounts/answer-times.ts'
import { startClock } from '../core/clock.ts'
import { type Config, readConfig, type ServerSettings } from '../core/config.ts'
import { loggerOf } from '../core/log.ts'
import { faultOf, isUnreachable } from '../core/sqlstate.ts'
import { newToken, tokenHash } from '../core/tokens.ts'
import { type Database, startDatabase } from '../database/database.ts'
import { createPool } from '../database/db.ts'
import { followClock, readClock } from '../database/follow-clock.ts'
import { recordDecisions } from '../decisions/write.ts'
import { buildWeb } from '../http/build-web.ts'
import { exchangeLimits, newCallLimits } from '../http/call-limits.ts'
import { drain } from '../http/end-connections.ts'
import { writeUses, writeUsesSteadily } from '../http/program-uses.ts'
import { writeRequestCounts, writeRequestCountsSteadily } from '../http/request-counts.ts'
import { readyPart } from '../metrics/ready.ts'
import { writeRefusals, writeRefusalsSteadily } from '../open-api/connectors/refused-requests.ts'
import { publishToNats } from '../push/publish.ts'
import { startSockets } from '../push/sockets.ts'
import { writeUsage, writeUsageSteadily } from '../reports/older-usage/count.ts'
import { noteVersion } from '../reports/system/installation.ts'
import { type Core, serverNumber } from '../servers/core.ts'
import { runningServers } from '../servers/database-servers.ts'
import { deliverNewsSteadily, startServers } from '../servers/directory.ts'
import { routerOf } from '../servers/store-router.ts'
import { watchedDisk, watchRoomSteadily } from '../storage/disk.ts'
import { openStorage } from '../storage/open-storage.ts'
import { collectWhenIdle } from '../work/at-rest.ts'
import { databaseLeases } from '../work/leases.ts'
import type { Jobs } from '../work/queue.ts'
import { referenceOf } from '../work/reference.ts'
import { createApp } from './app.ts'
import { endArchive, showArchive } from './archive/steadily.ts'
import { offerSetup } from './auth/queries.ts'
import { checkSetupPassword, setUpUnattended } from './auth/set-up.ts'
import { showProcess } from './metrics/process.ts'
import { watchServer } from './metrics/server.ts'
import { directUrlOf, openConnections, openFurtherServer } from './open-core.ts'
import { isolate } from './rehearsal/isolate.ts'
import { showBackups } from './rehearsal/weekly.ts'
import { watchAgeSteadily, watchDatabaseAge } from './restored/database-age.ts'
import { startPatiently, waitingRoom } from './start-patiently.ts'
import { timedWork } from './timed-work.ts'
import { queueHandlers } from './worker.ts'

const say = (line: string) => console.log(line)

/** Milliseconds between two attempts to open a server that is away. */
const AWAY_PAUSE_MS = 5000

/** Milliseconds after which a start answers on its port that it is one. */
const LONG_START_MS = 10_000

/** Functions that close what was started, run in reverse order. */
const closers: (() => Promise<unknown>)[] = []

/** Functions that close what stays open through all attempts to start. */
const lasting: (() => Promise<unknown>)[] = []

async function run() {
  const config = readConfig(process.env)
  isolate(config, say)
  await checkSetupPassword(config)
  const endStart = readyPart('start', () => 'It is starting.')
  lasting.push(await showProcess(config, say))
  const room = waitingRoom(config)
  lasting.push(room.close)
  // A PostgreSQL of one's own may be away, or migrated for long. A proxy without health checks sends calls wherever a port is open.
  const waits = config.databaseUrl !== undefined && config.role !== 'worker'
  const attempt = async () => {
    const opening = waits ? setTimeout(() => void room.open().catch(() => {}), LONG_START_MS) : undefined
    try {
      await start(config, async () => {
        clearTimeout(opening)
        await room.close()
      })
    } finally {
      clearTimeout(opening)
    }
  }
  const undo = async () => {
    await closeAll(closers)
    if (waits) await room.open()
  }
  await startPatiently(attempt, { undo, say, signal: stopping.signal })
  endStart()
}

async function start(config: Config, freePort: () => Promise<void>) {
  let over = false
  closers.push(async () => {
    over = true
  })
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
  const logger = loggerOf(config)
  const onError = (error: unknown) => logger.error({ err: error, request_id: referenceOf(error) }, 'job')
  const onMailGivenUp = (what: object) => logger.warn(what, 'mail given up')
  const onFailure = (error: unknown, name: string) =>
    logger.error({ err: error, request_id: referenceOf(error), work: name }, 'job')
  const { appUrl, directAppUrl } = database
  const opened = await openConnections({ appUrl, directAppUrl, pooled: config.pooledUrl !== undefined }, onError)
  closers.push(opened.close)
  await readClock(opened.pool)
  const { close: _, jobs, ...pools } = opened
  // One connection, opened only while several processes serve.
  const asking = createPool(appUrl, { max: 1, ...(config.pooledUrl !== undefined && { options: undefined }) })
  closers.push(() => asking.end())
  const limits = newCallLimits(pools.pool, { asking })
  const disk = watchedDisk(config, pools.pool)
  const report = (error: unknown, what: string) => {
    // Monitoring searches the log for this word: a defect of the product.
    const alarm = faultOf(error) === 'ours' && { alarm: true }
    logger.error({ err: error, request_id: referenceOf(error), ...alarm }, what)
  }
  const core: Core = { ...{ config, ...pools, jobs, limits, disk, report }, ...(await openStorage(config)) }
  closers.push(watchServer(core))
  const hideBackups = showBackups(core.pool)
  closers.push(async () => hideBackups())
  const hideArchive = showArchive()
  closers.push(async () => hideArchive())
  if (config.databaseUrl && !config.databaseMaxBytes)
    say('How much room the database has is unknown: RUAM_DATABASE_MAX_BYTES would pause imports before it is full.')
  publishToNats(config.nats && config.environment)
  const further = config.servers.map(({ id }) => id)
  const directory = further.length > 0 ? await startServers(core, further) : undefined
  if (directory) {
    closers.push(async () => directory.close())
    core.servers = directory
  }
  recordDecisions(core)
  const unwatch = await watchDatabaseAge(core, database.ownerUrl, say)
  closers.push(async () => unwatch())
  await followPresets(core.pool)
  await publishAgreement(core.pool)
  await noteVersion(core)
  const servers = runningServers(config, {
    ...{ id: 1, ownerUrl: database.ownerUrl, powerUrl: database.rewriteUrl, pool: core.pool },
  })
  closers.push(() => servers.close())
  /** Works the queue and the clock of one server. */
  async function workAt(there: Core, queue: Jobs, urls: Pick<Database, 'ownerUrl' | 'rewriteUrl' | 'directAppUrl'>) {
    if (config.rehearsal) return
    if (config.role !== 'api') await queue.work(queueHandlers(there, { onMailGivenUp }), onError)
    const timed = [
      watchAgeSteadily(there),
      ...(servesHttp
        ? [
            writeUsageSteadily(there),
            writeUsesSteadily(there.pool),
            writeRequestsSteadily(there),
            writeRequestCountsSteadily(there.pool),
            writeRefusalsSteadily(there.pool),
            writeAnswersSteadily(there.pool),
          ]
        : []),
      ...(config.role === 'api' ? [] : timedWork(there, urls, { servers, logger, say })),
    ]
    closers.push(startClock(timed, onFailure, databaseLeases(there.pool, serverNumber(there))))
  }
  /** Takes a further server in; it may be away now, and its stores with it. */
  async function takeIn(server: ServerSettings) {
    const { core: there, jobs: queue, close } = await openFurtherServer(core, server, say, onError)
    if (ending || over) return close()
    closers.push(close)
    closers.push(watchServer(there))
    directory!.join(there)
    const ownerUrl = server.databaseUrl
    await workAt(there, queue, { ownerUrl, rewriteUrl: ownerUrl, directAppUrl: directUrlOf(server, config.secretKey) })
  }
  async function takeInLater(server: ServerSettings) {
    say(`The database server ${server.id} is away: its stores wait for it.`)
    for (;;) {
      await sleep(AWAY_PAUSE_MS, undefined, { ref: false })
      if (ending || over) return
      const error = await takeIn(server).catch((failed: unknown) => failed)
      if (error === undefined) return say(`The database server ${server.id} is there.`)
      if (!isUnreachable(error)) onFailure(error, `server ${server.id}`)
    }
  }
  await Promise.all(
    config.servers.map((server) =>
      takeIn(server).catch((error: unknown) => {
        if (!isUnreachable(error)) throw error
        void takeInLater(server)
      }),
    ),
  )
  if (servesHttp) {
    await setUpUnattended(core)
    const app = await createApp(core, { web: withWeb })
    closers.push(async () => {
      for (const there of routerOf(core).reachable()) {
        await writeUsage(there)
        await writeUses(there.pool)
        await writeRequests(there.pool, there.config.secretKey)
        await writeRequestCounts(there.pool)
        await writeRefusals(there.pool)
        await writeAnswers(there.pool)
      }
    })
    closers.push(() => app.close())
    // Runs before everything else is closed.
    draining = () => drain(app, config.drainSeconds * 1000)
    // Before the calls end: the server would wait for its sockets.
    const others = config.servers.map((server) => ({
      // Read at each attempt: the roles of a server that is away are unknown.
      get directUrl() {
        return directUrlOf(server, config.secretKey)
      },
      has: (storeId: number) => routerOf(core).serverOf(storeId) === server.id,
    }))
    const sockets = await startSockets(app.server, config, directAppUrl, others)
    closers.push(() => sockets.close())
    // The other processes share the limits before this one serves.
    await limits.exchange()
    await freePort()
    await app.listen({ port: config.port, host: config.host })
    const address = config.publicUrl ?? `http://localhost:${(app.server.address() as { port: number }).port}`
    say(`Ruam is ready: ${address}`)
    if (!config.setup) await offerSetupLink(core, address)
  }
  // Its slot would keep PostgreSQL's log for ever.
  if (!config.databaseUrl && !config.archive && config.role !== 'api') await endArchive(database.rewriteUrl)
  await workAt(core, jobs, database)
  const ofProcess = [
    collectWhenIdle(),
    watchRoomSteadily(disk),
    followClock(core.pool),
    ...(servesHttp ? [exchangeLimits(limits)] : []),
    ...(directory ? [deliverNewsSteadily(directory)] : []),
  ]
  if (!config.rehearsal) closers.push(startClock(ofProcess, onFailure))
  if (!servesHttp) say('Ruam is ready to work.')
}

/** On an empty database, at each start: a one-time link. Its secret stands where neither a proxy nor a log sees it. */
async function offerSetupLink({ pool }: Core, address: string) {
  const token = newToken()
  if (await offerSetup(pool, tokenHash(token))) say(`Set up your store once with this link: ${address}/set-up#${token}`)
}

/** Closes what was opened last first. */
async function closeAll(all: (() => Promise<unknown>)[]) {
  for (const close of all.splice(0).reverse()) await close().catch((error: Error) => console.error(error.message))
}

const stopping = new AbortController()
let draining: () => Promise<unknown> = async () => {}
let ending = false

const started = run()

async function end(code: number) {
  if (ending) return
  ending = true
  stopping.abort()
  // A start that is cut short must not leave what it was about to start.
  await started.catch(() => {})
  await draining()
  await closeAll(closers)
  await closeAll(lasting)
  process.exit(code)
}

process.on('SIGINT', () => end(0))
process.on('SIGTERM', () => end(0))
started.catch((error: Error & { code?: string }) => {
  if (ending) return
  console.error(error.message || error.code)
  return end(1)
})
