// `npm run verify pgbouncer`: the suites of calls and the imports through pgbouncer in transaction mode. Words that follow select test files.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { hasPooler } from '../server/platform/core/pooler.testing.ts'
import { aptInstall } from './apt.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Tests of connections themselves: they take the session of one for the session of the next statement. */
const excluded = [
  'server/suites/connections.test.ts',
  'server/suites/pipeline.test.ts',
  'server/suites/read-plans.test.ts',
]
const usual = [
  'server/suites',
  'server/customers',
  'server/imports',
  'server/reports',
  'server/open-api',
  'server/channels',
]

if (!hasPooler()) aptInstall('--no-install-recommends', 'pgbouncer')
if (!hasPooler()) throw new Error('Install pgbouncer, or name the program in PGBOUNCER.')
const words = process.argv.slice(2)
const { status } = spawnSync(
  process.execPath,
  [
    ...['node_modules/vitest/vitest.mjs', 'run', ...(words.length > 0 ? words : usual)],
    ...excluded.flatMap((files) => ['--exclude', files]),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, TEST_POOLER: '1' } },
)
process.exitCode = status ?? 1
