// `npm run verify postgres15`: the tests of the server on PostgreSQL 15, the oldest supported version. Words that follow
// select test files.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startPostgres15 } from './postgres15-server.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** No durability, as in `database.testing.ts`. */
const settings = {
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
const excluded = ['server/database/postgres/**', 'server/suites/read-plans.test.ts']

const { superUrl, stop } = await startPostgres15(settings)
try {
  const words = process.argv.slice(2)
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...(words.length > 0 ? words : ['server/']),
      ...excluded.flatMap((files) => ['--exclude', files]),
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: superUrl } },
  )
  process.exitCode = status ?? 1
} finally {
  stop()
}
