import type { Change, Defect } from './defect.ts'

const noFilter: Change = {
  file: 'server/customers/profiles/queries.ts',
  find: /\.where\('profile\.store_id', '=', storeId\)(\s*\.whereRef)/,
  put: '$1',
}
const noWall = (file: string, table: string): Change => ({
  file: `server/migrations/${file}`,
  find: new RegExp(`select wall\\('${table}'\\);`),
  put: `grant select, insert, update, delete on ${table} to ruam_app;`,
})

/** Defects of the wall between stores. */
export const wallDefects: Defect[] = [
  {
    title: 'a list forgets to ask for its own store alone',
    changes: [noFilter],
    suites: ['server/suites/foreign-ids.test.ts'],
  },
  {
    title: 'a list forgets its store, and its table has no row-level security',
    changes: [noFilter, noWall('0305-customers-profiles.sql', 'profile')],
    suites: ['server/suites/foreign-ids.test.ts'],
  },
  {
    title: 'a search, which runs with other rights, forgets its store',
    changes: [
      {
        file: 'server/migrations/0381-times-of-searches.sql',
        find: /where store_id = \$1 and deleted_at is null/,
        put: 'where $1 > 0 and deleted_at is null',
      },
    ],
    suites: ['server/suites/wall.test.ts'],
  },
  {
    title: 'a table is made without row-level security',
    changes: [noWall('0307-customers-duplicates-and-erasure.sql', 'erasure')],
    suites: ['server/suites/catalog.test.ts'],
  },
  {
    title: 'row-level security does not bind the owner of the tables',
    changes: [
      {
        file: 'server/migrations/0301-core.sql',
        find: /execute format\('alter table %s force row level security', target\);/,
        put: '',
      },
    ],
    suites: ['server/suites/catalog.test.ts'],
  },
  {
    title: 'a store’s rows may be written into another store',
    changes: [
      {
        file: 'server/migrations/0301-core.sql',
        find: /with check \(store_id = current_store\(\)\)/,
        put: 'with check (true)',
      },
    ],
    suites: ['server/suites/wall.test.ts'],
  },
  {
    title: 'everybody may call the functions that run with other rights',
    changes: [
      {
        file: 'server/migrations/0316-rights.sql',
        find: /execute format\('revoke all on function %s from public', fn\);/,
        put: '',
      },
    ],
    suites: ['server/suites/catalog.test.ts'],
  },
  {
    title: 'the server starts as a superuser',
    changes: [
      { file: 'server/database/migrate.ts', find: /if \(powerful \|\| owns \|\| special\)/, put: 'if (false)' },
    ],
    suites: ['server/suites/wall.test.ts'],
  },
  {
    title: 'another store’s id is distinguishable from an unknown one',
    changes: [
      {
        file: 'server/access/stores/routes.ts',
        find: /if \(!store\) throw fail\('not_found'\)(?=\s+const \{ roles)/,
        put: "if (!store) throw fail(params.id < 1000 ? 'forbidden' : 'not_found')",
      },
    ],
    suites: ['server/suites/foreign-ids.test.ts'],
  },
  {
    title: 'the store that a token had before is trusted',
    changes: [
      {
        file: 'server/migrations/0304-access-sign-in.sql',
        find: / or store_id is distinct from current_store\(\)/,
        put: '',
      },
    ],
    suites: ['server/suites/pipeline.test.ts'],
  },
]
