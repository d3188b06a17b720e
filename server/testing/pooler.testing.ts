import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { appUrlOf } from '../database/migrate.ts'

const PROGRAM = process.env.PGBOUNCER ?? 'pgbouncer'
/** User `nobody`: pgbouncer refuses to run as root. */
const NOBODY = 65_534

/** True if Debian's pgbouncer is installed. */
export const hasPooler = () => spawnSync(PROGRAM, ['--version']).status === 0

interface Pooler {
  pid(): number
  /** kill -9. */
  kill(): Promise<void>
  /** kill -9, and a new start at the same address. */
  restart(): Promise<void>
  /** Replaces the port in an address of the server behind it. */
  urlOf(url: string): string
  stop(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

const document = () => readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8')

/** Returns the settings of pgbouncer that docs/operations.md advises. */
async function documentedSettings(): Promise<Record<string, string>> {
  const lines = /\[pgbouncer\]\n([^`]*)```/
    .exec(await document())![1]!
    .trim()
    .split('\n')
  return Object.fromEntries(lines.map((line) => line.split(/ = (.*)/)))
}

/** Password of the role that asks PostgreSQL for those of others. */
const ASKER = 'asker'

/** Creates the role and the function of docs/operations.md by which pgbouncer asks for passwords. */
async function letPoolerAsk(superUrl: string): Promise<void> {
  const [, statements] = /```sql\n(create role pgbouncer [^`]*)```/.exec(await document())!
  const client = new pg.Client({ connectionString: superUrl })
  await client.connect()
  await client.query('drop function if exists pooler_secret; drop role if exists pgbouncer')
  await client.query(statements!.replace("'...'", `'${ASKER}'`))
  await client.end()
}

/** pgbouncer in front of a server, with the settings of docs/operations.md and these. `users`: names and passwords. */
async function startPooler(
  serverUrl: string,
  users: Record<string, string>,
  more: Record<string, string>,
): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'ruam-pooler-'))
  await chmod(folder, 0o755)
  const { hostname, port: serverPort } = new URL(serverUrl)
  const port = await freePort()
  const settings = {
    ...(await documentedSettings()),
    ...{ listen_addr: '127.0.0.1', listen_port: port, unix_socket_dir: '', auth_file: join(folder, 'users') },
    // Each test file has a database of its own.
    ...{ max_client_conn: 2000, server_idle_timeout: 5, logfile: '' },
    ...more,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]\n* = host=${hostname} port=${serverPort}\n[pgbouncer]\n${lines.join('\n')}\n`,
  )
  const list = Object.entries(users).map(([name, password]) => `"${name}" "${password}"\n`)
  await writeFile(join(folder, 'users'), list.join(''))
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const start = () => spawn(PROGRAM, ['-q', join(folder, 'pgbouncer.ini')], { stdio: 'ignore', ...user })
  let child = start()
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  const urlOf = (url: string) => {
    const pooled = new URL(url)
    pooled.port = String(port)
    return pooled.href
  }
  return {
    pid: () => child.pid!,
    kill,
    urlOf,
    async restart() {
      await kill()
      child = start()
    },
    async stop() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A pooler that nobody may use answers no more kindly later. */
const MOST_TRIES = 400

/**
 * Starts a pooler that lets the application role of an installation in, and waits for it. With the superuser's address of a database it asks
 * PostgreSQL for passwords as documented, otherwise it has them in a file.
 */
export async function startAppPooler(
  serverUrl: string,
  secretKey: string,
  superUrl?: string,
  more: Record<string, string> = {},
): Promise<Pooler> {
  const appUrl = appUrlOf(serverUrl, secretKey)
  const { username, password } = new URL(appUrl)
  if (superUrl) await letPoolerAsk(superUrl)
  const pooler = await startPooler(serverUrl, superUrl ? { pgbouncer: ASKER } : { [username]: password }, more)
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString: pooler.urlOf(appUrl) })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select')
      return pooler
    } catch (error) {
      if (tries === MOST_TRIES) {
        await pooler.stop()
        throw error
      }
      await sleep(50)
    } finally {
      await client.end().catch(() => {})
    }
  }
}
