// `node tools/on-postgres.ts 15,16 [words]`: tests of the server on these versions of PostgreSQL, downloaded if missing. Words select test
// files; without words, those of `npm test`.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type PostgresVersion, postgresVersions, startPostgres } from './postgres-server.ts'

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

/** Tests that start servers of their own. */
const excluded = ['server/database/postgres/**']

const [asked = '', ...words] = process.argv.slice(2)
const versions = asked.split(',') as PostgresVersion[]
const unknown = versions.find((version) => !postgresVersions.includes(version))
if (unknown !== undefined)
  throw new Error(`There is no version ${unknown}: choose from ${postgresVersions.join(', ')}.`)

/** Exit code by version. */
const results: Record<string, number | null> = {}
for (const version of versions) {
  const { superUrl, release, stop } = await startPostgres(version, settings)
  console.log(`\nPostgreSQL ${release}`)
  try {
    results[version] = spawnSync(
      process.execPath,
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        ...(words.length > 0 ? words : ['server/', '--tagsFilter=!verify']),
        ...excluded.flatMap((files) => ['--exclude', files]),
      ],
      { cwd: root, stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: superUrl } },
    ).status
  } finally {
    stop()
  }
}
const failed = versions.filter((version) => results[version] !== 0)
if (failed.length > 0) {
  console.error(`\nFailed on PostgreSQL ${failed.join(', ')}`)
  process.exitCode = 1
}
