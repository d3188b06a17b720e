// `npm run verify [name]`: the long suites, one after the other, or the named ones. What follows `planted` are words of the defects
// that are planted, what follows `pgbouncer`, `s3` and `nats` those of test files; without any, all are.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const vitest = (files: string | readonly string[], env: Record<string, string>) => ({
  command: ['node_modules/vitest/vitest.mjs', 'run', ...[files].flat()],
  env,
})

const suites: Record<string, { command: string[]; env: Record<string, string> }> = {
  // All of `npm test`, with what it leaves out to be quick.
  tests: vitest([], {}),
  browser: { command: ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e'], env: {} },
  engine: vitest('server/imports/run/reference.test.ts', { ENGINE_ROWS: '20000' }),
  // With RUAM_DATA_FILES also by the names and the customers of a real file.
  // And 20,000 rows of fifty kinds of accident against 10,000 customers.
  people: vitest(['server/imports/run/people.test.ts', 'server/imports/run/accidents.test.ts'], {
    PEOPLE_ROWS: '60000',
    ACCIDENT_ROWS: '20000',
  }),
  'dry-real': vitest('server/imports/run/dry-real.test.ts', { DRY_FILES: '200' }),
  undo: vitest('server/suites/undo.test.ts', { UNDO_HISTORIES: '200' }),
  // With RUAM_DATA_FILES, the folder of the data sets whose truth is known; with ACCIDENT_SEED, a generated set of a new seed.
  duplicates: vitest('server/customers/duplicates/truth.test.ts', {}),
  // With RUAM_DATA_FILES, the columns of the real files too.
  detectors: vitest('server/imports/data-sources/detectors.test.ts', {
    DETECTOR_SEED: 'random',
    DETECTOR_ROUNDS: '20',
  }),
  fair: vitest('server/suites/fair.test.ts', { FAIR_PEOPLE: '500000' }),
  fuzz: vitest('server/suites/fuzz.test.ts', { FUZZ_REQUESTS: '50000' }),
  counters: vitest('server/suites/counters.test.ts', { COUNTERS_HISTORIES: '300' }),
  // 20,000 pairs of sequences over two stores that differ only in closed values, every call over planted ones, and a trace of each answer that shows one.
  secrets: vitest(
    ['server/suites/secret-pairs.test.ts', 'server/suites/secrets.test.ts', 'server/suites/traced.test.ts'],
    { SECRETS_PAIRS: '20000' },
  ),
  rights: vitest('server/access/people/beyond.test.ts', { RIGHTS_ROUNDS: '100' }),
  crossed: vitest('server/suites/crossed-writes.test.ts', { CROSSED_PAIRS: '1000' }),
  link: vitest('server/channels/line-link/interleavings.test.ts', { LINK_ROUNDS: '1000' }),
  // 20,000 rules over stores of 200 people, and who is in segments after histories of every writer there is.
  segments: vitest(['server/suites/segments.test.ts', 'server/suites/counters.test.ts'], {
    SEGMENTS_STORES: '100',
    SEGMENTS_RULES: '200',
    COUNTERS_HISTORIES: '60',
  }),
  // 200 random stores into files of both kinds and both languages, and back.
  export: vitest('server/suites/round-trip.test.ts', { EXPORT_STORES: '200' }),
  // Compares every older call with the newer one, over 200 random stores.
  older: vitest('server/older/compared.test.ts', { OLDER_STORES: '200' }),
  // LibreOffice reads 100,000 exported rows; it is installed where it is not there.
  office: vitest('server/suites/office.test.ts', { OFFICE_ROWS: '100000' }),
  flush: vitest('server/suites/pipeline.test.ts', { FLUSH_QUERIES: '5000', FLUSH_INTERLEAVINGS: '10000' }),
  // The oldest PostgreSQL that the README promises. Installed through apt if missing.
  postgres15: { command: ['tools/postgres15.ts'], env: {} },
  audit: { command: ['server/app/verify-audit.ts'], env: {} },
  erase: { command: ['server/suites/erase.ts'], env: {} },
  crash: { command: ['server/suites/crash.ts'], env: {} },
  // Every moment at which a command is killed, and 50 changed bytes and cuts of a file.
  backup: vitest(['server/suites/backup', 'server/suites/restore-', 'server/app/backup'], {
    BACKUP_MOMENTS: 'all',
    BACKUP_PLACES: '50',
  }),
  inbox: { command: ['server/suites/inbox.ts'], env: {} },
  // Every statement of ingest, import, export, erasure and broadcast fails once with each SQLSTATE; then 10,000 items and a full disk, which needs root.
  accepted: { command: ['server/suites/accepted.ts'], env: {} },
  ingest: { command: ['server/suites/ingest.ts'], env: {} },
  // A reader of the change feed during ten writers, with 20 seeds.
  feed: vitest('server/open-api/reading/feed.test.ts', { FEED_SEEDS: '20', FEED_SECONDS: '15' }),
  // 120,000 rows by file, API and connector with 50 seeds, and two tills with the same 10,000 bill numbers.
  sent: vitest(['server/open-api/sending/file-or-api.test.ts', 'server/open-api/sending/two-tills.test.ts'], {
    SENT_FILES: '50',
    SENT_ROWS: '2400',
    SENT_BILLS: '10000',
  }),
  // Calls through pgbouncer in transaction mode; it is installed where it is not there.
  pgbouncer: { command: ['tools/engines.ts', 'pgbouncer'], env: {} },
  // The previous version next to this one, and its call suites on this schema.
  upgrade: { command: ['server/suites/upgrade.ts'], env: {} },
  // Events by Debian's nats-server; it is installed where it is not there.
  nats: { command: ['tools/engines.ts', 'nats'], env: {} },
  // Everything that reads or writes files, on an S3 server.
  s3: { command: ['tools/engines.ts', 's3'], env: {} },
  // The contract of the storage on OpenStack Swift; it is installed where it is not there.
  swift: { command: ['tools/swift.ts'], env: {} },
  // Stores on a second database server: whatever is asked of a store finds it there.
  servers: vitest(
    [
      ...[
        'servers.test',
        'server-clocks',
        'permissions',
        'call-permissions',
        'program-permissions',
        'foreign-ids',
        'wall',
      ],
    ].map((name) => `server/suites/${name}`),
    { TEST_SERVER: '2' },
  ),
  // Stores spread over two database servers at random, by TEST_SEED, which is printed: files that do not reach past a store's server.
  spread: vitest(
    [
      ...['open-api/reading', 'open-api/keys/expiry', 'channels/webhooks', 'channels/facebook', 'channels/online-log'],
      ...['interrupted', 'file-or-api', 'day-undone', 'idempotency', 'bodies', 'profiles', 'tokens'].map(
        (name) => `open-api/sending/${name}`,
      ),
      ...['channels/inbox/identities', 'channels/line-link/interleavings', 'customers/erasure/again'],
      ...['reports/audit-log/recorded', 'reports/audit-log/names'],
    ].map((name) => `server/${name}`),
    { TEST_SERVER: 'random' },
  ),
  push: { command: ['server/suites/push.ts'], env: {} },
  // Two processes that serve requests and two that work, on one database; then with pgbouncer, NATS and S3, of which each is killed.
  processes: vitest(
    ['server/suites/processes.test.ts', 'server/suites/several.test.ts', 'server/suites/nats.test.ts'],
    {},
  ),
  // Stores that move between two servers under writers, then under processes that work, with 20 kills of everything there is; and by COPY.
  moves: vitest(
    ['store-moves', 'moves-at-work', 'store-copies'].map((name) => `server/suites/${name}.test.ts`),
    {
      MOVES_STORES: '20',
      MOVES_KILLS: '20',
    },
  ),
  broadcast: { command: ['server/suites/broadcasts.ts'], env: {} },
  // With SCREENS_PART=2/6, the second sixth of the screens.
  screens: {
    command: ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e', 'screens.spec'],
    env: { SCREENS_WHOLLY: '1' },
  },
  // Each bench at a fiftieth of its size or less: its figures say nothing, and none is forgotten by a change.
  bench: { command: ['bench/main.ts'], env: { ROWS: '2000', OTHERS: '1', SECONDS: '1', REST_SECONDS: '1' } },
  planted: { command: ['server/suites/planted.ts'], env: {} },
}

const asked = process.argv.slice(2)
/** Suites that take words. */
const choosy = ['planted', 'pgbouncer', 's3', 'nats']
const words = choosy.includes(asked[0] ?? '') ? asked.splice(1) : []
for (const name of asked.length > 0 ? asked : Object.keys(suites)) {
  const suite = suites[name]
  if (!suite) {
    console.error(`There is no suite ${name}: choose from ${Object.keys(suites).join(', ')}.`)
    process.exit(1)
  }
  console.log(`\n${name}`)
  const { status } = spawnSync(process.execPath, [...suite.command, ...words], {
    cwd: root,
    stdio: 'inherit',
    env: { SEED: 'random', ...process.env, ...suite.env },
  })
  if (status !== 0) process.exit(status ?? 1)
}
