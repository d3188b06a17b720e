import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '../server/database/postgres/embedded.ts'
import { type RuamClient, signIn } from '../server/suites/ruam-client.ts'
import { startRuam } from '../server/suites/ruam-process.ts'
import { databaseUrl } from '../server/testing/database.testing.ts'
import { startAppPooler } from '../server/testing/pooler.testing.ts'
import { startNatsServer } from '../server/testing/push/nats-server.testing.ts'
import { startS3Server } from '../server/testing/s3-server.testing.ts'
import { startLine } from '../tools/line/server.ts'
import { cpuBelow, cpuOf, parentOf } from './cpu.ts'

const SECRET_KEY = 'a secret for benches alone, thirty-two letters'
const OWNER = 'ruam_bench_owner'

/** Milliseconds of CPU spent by Ruam, PostgreSQL, and pgbouncer with NATS. */
export interface Spent {
  node: number
  postgres: number
  carriers: number
}

export interface Running {
  /** Addresses of the processes that serve requests. */
  addresses: string[]
  client: RuamClient
  cpu(): Spent
  stop(): Promise<void>
}

/** One way to run Ruam, on a database of its own. */
export interface Side {
  name: 'bare' | 'several'
  superUrl: string
  start(): Promise<Running>
}

/** Starts PostgreSQL with a database per side, S3, NATS and LINE. S3 and LINE run in this process, whose CPU is not counted. */
export async function openSides() {
  const folder = await mkdtemp(join(tmpdir(), 'ruam-bench-processes-'))
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres') })
  const [s3, nats, line] = await Promise.all([startS3Server(), startNatsServer(folder), startLine()])
  const admin = new pg.Client({ connectionString: postgres.superUrl })
  await admin.connect()
  const postmaster = await postmasterOf(admin)
  await admin.query(`create role ${OWNER} login createrole password 'owner'`)
  for (const name of ['bare', 'several']) await admin.query(`create database ${name} owner ${OWNER}`)
  await admin.end()
  const urlOf = (name: string) => databaseUrl(postgres.superUrl, name, { name: OWNER, password: 'owner' })
  const shared = { RUAM_SECRET_KEY: SECRET_KEY, RUAM_REWRITE_HOUR: 'off', LINE_API_URL: line.url }
  let pooler: Awaited<ReturnType<typeof startAppPooler>> | undefined

  async function start(name: Side['name'], roles: readonly ('all' | 'api' | 'worker')[]): Promise<Running> {
    const several = name === 'several'
    // Its role exists once the first process has started.
    if (several) pooler ??= await startAppPooler(urlOf(name), SECRET_KEY)
    const env = {
      ...shared,
      DATABASE_URL: pooler && several ? pooler.urlOf(urlOf(name)) : urlOf(name),
      ...(several && {
        DATABASE_DIRECT_URL: urlOf(name),
        NATS_URL: nats.settings.servers.join(','),
        NATS_NKEY: nats.settings.nkey!,
        S3_ENDPOINT: s3.settings.endpoint!,
        S3_BUCKET: s3.settings.bucket,
        S3_ACCESS_KEY_ID: s3.settings.keys!.id,
        S3_SECRET_ACCESS_KEY: s3.settings.keys!.secret,
        S3_PATH_STYLE: '1',
      }),
    }
    const data = join(folder, name)
    const [first, ...others] = roles
    // The first one migrates.
    const begun = [await startRuam(data, { role: first!, env })]
    begun.push(...(await Promise.all(others.map((role) => startRuam(data, { role, env })))))
    const addresses = begun.map(({ address }) => address).filter(Boolean)
    return {
      addresses,
      client: await signedIn(addresses[0]!),
      cpu: () => ({
        node: begun.reduce((sum, { pid }) => sum + cpuOf(pid, true), 0),
        postgres: cpuBelow(postmaster),
        carriers: several ? cpuOf(pooler!.pid()) + cpuOf(nats.pid()) : 0,
      }),
      stop: async () => void (await Promise.all(begun.map((one) => one.signal('SIGTERM')))),
    }
  }
  const side = (name: Side['name'], roles: readonly ('all' | 'api' | 'worker')[]): Side => ({
    ...{ name, superUrl: databaseUrl(postgres.superUrl, name) },
    start: () => start(name, roles),
  })
  return {
    line,
    sides: [side('bare', ['all']), side('several', ['api', 'api', 'worker', 'worker'])],
    async close() {
      await pooler?.stop()
      await Promise.all([nats.kill(), s3.stop(), line.stop()])
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The owner is made right after the address is printed. */
async function signedIn(address: string): Promise<RuamClient> {
  for (let tries = 0; ; tries++) {
    try {
      return await signIn(address)
    } catch (error) {
      if (tries > 50) throw error
      await sleep(100)
    }
  }
}

async function postmasterOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return parentOf(rows[0]!.pid)
}
