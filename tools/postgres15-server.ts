import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { settingsFor, usableMemory } from '../server/database/postgres/settings.ts'
import { aptInstall } from './apt.ts'

/** Folder of Debian's package. POSTGRES15_BIN names another one. */
const BIN = process.env.POSTGRES15_BIN ?? '/usr/lib/postgresql/15/bin'
/** User `nobody`: PostgreSQL refuses to run as root. */
const NOBODY = 65_534
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

function ensurePostgres() {
  const isThere = () => existsSync(join(BIN, 'initdb'))
  if (!isThere()) aptInstall('--no-install-recommends', 'postgresql-15')
  if (!isThere()) throw new Error('Install PostgreSQL 15 (postgresql-15), or name its bin folder in POSTGRES15_BIN.')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No port is free.')
  return address.port
}

interface Postgres15 {
  /** Connection string of the superuser. */
  superUrl: string
  stop(): void
}

/** Starts PostgreSQL 15 on a new folder, with the settings of the embedded server and these. */
export async function startPostgres15(more: Record<string, string>): Promise<Postgres15> {
  ensurePostgres()
  const folder = mkdtempSync(join(tmpdir(), 'ruam-postgres15-'))
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const [data, log] = [join(folder, 'data'), join(folder, 'log')]
  const postgres = (program: string, ...args: string[]) => {
    const { status, stdout, stderr, error } = spawnSync(join(BIN, program), args, {
      ...user,
      cwd: folder,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`${program}: ${error?.message ?? ''}${stdout}${stderr}`)
  }
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const port = await freePort()
    postgres('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8')
    const address = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '' }
    const options = { ...settingsFor(usableMemory()), ...more, ...address }
    const flags = Object.entries(options).map(([name, value]) => `-c ${name}='${value}'`)
    // Its output goes to the log: a pipe to this process would stay open.
    const starting = spawn(join(BIN, 'pg_ctl'), ['-D', data, '-l', log, '-o', flags.join(' '), '-w', 'start'], {
      ...user,
      cwd: folder,
      stdio: 'ignore',
    })
    const [code] = await once(starting, 'exit')
    if (code !== 0) throw new Error(existsSync(log) ? readFileSync(log, 'utf8') : 'PostgreSQL 15 did not start.')
    const stop = () => {
      postgres('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop')
      remove()
    }
    return { superUrl: `postgresql://postgres@127.0.0.1:${port}/postgres`, stop }
  } catch (error) {
    remove()
    throw error
  }
}
