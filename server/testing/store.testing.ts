import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DPA_VERSION } from '@ruam/contract/access/dpa-document.ts'
import { presetRoles } from '@ruam/contract/access/preset-roles.ts'
import { stores } from '@ruam/contract/access/stores.ts'
import type { ErrorBody } from '@ruam/contract/errors/catalog.ts'
import type { Answer, Endpoint, Sent } from '@ruam/contract/platform/endpoint.ts'
import type { Permission } from '@ruam/contract/platform/permissions.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { inject } from 'vitest'
import { publishAgreement } from '../access/dpa/document.ts'
import { forgetNames } from '../access/stores/names-version.ts'
import { createApp } from '../app/app.ts'
import { copyAgreements } from '../app/open-core.ts'
import { jobHandlers, queueHandlers, type WorkOptions } from '../app/worker.ts'
import { startClock } from '../core/clock.ts'
import { newToken, tokenHash } from '../core/tokens.ts'
import { createPool } from '../database/db.ts'
import { appUrlOf, migrate } from '../database/migrate.ts'
import { createReadPool } from '../database/read-pool.ts'
import { recordDecisions } from '../decisions/write.ts'
import type { JobHandlers } from '../jobs/define.ts'
import { forwardSteadily } from '../push/forward.ts'
import { publishToNats } from '../push/publish.ts'
import { type Core, serverNumber } from '../servers/core.ts'
import { type StoreDirectory, startServers } from '../servers/directory.ts'
import { newStoreToken, routerOf } from '../servers/store-router.ts'
import { openStorage } from '../storage/open-storage.ts'
import { diskLists } from '../storage/side-lists.ts'
import { diskStorage } from '../storage/storage.ts'
import { startJobs } from '../work/queue.ts'
import type { SliceTimes } from '../work/time-slice.ts'
import { smallSample } from './app/small-sample.testing.ts'
import { databaseUrl, OWNER, TEMPLATE } from './database.testing.ts'
import { atEndOfFile } from './end-of-file.testing.ts'
import { newBucket } from './s3-server.testing.ts'
import { bothAdmins, isNextThere, spread } from './spread.testing.ts'
import { heard, jobsAtWork } from './until.testing.ts'

interface Server {
  app: FastifyInstance
  core: Core
  /** As the superuser, past the wall: for making a store and for looking what is really there. */
  admin: pg.Pool
  home: Place
  /** The second server, where there are two. */
  there?: Place
}

interface Place {
  core: Core
  admin: pg.Pool
}

interface ServerOptions extends Omit<WorkOptions, 'works'> {
  /** Handlers in place of the usual ones. */
  works?: Partial<JobHandlers>
  turns?: SliceTimes
  /** True for files whose jobs fail on purpose. */
  jobsFail?: boolean
  /** True for two database servers: new stores lie on the second. */
  twoServers?: boolean
  /** Settings of the database, for every connection to it. */
  settings?: Record<string, string>
  /** True for files that change or count what all stores of a server share. */
  alone?: boolean
}

interface Started {
  server: Server
  /** Errors of jobs that no test expected. */
  failures: unknown[]
  stop(): Promise<void>
}

/** A job that takes longer after its file waits for what no longer comes. */
const JOB_PATIENCE_MS = 5000

/** Server of the present file. */
let started: Promise<Server> | undefined
let startedWithOptions = false
/** Server that the files of this process share. */
let shared: Promise<Started> | undefined

/**
 * The whole server with its worker in this process. Files share one, each with stores of its own; a file whose first call has options gets a
 * server on a database of its own.
 */
export function testServer(options: ServerOptions = {}): Promise<Server> {
  const hasOptions = Object.keys(options).length > 0
  // As by a loop that an earlier file left behind.
  if (started && hasOptions && !startedWithOptions) throw new Error('The server of this file began without its options')
  if (!started) startedWithOptions = hasOptions
  started ??= serverOfFile(options)
  return started
}

/** Ends the shared server before a file that fakes `setTimeout`: a timer that a server sets meanwhile never fires. */
export async function endSharedServer(): Promise<void> {
  const ended = shared
  shared = undefined
  await (await ended)?.stop()
}

async function serverOfFile(options: ServerOptions): Promise<Server> {
  const isShared = Object.keys(options).length === 0 && !spread
  if (isShared) shared ??= start(options)
  // Stores of each database are numbered from one.
  forgetNames()
  const { server, failures, stop } = await (isShared ? shared! : start(options))
  const { core } = server
  const services = { ...core }
  const settings = isShared && structuredClone(core.config)
  const objects = isShared && (await objectsOf(server.admin))
  atEndOfFile(async () => {
    started = undefined
    const failed = failures.splice(0)
    const isReusable = isShared && (await endJobs(server.admin)) && (await objectsOf(server.admin)) === objects
    if (isReusable) {
      for (const name of Object.keys(core)) Reflect.deleteProperty(core, name)
      Object.assign(core, services)
      Object.assign(core.config, settings)
      failures.length = 0
    } else {
      if (isShared) shared = undefined
      await stop()
    }
    if (failed.length > 0 && !options.jobsFail) throw new AggregateError(failed, 'A job failed unexpectedly')
  })
  return server
}

async function start(options: ServerOptions): Promise<Started> {
  const { superUrl, secretKey } = inject('database')
  const name = `ruam_test_${process.pid}_${Date.now().toString(36)}`
  const failures: unknown[] = []
  const nats = inject('nats')
  publishToNats(nats && 'test')
  const dataFolder = await mkdtemp(join(tmpdir(), 'ruam-files-'))
  const home = await databaseOf(superUrl, name, secretKey, options, failures)
  const core: Core = {
    ...home.connections,
    ...(await openStorageOf(name, dataFolder)),
    config: {
      port: 0,
      host: '127.0.0.1',
      environment: 'test',
      dataFolder,
      role: 'all',
      databaseUrl: undefined,
      pooledUrl: undefined,
      appUrl: home.appUrl,
      databaseMaxBytes: undefined,
      servers: [],
      bucket: undefined,
      nats,
      secretKey,
      httpsSubdomains: false,
      publicUrl: undefined,
      mediaUrl: 'https://media.example',
      mail: undefined,
      operatorEmail: undefined,
      oidc: undefined,
      line: {
        apiUrl: 'http://127.0.0.1:9',
        dataUrl: 'http://127.0.0.1:9',
        stickerUrl: 'http://127.0.0.1:9',
        loginUrl: 'http://127.0.0.1:9',
      },
      facebook: undefined,
      watchPrivate: false,
      trustProxy: 0,
      drainSeconds: 0,
      sqlAccess: true,
      serviceWorker: true,
      sqlHost: undefined,
      olderSunset: undefined,
      metrics: undefined,
      accessLog: false,
      otlpUrl: undefined,
      rewriteHour: null,
      watchRoot: undefined,
      backupFolder: undefined,
      backupBucket: { endpoint: undefined, region: 'us-east-1', keys: undefined, pathStyle: false },
      archive: undefined,
      backupPassphrase: undefined,
      rehearse: false,
      rehearsal: false,
      flags: { api_connector: false, facebook: false },
      setup: undefined,
    },
  }
  await publishAgreement(core.pool)
  const databases = [home]
  let there: Core | undefined
  let directory: StoreDirectory | undefined
  if (options.twoServers || spread) {
    const second = await databaseOf(superUrl, `${name}_2`, secretKey, options, failures, 2)
    databases.push(second)
    directory = await startServers(core, [2])
    core.servers = directory
    const config = new Proxy(core.config, {
      // Simulators are put into the settings later, for both.
      get: (of, name) => (name === 'appUrl' ? second.appUrl : Reflect.get(of, name)),
    })
    there = { ...core, ...second.connections, server: 2, config }
    directory.join(there)
    await home.admin.query('insert into database_server (id) values (2)')
    await copyAgreements(core.pool, there.pool)
  }
  const forwarding = databases.flatMap(({ connections, appUrl }) =>
    nats ? [startClock([forwardSteadily(connections.pool, appUrl, nats)], (error) => failures.push(error))] : [],
  )
  for (const one of there ? [core, there] : [core]) recordDecisions(one)
  const app = await createApp(core, { web: false })
  const works = { ...jobHandlers, ...options.works } as JobHandlers
  for (const { jobs } of databases) {
    const worked = there && jobs === there.jobs ? there : core
    await jobs.work(heard(queueHandlers(worked, { sampleSize: smallSample, ...options, works })), (error) =>
      failures.push(error),
    )
  }
  const atHome = { core, admin: home.admin }
  const second = there && { core: there, admin: databases[1]!.admin }
  const shown = second && (options.twoServers || spread !== 'random') ? second : atHome
  return {
    server: {
      app,
      core: shown.core,
      admin: !second ? home.admin : options.twoServers ? second.admin : bothAdmins(home.admin, second.admin),
      home: atHome,
      ...(second && { there: second }),
    },
    failures,
    async stop() {
      await Promise.all(forwarding.map((stop) => stop()))
      directory?.close()
      await Promise.all(databases.map(({ jobs }) => jobs.stop()))
      await app.close()
      await Promise.all(databases.flatMap(({ pools }) => pools.map((one) => one.end())))
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

/** Counts tables, functions and triggers. A file that leaves one behind has changed the database for all that follow. */
async function objectsOf(admin: pg.Pool): Promise<string> {
  const { rows } = await admin.query<{ counts: string }>(`select concat_ws(' ',
    (select count(*) from pg_class where relpersistence = 'p'), (select count(*) from pg_proc), (select count(*) from pg_trigger)) as counts`)
  return rows[0]!.counts
}

/** Removes the jobs that wait, and waits for those at work. Returns false if one does not end. */
async function endJobs(admin: pg.Pool): Promise<boolean> {
  const deadline = Date.now() + JOB_PATIENCE_MS
  for (;;) {
    await admin.query("delete from pgboss.job where state in ('created', 'retry')")
    const isIdle = jobsAtWork() === 0
    // A failure is reported after the job has ended.
    await sleep(isIdle ? 0 : 10)
    if (isIdle) return true
    if (Date.now() > deadline) return false
  }
}

/** Core of the server on which a store lies. */
export async function coreOf({ storeId }: { storeId: number }): Promise<Core> {
  const router = routerOf((await testServer()).home.core)
  return router.coreOf(router.serverOf(storeId))
}

/** A database of its own for a test file: a copy of the template, with the ids of a server. */
async function databaseOf(
  superUrl: string,
  name: string,
  secretKey: string,
  options: ServerOptions,
  failures: unknown[],
  server = 1,
) {
  const root = new pg.Client({ connectionString: superUrl })
  await root.connect()
  // Stays until the run ends: to drop it would mean to wait for the last of its connections.
  await root.query(`create database ${name} template ${TEMPLATE}`)
  for (const [setting, value] of Object.entries(options.settings ?? {})) {
    // A list is set item by item.
    const items = value.split(', ').map((item) => pg.escapeLiteral(item))
    await root.query(`alter database ${name} set ${setting} = ${items.join(', ')}`)
  }
  if (server > 1) await root.query(`alter database ${name} owner to ${OWNER}`)
  await root.end()
  if (server > 1) await migrate(databaseUrl(superUrl, name, { name: OWNER, password: 'owner' }), secretKey, { server })
  const appUrl = appUrlOf(databaseUrl(superUrl, name), secretKey)
  const pooledUrl = pooledUrlOf(appUrl)
  const sessions = createPool(appUrl)
  const pool = pooledUrl ? createPool(pooledUrl, { options: undefined }) : sessions
  const readPool = createReadPool(pooledUrl ?? appUrl, { pooled: pooledUrl !== undefined })
  const admin = createPool(databaseUrl(superUrl, name), { max: 2 })
  const jobs = await startJobs(appUrl, (error) => failures.push(error), options.turns)
  const pools = [...new Set([pool, sessions, readPool, admin])]
  return { appUrl, admin, jobs, pools, connections: { pool, readPool, sessions, jobs } }
}

/** The address through the pooler of the run, if it has one. */
function pooledUrlOf(appUrl: string): string | undefined {
  const port = inject('poolerPort')
  if (port === 0) return undefined
  const url = new URL(appUrl)
  url.port = String(port)
  return url.href
}

/** Storage of a test file: a folder, or a bucket of its own where the run has an S3 server. */
async function openStorageOf(name: string, dataFolder: string): Promise<Pick<Core, 'storage' | 'lists'>> {
  const s3 = inject('s3')
  if (!s3) return { storage: diskStorage(dataFolder), lists: diskLists(dataFolder) }
  return openStorage({ bucket: await newBucket(s3, name.replaceAll('_', '-')), dataFolder })
}

type Reply<E extends Endpoint> = { status: number; body: Answer<E> & Partial<ErrorBody> }
type Args<E extends Endpoint> = Record<string, never> extends Sent<E> ? [sent?: Sent<E>] : [sent: Sent<E>]

export interface Member {
  userId: number
  email: string
  /** For calls that need a person alone. */
  personToken: string
  token: string
  /** Speaks HTTP to the server, typed by the contract; fails the test on a refusal. */
  call<E extends Endpoint>(endpoint: E, ...sent: Args<E>): Promise<Answer<E>>
  /** The same, for what may be refused. */
  try<E extends Endpoint>(endpoint: E, ...sent: Args<E>): Promise<Reply<E>>
  upload<E extends Endpoint>(endpoint: E, name: string, content: string | Buffer): Promise<Reply<E>>
}

export interface TestStore extends Member {
  storeId: number
  /** Another member, who holds just these permissions, or is the owner. */
  member(permissions: readonly Permission[] | 'owner'): Promise<Member>
}

let counter = 0

const CONSENTEE = JSON.stringify({ name: 'สมชาย ใจดี', email: 'somchai@example.com', position: '', company: 'ร้านทดสอบ' })

/** A fresh store with its owner signed in and the agreement accepted. */
export async function newStore(
  options: { dpa?: 'accepted' | 'declined' | 'none'; atHome?: boolean } = {},
): Promise<TestStore> {
  const started = await testServer()
  const { home, there } = started
  const server = { ...started, ...(there && !options.atHome && isNextThere() ? there : home) }
  const { admin } = server
  const store = await admin.query<{ store_id: number }>({
    name: 'test-store',
    text: `with store as (insert into store (name) values ('ร้านทดสอบ') returning store_id),
      roles as (insert into role (store_id, name, preset, permissions, home)
        select store_id, preset.name, true, preset.permissions, preset.home
        from store, jsonb_to_recordset($1) as preset (name text, permissions text[], home text)),
      lists as (insert into profile_api_field (store_id, field_id, reads, writes)
        select store_id, field_id, true, true from store, unnest($2::int[]) field_id)
      select store_id from store`,
    values: [
      JSON.stringify(presetRoles.map(({ name, permissions, home }) => ({ name, permissions, home }))),
      systemFields.filter((field) => !('sensitive' in field)).map(({ id }) => id),
    ],
  })
  const storeId = store.rows[0]!.store_id
  await placeStore(server, storeId)
  const owner = await newMember(server, storeId, 'owner')
  if (options.dpa !== 'none') {
    await admin.query(
      "insert into dpa_decision (store_id, version, status, consentee, document_hash, decided_by) values ($1, $2, $3, $5, '', $4)",
      [storeId, DPA_VERSION, options.dpa ?? 'accepted', owner.userId, CONSENTEE],
    )
  }
  return { ...owner, storeId, member: (permissions) => newMember(server, storeId, permissions) }
}

/** Writes down at home where a store of the second server lies. */
async function placeStore({ core, home }: Server, storeId: number): Promise<void> {
  if (serverNumber(core) === 1) return
  await home.admin.query("insert into store_directory (store, server, name) values ($1, $2, 'ร้านทดสอบ')", [
    storeId,
    serverNumber(core),
  ])
  await routerOf(home.core).refresh()
}

async function newMember(
  server: Server,
  storeId: number,
  permissions: readonly Permission[] | 'owner',
): Promise<Member> {
  counter++
  const { app, admin, core, home } = server
  const elsewhere = serverNumber(core) > 1
  const email = `person${counter}.${storeId}@example.com`
  const isOwner = permissions === 'owner'
  const person = elsewhere ? await newPersonAtHome(home.admin, admin, email) : undefined
  const { rows } = await admin.query<{ user_id: number }>({
    name: isOwner ? 'test-owner' : 'test-member',
    text: `with someone as (
        ${elsewhere ? 'select id from users where email = $2' : "insert into users (email, first_name, last_name, password_hash) values ($2, 'สมชาย', 'ใจดี', '') returning id"}),
      role_of as (${
        isOwner
          ? "select id from role where store_id = $1 and name = 'owner'"
          : 'insert into role (store_id, name, permissions) values ($1, $3, $4) returning id'
      })
      insert into store_member (store_id, user_id, role_id) select $1, someone.id, role_of.id from someone, role_of
      returning user_id`,
    values: [storeId, email, ...(isOwner ? [] : [`role ${counter}`, permissions])],
  })
  const userId = person ?? rows[0]!.user_id
  const [personToken, token] = [newToken(), newStoreToken(serverNumber(core))]
  const session = await home.admin.query<{ id: number }>({
    name: 'test-session',
    text: 'select auth.begin_session($1, $2, $3, 3600, 3600) as id',
    values: [userId, tokenHash(newToken()), tokenHash(personToken)],
  })
  const sessionId = session.rows[0]!.id
  if (elsewhere) {
    await home.admin.query('select auth.place_person($1, $2)', [userId, storeId])
    await admin.query("select auth.receive_session($1, $2, now() + interval '1 hour')", [sessionId, userId])
  }
  await admin.query({
    name: 'test-token',
    text: 'select * from auth.enter_store($1, $2, $3, $4, 3600)',
    values: [sessionId, userId, storeId, tokenHash(token)],
  })
  return { userId, email, personToken, token, ...callerOf(app, personToken, token) }
}

/** Opens another store of a member. */
export async function openedBy(member: Member, storeId: number): Promise<Member & { storeId: number }> {
  const { app } = await testServer()
  const { token } = await member.call(stores.token, { body: { id: storeId } })
  return { ...member, storeId, token, ...callerOf(app, member.personToken, token) }
}

/** A person of home, and their copy at the server of the store. */
async function newPersonAtHome(home: pg.Pool, there: pg.Pool, email: string): Promise<number> {
  const { rows } = await home.query<{ id: number }>(
    "insert into users (email, first_name, last_name, password_hash) values ($1, 'สมชาย', 'ใจดี', '') returning id",
    [email],
  )
  const { id } = rows[0]!
  await there.query(
    "insert into users (id, email, first_name, last_name, password_hash) overriding system value values ($1, $2, 'สมชาย', 'ใจดี', '')",
    [id, email],
  )
  return id
}

function callerOf(app: FastifyInstance, personToken: string, token: string): Pick<Member, 'call' | 'try' | 'upload'> {
  const bearer = (endpoint: Endpoint) => ({
    authorization: `Bearer ${endpoint.permission === 'person' ? personToken : token}`,
  })
  const caller: Pick<Member, 'call' | 'try' | 'upload'> = {
    async call(endpoint, ...sent) {
      const { status, body } = await caller.try(endpoint, ...sent)
      if (status >= 300)
        throw new Error(`${endpoint.method} ${endpoint.path} answered ${status}: ${JSON.stringify(body)}`)
      return body
    },
    async try(endpoint, ...[sent]) {
      const {
        params = {},
        query = {},
        body,
      } = (sent ?? {}) as { params?: Record<string, string>; query?: Record<string, string>; body?: object }
      const url = `/api${endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))}`
      const reply = await app.inject({
        method: endpoint.method,
        url,
        query,
        headers: bearer(endpoint),
        ...(body && { payload: body }),
      })
      if (endpoint.download && reply.statusCode === 200) {
        return { status: 200, body: new Blob([new Uint8Array(reply.rawPayload)]) as never }
      }
      return { status: reply.statusCode, body: reply.body ? reply.json() : (undefined as never) }
    },
    async upload(endpoint, name, content) {
      const form = new FormData()
      form.set(
        endpoint.uploadField ?? 'file',
        new Blob([typeof content === 'string' ? content : new Uint8Array(content)]),
        name,
      )
      const encoded = new Response(form)
      const reply = await app.inject({
        method: endpoint.method,
        url: `/api${endpoint.path}`,
        headers: { ...bearer(endpoint), 'content-type': encoded.headers.get('content-type')! },
        payload: Buffer.from(await encoded.arrayBuffer()),
      })
      return { status: reply.statusCode, body: reply.json() }
    },
  }
  return caller
}

/** True if a statement in this file's database waits for a row lock. */
export async function isWaiting(): Promise<boolean> {
  const { admin } = await testServer()
  const sql = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  return (await admin.query(sql)).rowCount! > 0
}
