import type { Defect } from './defect.ts'

const moves = 'server/servers/move/move.test.ts'
const holds = 'server/servers/move/store-holds.test.ts'
const migration = 'server/migrations/0302-servers.sql'

/** Defects of moves of stores between database servers. */
export const storeMoveDefects: Defect[] = [
  {
    title: 'a store is writable in two places, for a router that does not ask',
    changes: [
      {
        file: 'server/migrations/0371-statements-that-waited.sql',
        find: /and current_user <> tg_argv\[0\] then/,
        put: "and current_user = 'nobody' then",
      },
    ],
    suites: [moves],
  },
  {
    title: 'work that goes through all stores writes into the old copy of one',
    changes: [{ file: migration, find: /store_id <> all \(array\(select c\.store[^)]*\)\)/, put: 'true' }],
    suites: [moves],
  },
  {
    title: 'a move does not notice that its copy differs',
    changes: [
      {
        file: 'server/servers/move/compare.ts',
        find: /one\.rows !== other\.rows \|\| one\.sum !== other\.sum/,
        put: 'Number.isNaN(one.rows)',
      },
    ],
    suites: [moves],
  },
  {
    title: 'a move leaves the jobs of its store waiting for ever',
    changes: [
      {
        file: 'server/servers/move/queued-jobs.ts',
        find: /set start_after = now\(\)/,
        put: 'set priority = priority',
      },
    ],
    suites: [moves],
  },
  {
    title: 'the numbers of new rows begin below those of a store that has moved',
    changes: [{ file: 'server/servers/move/sequences.ts', find: /, 0\) < l`/, put: ', 0) < 0`' }],
    suites: [moves],
  },
  {
    title: 'a store that a killed move left held stays held',
    changes: [
      {
        file: 'server/servers/move/hold.ts',
        find: /(return false\n {2})await release\(ends, move\.store\)/,
        put: '$1await Promise.resolve()',
      },
    ],
    suites: [moves],
  },
  {
    title: 'a move forgets a table',
    changes: [
      {
        file: 'server/servers/move/tables.ts',
        find: /and c\.relrowsecurity\n/,
        put: "and c.relrowsecurity and c.relname <> 'audit_log'\n",
      },
    ],
    suites: [moves],
  },
  {
    title: 'a move forgets the changes of a table that it has copied',
    changes: [
      {
        file: 'server/servers/move/replicate.ts',
        find: /with \(publish = 'insert, update, delete'\)/,
        put: "with (publish = 'update, delete')",
      },
    ],
    suites: [moves],
  },
  {
    title: 'a hold is not kept: what is being written then is committed after it',
    changes: [
      {
        file: 'server/servers/store-holds.ts',
        find: /select pg_advisory_xact_lock\(\$\{LOCK\}, \$1\)/,
        put: 'select pg_advisory_xact_lock(46, $1)',
      },
    ],
    suites: [holds],
  },
  {
    title: 'a hold is not kept: a held store takes writes',
    changes: [
      {
        file: 'server/migrations/0353-holds-that-end.sql',
        find: /if closed is not null then raise/,
        put: "if closed <> 'held' then raise",
      },
    ],
    suites: [holds],
  },
  {
    title: 'a function that waits for a move writes in the old copy',
    changes: [
      {
        file: 'server/migrations/0371-statements-that-waited.sql',
        find: /state = 'moved' and store <> all\(known\)/,
        put: 'false',
      },
    ],
    suites: [holds],
  },
  {
    title: 'a hold lasts until somebody ends it',
    changes: [
      {
        file: 'server/migrations/0353-holds-that-end.sql',
        find: /c\.store = of_store and \(c\.until is null or c\.until > clock_timestamp\(\)\)/,
        put: 'c.store = of_store',
      },
    ],
    suites: [holds],
  },
  {
    title: 'a move that slept leaves a store that was opened meanwhile',
    changes: [
      {
        file: 'server/servers/store-holds.ts',
        find: /(state = 'moved'[^`]*)and since = \$2::timestamptz/,
        put: '$1and $2::timestamptz is not null',
      },
    ],
    suites: [moves],
  },
]
