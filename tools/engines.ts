// `npm run verify pgbouncer`, `s3`, `nats` and `sftp`: the tests of the server through pgbouncer in transaction mode, with files on an S3
// server, with events by NATS, and with OpenSSH. Words that follow select test files.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { hasPooler } from '../server/testing/pooler.testing.ts'
import { noNatsServer } from '../server/testing/push/nats-server.testing.ts'
import { noSshd } from '../server/testing/sftp-servers.testing.ts'
import { aptInstall } from './apt.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Engine {
  env: Record<string, string>
  /** Debian's package, and whether its program is there. */
  installed?: { package: string; isThere: boolean }
  usual: readonly string[]
  excluded: readonly string[]
}

const folders = (...names: string[]) => names.map((name) => `server/${name}`)
const wings = folders(
  'suites',
  'customers',
  'imports',
  'reports',
  'open-api',
  'channels',
  'broadcasts',
  'access',
  'older',
)

const engines: Record<string, Engine> = {
  pgbouncer: {
    env: { TEST_POOLER: '1' },
    installed: { package: 'pgbouncer', isThere: hasPooler() },
    usual: wings,
    // Tests of connections themselves: they take the session of one for the session of the next statement.
    excluded: folders('suites/pipeline.test.ts', 'suites/read-plans.test.ts'),
  },
  s3: {
    env: { TEST_S3: '1' },
    usual: [
      ...folders('formats', 'imports', 'reports', 'broadcasts', 'customers/erasure', 'app'),
      ...folders('jobs/purge', 'http/upload', 'storage/storages'),
      ...folders('suites/decisions', 'suites/restore-decisions', 'decisions'),
    ],
    // Tests of the disk itself.
    excluded: folders('storage/storage.test.ts', 'storage/side-lists.test.ts'),
  },
  nats: {
    env: { TEST_NATS: '1' },
    installed: { package: 'nats-server', isThere: noNatsServer === false },
    usual: [...wings, ...folders('push', 'notifications', 'jobs')],
    // Tests of PostgreSQL's notifications.
    excluded: folders('push/publish.test.ts', 'suites/secrets.test.ts'),
  },
  sftp: {
    env: {},
    installed: { package: 'openssh-server', isThere: noSshd === false },
    usual: folders('watches/places/sftp'),
    excluded: [],
  },
}

const [name = '', ...words] = process.argv.slice(2)
const engine = engines[name]
if (!engine) throw new Error(`There is no engine ${name}: choose from ${Object.keys(engines).join(', ')}.`)
const { env, installed, usual, excluded } = engine
if (installed && !installed.isThere && !aptInstall('--no-install-recommends', installed.package))
  throw new Error(`Install ${installed.package}.`)
const { status } = spawnSync(
  process.execPath,
  [
    ...['node_modules/vitest/vitest.mjs', 'run', ...(words.length > 0 ? words : usual)],
    ...excluded.flatMap((files) => ['--exclude', files]),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } },
)
process.exitCode = status ?? 1
