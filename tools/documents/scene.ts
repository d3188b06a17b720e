// An empty directory with a copy of Ruam, and the servers of Debian that the documents ask for.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const root = join(import.meta.dirname, '../..')
const POSTGRES_BIN = process.env.POSTGRES15_BIN ?? '/usr/lib/postgresql/15/bin'
/** User `nobody`: PostgreSQL and pgbouncer refuse to run as root. */
const NOBODY = 65_534
const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

/** Seconds that a command or a start may take; installing packages takes a minute or two. */
const PATIENCE_S = 900

export const owner = { email: 'owner@example.com', password: 'a long password of the walk' }

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

interface Running {
  address: string
  /** Sends SIGTERM to the process and waits until it has ended. */
  stop(): Promise<void>
}

export interface Scene {
  folder: string
  /** Copy of Ruam without packages. */
  site: string
  /** Settings of every command from now on. */
  settings: Record<string, string>
  running: Running[]
  /** Runs a command line, types an answer at each prompt, and returns the output. Throws if it fails. */
  run(line: string, options?: { answers?: string[]; cwd?: string; env?: Record<string, string> }): Promise<string>
  /** Starts a process of Ruam and waits until it is ready. */
  start(line: string, options?: { cwd?: string; env?: Record<string, string> }): Promise<Running>
  stopAll(): Promise<void>
  /** Starts a program that runs until the end of the walk. */
  serve(command: string, args: string[], asUser?: boolean): ChildProcess
  /** Signs the owner in. Throws if that fails. */
  signIn(address: string): Promise<void>
  close(): Promise<void>
}

/** Makes the empty directory and puts the committed state of this checkout into it. */
export function openScene(): Scene {
  const folder = mkdtempSync('/var/tmp/ruam-walk-')
  chmodSync(folder, 0o755)
  const site = join(folder, 'ruam')
  mkdirSync(site)
  const copied = spawnSync('sh', ['-c', `git -C ${root} archive HEAD | tar -x -C ${site}`], { encoding: 'utf8' })
  if (copied.status !== 0) throw new Error(copied.stderr)
  // Packages are installed as a reader installs them, unless those of this checkout are wanted for speed.
  if (process.env.WALK_PACKAGES) spawnSync('cp', ['-al', join(root, 'node_modules'), site])
  const servers: ChildProcess[] = []
  const { PATH, HOME, ...others } = process.env
  const outer = Object.fromEntries(
    Object.entries(others).filter(([name]) => /proxy|^NODE_EXTRA_CA_CERTS$|_cert/i.test(name)),
  )
  // Without the programs of this checkout, which `npm run` puts in front.
  const path = PATH!
    .split(':')
    .filter((part) => !part.includes('node_modules'))
    .join(':')
  const envOf = (more: Record<string, string> = {}) => ({ ...outer, PATH: path, HOME, ...scene.settings, ...more })
  const scene: Scene = {
    ...{ folder, site, settings: {}, running: [] },
    async run(line, { answers = [], cwd = site, env } = {}) {
      // Not spawnSync: the S3 server of tests runs in this process.
      const child = spawn('sh', ['-c', line], { cwd, env: envOf(env) as NodeJS.ProcessEnv, timeout: PATIENCE_S * 1000 })
      let output = ''
      const left = [...answers]
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          output += chunk
          if (String(chunk).endsWith(': ') && left.length > 0) child.stdin.write(`${left.shift()}\n`)
        })
      if (left.length === 0) child.stdin.end()
      const [code, signal] = await once(child, 'close')
      if (code !== 0) throw new Error(`${line}: ${code ?? signal}\n${output.slice(-3000)}`)
      return output
    },
    async start(line, { cwd = site, env } = {}) {
      const log = join(folder, `log-${scene.running.length}-${Date.now()}`)
      const output = openSync(log, 'w')
      const stdio = ['ignore' as const, output, output]
      const child = spawn('sh', ['-c', line], { cwd, env: envOf(env) as NodeJS.ProcessEnv, stdio, detached: true })
      const gone = once(child, 'exit')
      const text = () => readFileSync(log, 'utf8')
      const running: Running = {
        address: '',
        async stop() {
          if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGTERM')
          await gone
          scene.running = scene.running.filter((one) => one !== running)
        },
      }
      scene.running.push(running)
      for (let waited = 0; waited < PATIENCE_S; waited++) {
        const ready = /Ruam is ready(?:: (http\S+)| to work)/.exec(text())
        if (ready) {
          const port = /\bPORT=(\d+)/.exec(line)?.[1] ?? env?.PORT ?? scene.settings.PORT
          running.address = ready[1] ? `http://127.0.0.1:${port}` : ''
          return running
        }
        if (child.exitCode !== null) break
        await sleep(1000)
      }
      await running.stop()
      throw new Error(`${line} is not ready:\n${text().slice(-3000)}`)
    },
    async stopAll() {
      for (const running of [...scene.running].reverse()) await running.stop()
    },
    serve(command, args, asUser = false) {
      const output = openSync(join(folder, `${command.split('/').at(-1)}.log`), 'a')
      const stdio = ['ignore' as const, output, output]
      const child = spawn(command, args, { stdio, cwd: folder, ...(asUser ? asNobody : {}) })
      servers.push(child)
      return child
    },
    async signIn(address) {
      const reply = await fetch(`${address}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(owner),
      })
      if (!reply.ok) throw new Error(`The owner cannot sign in: ${reply.status} ${await reply.text()}`)
    },
    async close() {
      await scene.stopAll()
      for (const child of servers.reverse()) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        const gone = once(child, 'exit')
        child.kill('SIGINT')
        await gone
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return scene
}

export interface OwnPostgres {
  port: number
  /** Runs SQL as superuser. */
  ask(sql: string, database?: string): Promise<pg.QueryResult>
}

/** Starts Debian's PostgreSQL 15 on an empty folder. */
export async function startOwnPostgres(scene: Scene, name: string): Promise<OwnPostgres> {
  const data = join(scene.folder, name)
  mkdirSync(data)
  if (asNobody.uid !== undefined) chownSync(data, asNobody.uid, asNobody.gid)
  const made = spawnSync(
    join(POSTGRES_BIN, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'],
    { ...asNobody, cwd: '/', encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb: ${made.error?.message ?? made.stderr}`)
  // As on a machine of an operator: a role without its password may not sign in.
  const access = 'host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n'
  writeFileSync(join(data, 'pg_hba.conf'), access)
  const port = await freePort()
  const options = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    wal_level: 'logical',
    max_replication_slots: 20,
  }
  const flags = Object.entries({ ...options, fsync: 'off' }).flatMap(([setting, value]) => [
    '-c',
    `${setting}=${value}`,
  ])
  scene.serve(join(POSTGRES_BIN, 'postgres'), ['-D', data, ...flags], true)
  const ask: OwnPostgres['ask'] = async (sql, database = 'postgres') => {
    const client = new pg.Client(`postgres://postgres@127.0.0.1:${port}/${database}`)
    await client.connect()
    try {
      return await client.query(sql)
    } finally {
      await client.end()
    }
  }
  for (let attempt = 0; ; attempt++) {
    try {
      await ask('select')
      return { port, ask }
    } catch (error) {
      if (attempt === 100) throw error
      await sleep(200)
    }
  }
}

/** Writes a file for a program that runs as nobody. */
export function writeFor(scene: Scene, name: string, text: string): string {
  const path = join(scene.folder, name)
  writeFileSync(path, text)
  chmodSync(path, 0o644)
  return path
}
