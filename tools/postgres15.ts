// `npm run verify postgres15`: the tests of the server on PostgreSQL 15, the oldest supported version. Words that follow
// select test files.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { settingsFor, usableMemory } from '../server/platform/postgres/settings.ts'
import { aptInstall } from './apt.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Folder of Debian's package. POSTGRES15_BIN names another one. */
const BIN = process.env.POSTGRES15_BIN ?? '/usr/lib/postgresql/15/bin'
/** User `nobody`: PostgreSQL refuses to run as root. */
const NOBODY = 65_534
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

/** Settings of the embedded server, and no durability as in `database.testing.ts`. */
const settings = {
  ...settingsFor(usableMemory()),
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '256MB',
  max_connections: '300',
  autovacuum: 'off',
  // For moves of stores, here from one database to another.
  ...{ wal_level: 'logical', max_replication_slots: '20', max_wal_senders: '20', max_logical_replication_workers: '8' },
}

/** Tests that start servers of their own, or explain generic plans, which PostgreSQL does from 16 on. */
const excluded = ['server/platform/postgres/**', 'server/suites/*-plans.test.ts']

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

function postgres(program: string, ...args: string[]) {
  const { status, stdout, stderr, error } = spawnSync(join(BIN, program), args, {
    ...user,
    cwd: folder,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${program}: ${error?.message ?? ''}${stdout}${stderr}`)
}

ensurePostgres()
const folder = mkdtempSync(join(tmpdir(), 'ruam-postgres15-'))
if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
const [data, log] = [join(folder, 'data'), join(folder, 'log')]
const port = await freePort()
let isRunning = false
try {
  postgres('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8')
  const options = { ...settings, port, listen_addresses: '127.0.0.1', unix_socket_directories: '' }
  const flags = Object.entries(options).map(([name, value]) => `-c ${name}='${value}'`)
  // Its output goes to the log: a pipe to this process would stay open.
  const starting = spawn(join(BIN, 'pg_ctl'), ['-D', data, '-l', log, '-o', flags.join(' '), '-w', 'start'], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  })
  const [code] = await once(starting, 'exit')
  if (code !== 0) throw new Error(existsSync(log) ? readFileSync(log, 'utf8') : 'PostgreSQL 15 did not start.')
  isRunning = true
  const words = process.argv.slice(2)
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...(words.length > 0 ? words : ['server/']),
      ...excluded.flatMap((files) => ['--exclude', files]),
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE_URL: `postgresql://postgres@127.0.0.1:${port}/postgres` },
    },
  )
  process.exitCode = status ?? 1
} finally {
  if (isRunning) postgres('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop')
  rmSync(folder, { recursive: true, force: true })
}
