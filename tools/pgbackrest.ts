// `npm run verify pgbackrest`: two PostgreSQL 15 archived to S3 by pgBackRest with the settings and commands of docs/operations.md. Both are set
// back to a second, and then to a restore point made while a program writes in stores of both. Ruam applies the decisions since.
import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { DPA_VERSION } from '@ruam/contract/access/dpa-document.ts'
import pg from 'pg'
import { owner, startRuam } from '../server/suites/ruam-process.ts'
import { aptInstall } from './apt.ts'
import { commandsOf } from './documents/commands.ts'
import { startS3OverTls } from './s3-over-tls.ts'

const BIN = '/usr/lib/postgresql/15/bin'
/** User `nobody`: PostgreSQL refuses to run as root. */
const NOBODY = 65_534
const root = join(import.meta.dirname, '..')

for (const [program, name] of [
  [join(BIN, 'initdb'), 'postgresql-15'],
  ['/usr/bin/pgbackrest', 'pgbackrest'],
] as const)
  if (!existsSync(program)) aptInstall('--no-install-recommends', name)

const folder = mkdtempSync(join(tmpdir(), 'ruam-pgbackrest-'))
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)

const documented = commandsOf('docs/operations.md')
const page = readFileSync(join(root, 'docs/operations.md'), 'utf8')
/** The only command of the document that has these words. */
function command(...words: string[]): string {
  const found = documented.filter(({ text }) => words.every((word) => text.includes(word)))
  if (found.length !== 1) throw new Error(`docs/operations.md has ${found.length} commands with ${words.join(', ')}.`)
  return found[0]!.text
}

const execute = promisify(execFile)
async function run(program: string, args: readonly string[], options: object): Promise<string> {
  return execute(program, args, { encoding: 'utf8', ...options }).then(
    ({ stdout }) => stdout,
    (error: Error & { stdout?: string; stderr?: string }) => {
      throw new Error(`${program} ${args.join(' ')}: ${error.stdout}${error.stderr || error.message}`)
    },
  )
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** One machine with PostgreSQL and pgBackRest. */
async function newMachine(id: number, s3: Awaited<ReturnType<typeof startS3OverTls>>) {
  const [data, config, log] = ['data', 'pgbackrest.conf', 'log'].map((name) => join(folder, `${name}-${id}`)) as [
    string,
    string,
    string,
  ]
  const port = await freePort()
  const stanza = id === 1 ? 'ruam' : `ruam-${id}`
  const here = (text: string) => text.replaceAll('--stanza=ruam', `--stanza=${stanza}`)
  const env = { ...process.env, PGBACKREST_CONFIG: config }
  const asPostgres = (program: string, ...args: string[]) => run(program, args, { ...user, env, cwd: folder })
  const shell = (text: string) => asPostgres('/bin/sh', '-c', here(text))
  // Its output goes to the log: a pipe to this process would stay open.
  const control = (...args: string[]) =>
    asPostgres(join(BIN, 'pg_ctl'), '-D', data, '-l', log, '-w', '-t', '120', ...args)
  const settings = command('[global]', 'repo1-type=s3')
    .replace(/^(repo1-s3-endpoint)=.*/m, '$1=localhost')
    .replace(/^(repo1-s3-bucket)=.*/m, `$1=${s3.bucket}`)
    .replace(/^(repo1-s3-region)=.*/m, `$1=${s3.region}`)
    .replace(/^(repo1-s3-key)=.*/m, `$1=${s3.keys.id}`)
    .replace(/^(repo1-s3-key-secret)=.*/m, `$1=${s3.keys.secret}`)
    .replace(
      '[ruam]',
      `repo1-s3-uri-style=path\nrepo1-storage-host=localhost\nrepo1-storage-port=${s3.port}\nrepo1-storage-ca-file=${s3.certificate}\n` +
        `log-path=${folder}\nlock-path=${folder}\nspool-path=${folder}\nlog-level-console=warn\n[${stanza}]`,
    )
    .replace(/^(pg1-path)=.*/m, `$1=${data}\npg1-port=${port}\npg1-socket-path=${folder}\npg1-user=postgres`)
  writeFileSync(config, `${settings}\n`)
  await asPostgres(join(BIN, 'initdb'), '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8')
  writeFileSync(
    join(data, 'postgresql.conf'),
    `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${folder}'\nmax_connections = 100\n${here(command('archive_mode = on'))}\n`,
  )
  const query = async <T extends pg.QueryResultRow>(text: string, database = 'ruam'): Promise<T[]> => {
    const client = new pg.Client(`postgres://postgres@127.0.0.1:${port}/${database}`)
    await client.connect()
    return client
      .query<T>(text)
      .then(({ rows }) => rows)
      .finally(() => client.end())
  }
  await control('start')
  await query("create role ruam login createrole password 'password'", 'postgres')
  await query("create database ruam owner ruam template template0 locale 'C.UTF-8'", 'postgres')
  await query(command('grant execute on function pg_create_restore_point'))
  await shell(command('stanza-create'))
  return {
    ...{ id, query, shell, url: `postgres://ruam:password@127.0.0.1:${port}/ruam` },
    count: async (text: string) => (await query<{ n: number }>(`select count(*)::int as n from ${text}`))[0]!.n,
    async restore(text: string) {
      if (existsSync(join(data, 'postmaster.pid'))) await control('stop', '-m', 'fast')
      rmSync(data, { recursive: true })
      mkdirSync(data, { mode: 0o700 })
      if (user.uid !== undefined) chownSync(data, user.uid, user.gid)
      await shell(text)
      await control('start')
      while ((await query<{ yet: boolean }>('select pg_is_in_recovery() as yet'))[0]!.yet) await sleep(200)
    },
    async stop() {
      if (existsSync(join(data, 'postmaster.pid'))) await control('stop', '-m', 'immediate')
      return existsSync(log) ? readFileSync(log, 'utf8').slice(-1500) : ''
    },
  }
}

const expect = (what: string, found: unknown, wanted: unknown) => {
  if (found !== wanted) throw new Error(`${what}: ${found} instead of ${wanted}.`)
  console.log(`${what}: ${found}.`)
}

const LABELS = "label where name like 'ป้าย %'"
const machines: Awaited<ReturnType<typeof newMachine>>[] = []
const running: Awaited<ReturnType<typeof startRuam>>[] = []
const s3 = await startS3OverTls(folder)
try {
  machines.push(await newMachine(1, s3), await newMachine(2, s3))
  const [home, second] = machines as [(typeof machines)[0], (typeof machines)[0]]
  const dataFolder = join(folder, 'ruam')
  const env: Record<string, string> = { DATABASE_URL: home.url }
  const inRuam = (text: string) =>
    run('/bin/sh', ['-c', text], { cwd: root, env: { ...process.env, ...env, RUAM_DATA: dataFolder } })
  const start = async () => {
    const one = await startRuam(dataFolder, { role: 'all', env })
    running.push(one)
    return one
  }
  await (await start()).signal('SIGTERM')
  await inRuam(command('npm run server:add').replace(/postgres:\S+/, second.url))
  env.DATABASE_URL_2 = second.url
  const ruam = await start()
  for (const { shell, query, count } of machines) {
    await shell(command('--type=full', 'backup'))
    await query(/`(select auth\.backup_made\([^`]+)`/.exec(page)![1]!)
    expect('Backups that Ruam knows', await count('backup'), 1)
  }

  async function send(path: string, body: object | undefined, token?: string, more: Record<string, string> = {}) {
    const reply = await fetch(`${ruam.address}/api${path}`, {
      method: 'POST',
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...more,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return reply
  }
  const login = await send('/auth/login', { email: owner.email, password: owner.password })
  const { access_token: person } = (await login.json()) as { access_token: string }
  const made = (await (await send('/stores', { name: 'ร้านที่สอง' }, person)).json()) as { id: number }
  expect('Stores on server 2', await second.count(`store where store_id = ${made.id}`), 1)
  await second.query(
    `insert into dpa_decision (store_id, version, status, consentee, document_hash, decided_by) select ${made.id}, '${DPA_VERSION}', 'accepted', '{}', '', user_id
     from store_member where store_id = ${made.id}`,
  )
  const tokenOf = async (id: number) =>
    ((await (await send('/stores/auth/token', { id }, person)).json()) as { token: string }).token
  const [{ id: first }] = (await home.query('select store_id as id from store')) as [{ id: number }]
  const tokens = [await tokenOf(first), await tokenOf(made.id)]

  /** Writes in both stores by turns: at no instant has the first more than one label beyond the second. */
  let [stopped, written] = [false, 0]
  const writing = (async () => {
    for (; !stopped; written++)
      for (const token of tokens)
        await send('/label', { name: `ป้าย ${written}`, color: 'teal', type: 'general' }, token)
  })()
  // A failure ends the suite where it is awaited.
  writing.catch(() => {})
  await sleep(2000)
  const before = written
  for (const line of (await inRuam(command("npm run backup:point '"))).split('\n'))
    if (/^(?:The restore point|It is archived)/.test(line)) console.log(line)
  const after = written
  await sleep(1500)
  const [at] = await home.query<{ now: string }>("select to_char(now(), 'YYYY-MM-DD HH24:MI:SS.USOF') as now")
  const atTime = written
  await sleep(1500)
  stopped = true
  await writing
  const cookie = login.headers.getSetCookie().map((one) => one.split(';')[0])
  await send('/auth/logout', undefined, person, { cookie: cookie.join('; ') })
  const live = () => home.count('user_session where revoked_at is null')
  expect('Sessions after signing out', await live(), 0)
  for (const { query } of machines) await query('select pg_switch_wal()')
  await ruam.signal('SIGTERM')

  const labels = async () => [await home.count(LABELS), await second.count(LABELS)] as const
  const byTime = command('pgbackrest restore', '--type=time').replace(/--target='[^']*'/, `--target='${at!.now}'`)
  await Promise.all(machines.map(({ restore }) => restore(byTime)))
  const then = await labels()
  console.log(`Labels of both stores as of the second: ${then.join(' and ')}; ${atTime} were written.`)
  for (const count of then) if (Math.abs(count - atTime) > 2) throw new Error('The second was missed.')

  const began = performance.now()
  await Promise.all(machines.map(({ restore }) => restore(command('pgbackrest restore', '--type=name'))))
  const [one, two] = await labels()
  console.log(`Labels of both stores at the restore point: ${one} and ${two}; ${before} to ${after + 1} were written.`)
  if (one - two !== 0 && one - two !== 1) throw new Error('The servers are not of one instant.')
  if (two < before || one > after + 1) throw new Error('The restore point is of another instant.')
  expect('Sessions as they were then', await live(), 1)
  const again = await start()
  console.log(`Restored and ready after ${((performance.now() - began) / 1000).toFixed(1)} s.`)
  expect('Sessions after the decisions were applied', await live(), 0)
  expect('readyz', (await fetch(`${again.address}/readyz`)).status, 200)
  expect(
    'Lines about decisions',
    again.lines.some((line) => /since then were applied again/.test(line)),
    true,
  )
  expect('Labels are those of the point', (await labels()).join(' and '), `${one} and ${two}`)
  console.log(`Requests to S3: ${s3.requests()}.`)
  await again.signal('SIGTERM')
} catch (error) {
  console.error((error as Error).message)
  for (const machine of machines) console.error(await machine.stop())
  process.exitCode = 1
} finally {
  for (const one of running) await one.signal('SIGKILL')
  for (const machine of machines) await machine.stop()
  await s3.stop()
  rmSync(folder, { recursive: true, force: true })
}
