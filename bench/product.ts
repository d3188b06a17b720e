import { spawn } from 'node:child_process'
import { openAsBlob, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { appUrlOf } from '../server/database/migrate.ts'
import { calibrate } from './calibration.ts'
import { cpuBelow, cpuOf, parentOf, wakeUpsBelow, wakeUpsOf } from './cpu.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
export const owner = { email: 'owner@example.com', password: 'a long password' }

type Json = Record<string, unknown>

interface StartOptions {
  web?: boolean
  /** A data folder that stays, for what takes long to be made. */
  kept?: string
  settings?: Record<string, string>
  /** Superuser's connection string of a PostgreSQL server to use in place of the embedded one. */
  server?: string | undefined
  /** Another checkout to start, with packages of its own. */
  checkout?: string
}

class SignedOut extends Error {}

export interface Product {
  address: string
  /** A store's bearer token. */
  token: string
  /** The database as the application role, and as the superuser for floors and looks. */
  appUrl: string
  superUrl: string
  call(method: string, path: string, body?: unknown): Promise<Json>
  /** Calls go to this store from here on. */
  enterStore(id: number): Promise<void>
  /** Uploads, creates and waits until the file is read; answers the data source's id. */
  load(path: string, name: string, type?: string): Promise<number>
  /** Saves a mapping as suggested. */
  map(id: number): Promise<void>
  dryRun(id: number): Promise<Json>
  run(id: number, dryRunId: string): Promise<Json>
  /** Stops what begins by itself after an import, a search for duplicates, and waits until its values are read: both would take the next figure's time. */
  idle(): Promise<void>
  /** Milliseconds of CPU that the server's process has spent, and all of PostgreSQL. */
  cpu(): { node: number; postgres: number }
  /** Times that their threads have woken up. */
  wakeUps(): number
  /** Resident memory in MB of the server and the Node processes it starts, all together. */
  memory(): number
  /** Memory of the server, and of its workbook process, 0 if there is none. */
  ownMemory(): number
  writerMemory(): number
  /** Folder of its files. */
  folder: string
  /** The peak of it, looked at 20 times a second, since the start or the last restart. */
  peakMemory(): number
  restartPeak(): void
  /** Stops looking at the memory: for a bench that counts the CPU of its own process. */
  stopWatching(): void
  stop(): Promise<void>
}

/**
 * Starts the product by the command of `npm start`, on a folder of its own that goes with it, with an owner and a store; its screens only
 * when asked for, and with other settings where they are given.
 */
export async function startProduct({
  web = false,
  kept,
  settings = {},
  server: own,
  checkout = root,
}: StartOptions = {}): Promise<Product> {
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'ruam-bench-')))
  const external = own === undefined ? undefined : await makeDatabase(own)
  const env = {
    ...process.env,
    RUAM_DATA: folder,
    PORT: '0',
    HOST: '127.0.0.1',
    RUAM_SETUP_EMAIL: owner.email,
    RUAM_SETUP_PASSWORD: owner.password,
    RUAM_SETUP_STORE: 'ร้านทดสอบ',
    RUAM_SETUP_DPA: 'accepted',
    ...(external && { DATABASE_URL: external.ownerUrl }),
    ...settings,
  }
  const server = spawn('sh', ['-c', web ? scripts.start : `${scripts.start} --no-web`], {
    cwd: checkout,
    env: { ...env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const address = await new Promise<string>((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
    createInterface({ input: server.stdout }).on('line', (line) => {
      const found = /Ruam is ready: (\S+)/.exec(line)?.[1]
      if (found) resolve(found)
    })
  })
  const memory = watchMemory(server.pid!)
  let token = ''
  const call = async (method: string, path: string, body?: unknown): Promise<Json> => {
    try {
      return await callOnce(method, path, body)
    } catch (error) {
      // The server closed an idle connection as the call began: it has read nothing of it.
      const { code } = ((error as Error).cause ?? {}) as { code?: string }
      if (code === 'UND_ERR_SOCKET') return callOnce(method, path, body)
      // A session of a store is shorter than some benches.
      if (!(error instanceof SignedOut) || token === '') throw error
      await enter()
      return callOnce(method, path, body)
    }
  }
  const callOnce = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const form = body instanceof FormData
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !form ? { 'content-type': 'application/json' } : {}),
    }
    const reply = await fetch(`${address}/api${path}`, {
      method,
      headers,
      body: form ? body : body ? JSON.stringify(body) : undefined,
    })
    const text = await reply.text()
    const said = `${method} ${path} answered ${reply.status}: ${text}`
    if (reply.status === 401) throw new SignedOut(said)
    if (!reply.ok) throw new Error(said)
    return text ? (JSON.parse(text) as Json) : {}
  }
  let storeId: number | undefined
  const enter = async () => {
    token = ''
    // The owner is made right after the address is said.
    const login = await patiently(() => call('POST', '/auth/login', owner))
    const user = login.user as { id: number }
    token = login.access_token as string
    const stores = (await call('GET', `/users/${user.id}/user-stores`)) as { data: { store: { id: number } }[] }
    token = (await call('POST', '/stores/auth/token', { id: storeId ?? stores.data[0]!.store.id })).token as string
  }
  await enter()

  const superUrl = external?.superUrl ?? embeddedUrl(folder)
  const postmaster = await postmasterOf(superUrl)
  // Ten times a second: each look is work for the two cores that are measured.
  const over = async (id: number, run: string) => {
    for (;;) {
      const told = await call('GET', `/datasource/${id}/history/${run}`)
      if (told.status === 'completed') return told
      if (told.status === 'failed' || told.status === 'cancel') throw new Error(`The run ended as ${told.status}`)
      await sleep(100)
    }
  }
  calibrate()
  return {
    address,
    token,
    superUrl,
    appUrl: appUrlOf(superUrl, readFileSync(join(folder, 'secret-key'), 'utf8').trim()),
    call,
    async enterStore(id) {
      storeId = id
      await enter()
    },
    async load(path, name, type = 'csv') {
      const form = new FormData()
      form.set('file', await openAsBlob(path), 'customers.csv')
      const { file_id } = await call('POST', '/file/import', form)
      const { datasource_id: id } = await call('POST', '/datasource', { name, file_id, file_type: type })
      for (;;) {
        const { status } = await call('GET', `/datasource/${id}`)
        if (status === 'ready_to_map') return id as number
        if (status === 'load_failed') throw new Error('The file could not be loaded')
        await sleep(20)
      }
    },
    async map(id) {
      const { mapping, match } = await call('GET', `/datasource/${id}/mapping`)
      await call('PUT', `/datasource/${id}/mapping`, { mapping, match })
    },
    async dryRun(id) {
      const { run_id } = await call('POST', `/datasource/${id}/execute/dry`)
      return over(id, run_id as string)
    },
    async run(id, dryRunId) {
      const { run_id } = await call('POST', `/datasource/${id}/execute`, { run_id: dryRunId })
      return over(id, run_id as string)
    },
    async idle() {
      for (;;) {
        const { data, total } = (await call('GET', '/job?active=true')) as { data: { id: number }[]; total: number }
        if (total === 0) break
        for (const { id } of data) await call('POST', `/job/${id}/cancel`).catch(() => {})
        await sleep(50)
      }
      const admin = new pg.Client({ connectionString: superUrl })
      await admin.connect()
      while ((await admin.query('select auth.stores_to_read()')).rows.length > 0) await sleep(200)
      await admin.end()
    },
    cpu: () => ({ node: cpuOf(server.pid!), postgres: cpuBelow(postmaster) }),
    wakeUps: () => wakeUpsOf(server.pid!) + wakeUpsBelow(postmaster),
    memory: () => memoryOf(server.pid!),
    ownMemory: () => residentOf(server.pid!),
    writerMemory: () => writersOf(server.pid!).reduce((sum, pid) => sum + residentOf(pid), 0),
    folder,
    peakMemory: memory.peak,
    restartPeak: memory.restart,
    stopWatching: memory.stop,
    async stop() {
      memory.stop()
      server.kill('SIGTERM')
      await ended
      await external?.drop()
      if (!kept) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The superuser's connection string of an embedded server. */
function embeddedUrl(folder: string): string {
  const postgres = JSON.parse(readFileSync(join(folder, 'postgres/connection.json'), 'utf8')) as Record<string, string>
  return `postgres://postgres:${postgres.superuser_password}@127.0.0.1:${postgres.port}/ruam`
}

/** One owner of all databases on a server: the roles that migrations make are the server's. */
const OWNER = 'ruam_bench'

/** Makes a database with its owner on a server. */
async function makeDatabase(server: string) {
  const name = `ruam_bench_${process.pid}_${Date.now().toString(36)}`
  const urlOf = (user?: string) => {
    const url = new URL(server)
    url.pathname = `/${name}`
    if (user) {
      url.username = user
      url.password = user
    }
    return url.href
  }
  const root = async (...texts: string[]) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    for (const text of texts) await client.query(text)
    await client.end()
  }
  await root(
    `do $$ begin create role ${OWNER} login createrole password '${OWNER}'; exception when duplicate_object then end $$`,
    `create database ${name} owner ${OWNER} locale 'C.UTF-8' template template0`,
  )
  const drop = () => root(`drop database ${name} with (force)`)
  return { ownerUrl: urlOf(OWNER), superUrl: urlOf(), drop }
}

/** The process that began the backend we are connected to, and all others. */
async function postmasterOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = parentOf(rows[0]!.pid)
  await client.end()
  return pid
}

function watchMemory(root: number) {
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryOf(root))
  }, 50)
  return {
    peak: () => peak,
    restart() {
      peak = 0
    },
    stop: () => clearInterval(timer),
  }
}

/** Resident MB of a process and the Node processes below it. Linux alone tells. */
function memoryOf(pid: number): number {
  try {
    const own = residentOf(pid)
    const below = childrenOf(pid).reduce((sum, child) => sum + memoryOf(child), 0)
    const [program = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    // PostgreSQL lies in a folder named node_modules.
    return below + (basename(program).startsWith('node') ? own : 0)
  } catch {
    // It has ended meanwhile.
    return 0
  }
}

/** Resident MB of one process; 0 when it is over. */
function residentOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

/** The processes below one that write workbooks. */
function writersOf(pid: number): number[] {
  try {
    return childrenOf(pid).filter((child) =>
      readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('workbook-process'),
    )
  } catch {
    return []
  }
}

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries > 50) throw error
      await sleep(100)
    }
  }
}
