import type { Defect } from './defect.ts'

const moves = 'server/app/store-move/move.test.ts'
const migration = 'server/migrations/0220-store-moves.sql'

/** Defects of moves of stores between database servers. */
export const storeMoveDefects: Defect[] = [
  {
    title: 'a store is writable in two places, for a router that does not ask',
    changes: [
      {
        file: migration,
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
        file: 'server/app/store-move/compare.ts',
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
        file: 'server/app/store-move/queued-jobs.ts',
        find: /set start_after = now\(\)/,
        put: 'set priority = priority',
      },
    ],
    suites: [moves],
  },
  {
    title: 'the numbers of new rows begin below those of a store that has moved',
    changes: [{ file: 'server/app/store-move/sequences.ts', find: /, 0\) < l`/, put: ', 0) < 0`' }],
    suites: [moves],
  },
  {
    title: 'a store that a killed move left held stays held',
    changes: [
      {
        file: 'server/app/store-move/hold.ts',
        find: /(return false\n {2})await release\(servers, move\.store\)/,
        put: '$1await Promise.resolve()',
      },
    ],
    suites: [moves],
  },
]
