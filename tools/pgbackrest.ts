// `npm run verify pgbackrest`: a PostgreSQL 15 archived by pgBackRest as docs/operations.md describes, set back to a chosen second.
// Ruam starts on it and applies the decisions made since.
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { owner, startRuam } from '../server/suites/ruam-process.ts'
import { aptInstall } from './apt.ts'

const BIN = '/usr/lib/postgresql/15/bin'
/** User `nobody`: PostgreSQL refuses to run as root. */
const NOBODY = 65_534

for (const [program, name] of [
  [join(BIN, 'initdb'), 'postgresql-15'],
  ['/usr/bin/pgbackrest', 'pgbackrest'],
] as const)
  if (!existsSync(program)) aptInstall('--no-install-recommends', name)

const folder = mkdtempSync(join(tmpdir(), 'ruam-pgbackrest-'))
const [data, repository, config] = [join(folder, 'data'), join(folder, 'repository'), join(folder, 'pgbackrest.conf')]
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    ...{ ...user, cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? ''}${stdout}${stderr}`)
  return stdout
}
const pgbackrest = (...args: string[]) => run('/usr/bin/pgbackrest', `--config=${config}`, '--stanza=ruam', ...args)
// Its output goes to the log: a pipe to this process would stay open.
const control = (...args: string[]) =>
  run(join(BIN, 'pg_ctl'), '-D', data, '-l', join(folder, 'log'), '-w', '-t', '120', ...args)

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function query<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client(url)
  await client.connect()
  return client
    .query<T>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

const port = await freePort()
const superUrl = `postgres://postgres@127.0.0.1:${port}/postgres`
const DATABASE_URL = `postgres://ruam:password@127.0.0.1:${port}/ruam`
const live = () =>
  query<{ n: number }>(
    superUrl.replace(/postgres$/, 'ruam'),
    'select count(*)::int as n from user_session where revoked_at is null',
  ).then(([row]) => row!.n)
const expect = (what: string, found: unknown, wanted: unknown) => {
  if (found !== wanted) throw new Error(`${what}: ${found} instead of ${wanted}.`)
  console.log(`${what}: ${found}.`)
}

try {
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  mkdirSync(repository)
  if (user.uid !== undefined) chownSync(repository, user.uid, user.gid)
  writeFileSync(
    config,
    `[global]\nrepo1-path=${repository}\nlog-path=${folder}\nlock-path=${folder}\nspool-path=${folder}\nlog-level-console=warn\nstart-fast=y\n` +
      `[ruam]\npg1-path=${data}\npg1-port=${port}\npg1-socket-path=${folder}\npg1-user=postgres\n`,
  )
  run(join(BIN, 'initdb'), '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8')
  writeFileSync(
    join(data, 'postgresql.conf'),
    `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${folder}'\nmax_connections = 100\n` +
      `archive_mode = on\narchive_timeout = 60\narchive_command = 'pgbackrest --config=${config} --stanza=ruam archive-push %p'\n`,
  )
  control('start')
  await query(superUrl, "create role ruam login createrole password 'password'")
  await query(superUrl, "create database ruam owner ruam template template0 locale 'C.UTF-8'")
  pgbackrest('stanza-create')
  const dataFolder = join(folder, 'ruam')
  const ruam = await startRuam(dataFolder, { role: 'all', env: { DATABASE_URL } })
  pgbackrest('--type=full', 'backup')
  const login = await fetch(`${ruam.address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: owner.email, password: owner.password }),
  })
  const { access_token } = (await login.json()) as { access_token: string }
  expect('Sessions after signing in', await live(), 1)
  await sleep(1500)
  const [at] = await query<{ now: string }>(superUrl, "select to_char(now(), 'YYYY-MM-DD HH24:MI:SS.USOF') as now")
  await sleep(1500)
  await fetch(`${ruam.address}/api/auth/logout`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${access_token}`,
      cookie: login.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; '),
    },
  })
  expect('Sessions after signing out', await live(), 0)
  await query(superUrl, 'select pg_switch_wal()')
  await ruam.signal('SIGTERM')
  control('stop', '-m', 'fast')
  rmSync(data, { recursive: true })
  const began = performance.now()
  pgbackrest('restore', '--type=time', `--target=${at!.now}`, '--target-action=promote')
  control('start')
  while ((await query<{ yet: boolean }>(superUrl, 'select pg_is_in_recovery() as yet'))[0]!.yet) await sleep(200)
  expect('Sessions in the database as it was then', await live(), 1)
  const again = await startRuam(dataFolder, { role: 'all', env: { DATABASE_URL } })
  console.log(`Restored and ready after ${((performance.now() - began) / 1000).toFixed(1)} s.`)
  expect('Sessions after the decisions were applied', await live(), 0)
  expect('readyz', (await fetch(`${again.address}/readyz`)).status, 200)
  expect('Lines about decisions', again.lines.filter((line) => /since then were applied again/.test(line)).length, 1)
  await again.signal('SIGTERM')
} catch (error) {
  console.error(
    (error as Error).message,
    existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8').slice(-2000) : '',
  )
  process.exitCode = 1
} finally {
  if (existsSync(join(data, 'postmaster.pid'))) control('stop', '-m', 'immediate')
  rmSync(folder, { recursive: true, force: true })
}
