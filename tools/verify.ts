// `npm run verify [name]`: the long suites, one after the other, or the named ones. `--list` describes them. `--all` continues after a
// failed suite and ends with a table. Words after a suite marked by `words` select some of its tests.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

interface Suite {
  about: string
  command: readonly string[]
  env: Record<string, string>
  /** What the words after its name select. */
  words?: string
  /** Command that follows in the same environment. */
  next?: readonly string[]
}

const root = fileURLToPath(new URL('..', import.meta.url))
const vitest = (about: string, files: string | readonly string[], env: Record<string, string> = {}): Suite => ({
  about,
  command: ['node_modules/vitest/vitest.mjs', 'run', ...[files].flat()],
  env,
})
const script = (about: string, command: string | readonly string[], words?: string): Suite => ({
  about,
  command: [command].flat(),
  env: {},
  ...(words && { words }),
})
const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e']
const inSuites = (...names: string[]) => names.map((name) => `server/suites/${name}`)

const suites: Record<string, Suite> = {
  tests: vitest('the tests of npm test, with those it leaves out', []),
  browser: script('every screen in the browser, with the tests that npm test leaves out', playwright),
  engine: vitest('imports of 20,000 rows compared with a reference engine', 'server/imports/run/reference.test.ts', {
    ENGINE_ROWS: '20000',
  }),
  people: vitest(
    'matching of 60,000 rows, of a real file with RUAM_DATA_FILES, and of fifty kinds of accident',
    ['server/imports/run/people.test.ts', 'server/imports/run/accidents.test.ts'],
    { PEOPLE_ROWS: '60000', ACCIDENT_ROWS: '20000' },
  ),
  identity: vitest(
    'whom rows are about under fifteen headers, three seeds (IDENTITY_SEED); cells of names; files with and without keys',
    [
      ...['identity', 'keyless-files', 'stored-names'].map((name) => `server/imports/run/${name}.test.ts`),
      'server/formats/values/name-cells.test.ts',
    ],
    { IDENTITY_ROWS: '20000', KEYLESS_ROWS: '200', NAME_CELLS: '200000' },
  ),
  orders: vitest(
    '1,000 random order files (ORDER_SEED) imported, imported again and undone',
    'server/imports/orders/orders.test.ts',
    {
      ORDER_FILES: '1000',
    },
  ),
  'dry-real': vitest('200 previews compared with their real runs', 'server/imports/run/dry-real.test.ts', {
    DRY_FILES: '200',
  }),
  undo: vitest('200 histories undone', 'server/suites/undo.test.ts', { UNDO_HISTORIES: '200' }),
  'automation-undo': vitest(
    '300 histories in which automations are taken back',
    'server/suites/automation-undo.test.ts',
    {
      AUTOMATION_HISTORIES: '300',
    },
  ),
  consents: vitest('200 histories of consents, in every way of reading them', 'server/suites/consents.test.ts', {
    CONSENT_HISTORIES: '200',
  }),
  privacy: vitest(
    '300 histories of every writer: an erased customer, a restricted one, and a copy, each sought everywhere',
    'server/suites/privacy.test.ts',
    { PRIVACY_HISTORIES: '300' },
  ),
  incidents: vitest('200 incidents against a model', 'server/suites/incidents.test.ts', { INCIDENTS: '200' }),
  'my-data': vitest(
    '10,000 tampered sessions, addresses, id tokens, states, links and codes of My data',
    'server/privacy/my-data/tampered.test.ts',
    { MY_DATA_TRIES: '2500' },
  ),
  duplicates: vitest('duplicates whose truth is known; real ones with RUAM_DATA_FILES, a new set with ACCIDENT_SEED', [
    'server/customers/duplicates/truth.test.ts',
    'server/customers/duplicates/changed.test.ts',
  ]),
  detectors: vitest(
    'column detection over random seeds, and over real files with RUAM_DATA_FILES',
    'server/imports/data-sources/detectors.test.ts',
    { DETECTOR_SEED: 'random', DETECTOR_ROUNDS: '20' },
  ),
  fair: vitest('small jobs next to one of 500,000 people', 'server/suites/fair.test.ts', { FAIR_PEOPLE: '500000' }),
  fuzz: vitest('50,000 malformed requests', 'server/suites/fuzz.test.ts', { FUZZ_REQUESTS: '50000' }),
  counters: vitest('counters recounted after 300 histories', 'server/suites/counters.test.ts', {
    COUNTERS_HISTORIES: '300',
  }),
  secrets: vitest(
    '20,000 pairs of sequences over two stores that differ only in closed values',
    inSuites('secret-pairs.test.ts', 'secrets.test.ts'),
    { SECRETS_PAIRS: '20000' },
  ),
  traces: vitest(
    'a trace of each answer with sensitive values, also when the API is killed at 12 moments',
    inSuites('traced.test.ts', 'trace-crash.test.ts'),
  ),
  rights: vitest('members try to exceed their rights, 100 rounds', 'server/access/people/beyond.test.ts', {
    RIGHTS_ROUNDS: '100',
  }),
  crossed: vitest('1,000 pairs of simultaneous writes', 'server/suites/crossed-writes.test.ts', {
    CROSSED_PAIRS: '1000',
  }),
  link: vitest('1,000 interleavings of linking with LINE', 'server/channels/line-link/interleavings.test.ts', {
    LINK_ROUNDS: '1000',
  }),
  stops: vitest(
    '1,000 random orders of stops, links, merges, undos and erasures, each followed by a broadcast',
    'server/broadcasts/sending/stop-orders.test.ts',
    { STOP_ORDERS: '1000' },
  ),
  segments: vitest(
    '20,000 rules over stores of 200 people, and members after histories of every writer',
    inSuites('segments.test.ts', 'counters.test.ts'),
    { SEGMENTS_STORES: '100', SEGMENTS_RULES: '200', COUNTERS_HISTORIES: '60' },
  ),
  automations: vitest(
    '1,000 random automations by the engine on a set clock, compared with their rehearsal',
    'server/suites/automations-equal.test.ts',
    {
      ...{ EQUAL_STORES: '25', EQUAL_AUTOMATIONS: '40', EQUAL_PEOPLE: '16', EQUAL_ACTS: '300', EQUAL_DAYS: '365' },
    },
  ),
  watches: vitest(
    'files of six shops for 500 days under terms, and 504 planted accidents (WATCH_SEED)',
    'server/suites/watches.test.ts',
    { WATCH_DAYS: '500', WATCH_ACCIDENTS: '84' },
  ),
  'watch-crash': vitest(
    'files of a watched folder through 21 kills of workers, API and database (CRASH_SEED)',
    inSuites('watch-crash.test.ts'),
  ),
  export: vitest('200 random stores exported and imported again', 'server/suites/round-trip.test.ts', {
    EXPORT_STORES: '200',
  }),
  sample: vitest('the sample store with all of its 5,000 customers', 'server/app/sample', { SAMPLE_WHOLLY: '1' }),
  older: vitest('both APIs compared over 200 random stores', 'server/older/compared.test.ts', { OLDER_STORES: '200' }),
  office: vitest('LibreOffice opens 100,000 exported rows; installed if missing', 'server/suites/office.test.ts', {
    OFFICE_ROWS: '100000',
  }),
  flush: vitest('pipelined reads: 5,000 queries and 10,000 interleavings', 'server/suites/pipeline.test.ts', {
    FLUSH_QUERIES: '5000',
    FLUSH_INTERLEAVINGS: '10000',
  }),
  postgres15: script(
    'server tests on PostgreSQL 15; downloaded if missing',
    ['tools/on-postgres.ts', '15'],
    'test files',
  ),
  versions: {
    ...script('plans on PostgreSQL 15 to 18, and imports into a full store compared with an empty one', [
      'tools/on-postgres.ts',
      '15,16,17,18',
      ...inSuites('block-plans', 'plans.test.ts', 'read-plans.test.ts', 'lookup-plans.test.ts'),
    ]),
    next: ['bench/main.ts', 'growth'],
  },
  plans: {
    ...script('plans of all work over 4,000 people, without right statistics, on PostgreSQL 18 and 15', [
      'tools/on-postgres.ts',
      '18,15',
      ...inSuites('block-plans'),
    ]),
    env: { PLANS_PEOPLE: '4000', PLANS_BESIDE: '200000' },
  },
  audit: script("this machine's audit log checked against its seals", 'server/app/verify-audit.ts'),
  erase: script('erasures next to every kind of writer', 'server/suites/erase.ts'),
  crash: script('imports, jobs, segments and exports killed at random moments', 'server/suites/crash.ts'),
  backup: vitest(
    'backup and restore killed at every moment; 50 changed bytes and truncations of a file; a lost machine restored from its archive',
    [...inSuites('backup', 'restore-', 'archive'), 'server/app/backup', 'server/app/archive'],
    { BACKUP_MOMENTS: 'all', BACKUP_PLACES: '50' },
  ),
  rehearsal: vitest(
    'the newest backup restored and started next to live LINE, webhook and mail simulators, which count 0 calls',
    inSuites('rehearsal.test.ts'),
  ),
  pgbackrest: script(
    'pgBackRest sets two database servers back to a second and to a restore point, from S3, and decisions since are applied; installed if missing',
    'tools/pgbackrest.ts',
  ),
  followers: script("50,000 friends of LINE's list through three kills of the worker", 'server/suites/followers.ts'),
  inbox: script('LINE webhooks while processes are killed', 'server/suites/inbox.ts'),
  answers: script(
    '1,000 conversations with a LINE account that answers, groups among them, while processes are killed',
    'server/suites/answers.ts',
  ),
  poison: vitest('10,000 LINE events, 1 % of them bad in 47 ways', 'server/suites/inbox-poison.test.ts', {
    POISON_EVENTS: '10000',
    POISON_PER_SECOND: '100',
  }),
  accepted: script(
    'accepted items under failing statements and on a full disk, which needs root',
    'server/suites/accepted.ts',
  ),
  ingest: script("programs' items while processes are killed", 'server/suites/ingest.ts'),
  feed: vitest('the change feed read during ten writers, 20 seeds', 'server/open-api/reading/feed.test.ts', {
    FEED_SEEDS: '20',
    FEED_CALLS: '3000',
  }),
  changes: vitest(
    '100,000 changes by ten writers, imports and a transaction open for two minutes, with ten kills of sender and receiver',
    [
      ...inSuites('changes.test.ts'),
      ...['changes', 'webhooks'].map((name) => `server/open-api/${name}/${name}-play.test.ts`),
    ],
    {
      ...{ CHANGES_TOTAL: '100000', CHANGES_KILLS: '10', CHANGES_FILES: '20', CHANGES_OPEN_MS: '120000' },
      ...{ CHANGES_CALLS: '3000', WEBHOOK_CALLS: '3000' },
    },
  ),
  sent: vitest(
    '120,000 rows by file, API and connector, and two tills with the same 10,000 bill numbers',
    ['server/open-api/sending/file-or-api.test.ts', 'server/open-api/sending/two-tills.test.ts'],
    { SENT_FILES: '50', SENT_ROWS: '2400', SENT_BILLS: '10000' },
  ),
  pgbouncer: script(
    'server tests through pgbouncer; installed if missing',
    ['tools/engines.ts', 'pgbouncer'],
    'test files',
  ),
  upgrade: script(
    '20 upgrades over all tables under staff, programs, webhooks and imports, and the previous version running next to this one',
    'server/suites/upgrade.ts',
  ),
  nats: script("events by Debian's nats-server; installed if missing", ['tools/engines.ts', 'nats'], 'test files'),
  sftp: script("files that are watched on Debian's OpenSSH; installed if missing", ['tools/engines.ts', 'sftp']),
  s3: script('everything that reads or writes files, on an S3 server', ['tools/engines.ts', 's3'], 'test files'),
  swift: script('the storage on OpenStack Swift; installed if missing', 'tools/swift.ts'),
  servers: vitest(
    'all stores on a second database server',
    inSuites(
      ...['servers.test', 'server-clocks', 'every-call', 'permissions', 'call-permissions', 'program-permissions'],
      ...['foreign-ids', 'wall'],
    ),
    { TEST_SERVER: '2' },
  ),
  spread: vitest(
    'stores spread over two database servers by TEST_SEED, which is printed',
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
  push: script('pushed events while servers are killed', 'server/suites/push.ts'),
  processes: vitest(
    'two API and two worker processes with pgbouncer, NATS and S3, each of them killed',
    inSuites('processes.test.ts', 'several.test.ts', 'nats.test.ts', 'restarts.test.ts', 'outage.test.ts'),
  ),
  figures: vitest(
    '25 kills under writers of all kinds, singly and in pairs, each found by /metrics alone',
    inSuites('kills-in-figures.test.ts'),
  ),
  moves: vitest(
    'stores moving between servers during writes, killed at 12 moments; next to a bare COPY; and by COPY',
    inSuites('store-moves.test.ts', 'moves-floor.test.ts', 'moves-at-work.test.ts', 'store-copies.test.ts'),
    { MOVES_STORES: '6', MOVES_KILLS: '12' },
  ),
  'moves-load': vitest(
    'two stores that move during writes next to 40 busy processes, which end after 3 minutes',
    inSuites('moves-at-work.test.ts'),
    { MOVES_STORES: '4', MOVES_LOAD: '40' },
  ),
  deploy: script('files of deploy/ read by promtool, nginx, Caddy, systemd and schemas', 'tools/deploy/verify.ts'),
  image: script('the image built and started in a root directory of Debian, which needs root', 'tools/deploy/image.ts'),
  documents: script('the commands of README and operations.md, typed in an empty directory', 'tools/documents/walk.ts'),
  broadcast: script('senders of broadcasts that are killed', 'server/suites/broadcasts.ts'),
  automation: script('workers of automations that are killed', 'server/suites/automations.ts'),
  'rich-menus': script(
    '100,000 friends of five menus: changes, kills and faults of LINE (MENU_SEED)',
    'server/suites/rich-menus.ts',
  ),
  effect: vitest(
    'what 3,000 broadcasts of 500, 2,000 and 20,000 people are said to have added',
    'server/broadcasts/effect/simulation.test.ts',
    { EFFECT_BROADCASTS: '1000' },
  ),
  screens: {
    ...script('every screen in both languages, all sizes and themes; a sixth with SCREENS_PART=2/6', [
      ...playwright,
      'screens.spec',
    ]),
    env: { SCREENS_WHOLLY: '1' },
  },
  bench: {
    ...script('each benchmark at a small size: figures mean nothing, but none may break', 'bench/main.ts'),
    env: { ROWS: '2000', OTHERS: '1', SECONDS: '1', REST_SECONDS: '1' },
  },
  screen: {
    ...script('main screens on a slow phone: bytes, requests and shifts until their first rows', [
      'bench/main.ts',
      'screen',
    ]),
    env: { ROWS: '2000', ROUTE_TRIES: '1' },
  },
  planted: script('planted defects: each must turn its suite red', 'server/suites/planted.ts', 'defects'),
}

const args = process.argv.slice(2)
if (args.includes('--list')) {
  for (const [name, { about, words }] of Object.entries(suites))
    console.log(`${name.padEnd(12)}${about}${words ? ` (words select ${words})` : ''}`)
  process.exit(0)
}
const all = args.includes('--all')
const requested = args.filter((arg) => arg !== '--all')
const words = suites[requested[0] ?? '']?.words ? requested.splice(1) : []
const unknown = requested.find((name) => !suites[name])
if (unknown) {
  console.error(`There is no suite ${unknown}: \`npm run verify -- --list\` names them.`)
  process.exit(1)
}

const results: { suite: string; result: 'passed' | 'failed'; minutes: number }[] = []
for (const name of requested.length > 0 ? requested : Object.keys(suites)) {
  const suite = suites[name]!
  console.log(`\n${name}: ${suite.about}`)
  const start = performance.now()
  const run = (command: readonly string[]) =>
    spawnSync(process.execPath, [...command, ...words], {
      cwd: root,
      stdio: 'inherit',
      env: { SEED: 'random', ...process.env, ...suite.env },
    }).status
  const status = run(suite.command) || (suite.next ? run(suite.next) : 0)
  const minutes = Math.round((performance.now() - start) / 6000) / 10
  results.push({ suite: name, result: status === 0 ? 'passed' : 'failed', minutes })
  if (status !== 0 && !all) break
}
if (all) console.table(results)
process.exit(results.every(({ result }) => result === 'passed') ? 0 : 1)
