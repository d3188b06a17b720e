import { dashboardDefects } from './dashboard-defects.ts'
import type { Change, Defect } from './defect.ts'
import { exportDefects } from './export-defects.ts'
import { importDefects } from './import-defects.ts'
import { profileDefects } from './profile-defects.ts'
import { ruleDefects } from './rule-defects.ts'
import { secretDefects } from './secret-defects.ts'
import { segmentDefects } from './segment-defects.ts'

const noFilter: Change = {
  file: 'server/profiles/queries.ts',
  find: /\.where\('profile\.store_id', '=', storeId\)(\s*\.whereRef)/,
  put: '$1',
}
const noWall = (file: string, table: string): Change => ({
  file: `server/migrations/${file}`,
  find: new RegExp(`select wall\\('${table}'\\);`),
  put: `grant select, insert, update, delete on ${table} to ruam_app;`,
})

/** One of every kind that the suites are there for. */
export const defects: Defect[] = [
  {
    title: 'a list forgets to ask for its own store alone',
    changes: [noFilter],
    suites: ['server/suites/foreign-ids.test.ts'],
  },
  {
    title: 'a list forgets its store, and its table has no row-level security',
    changes: [noFilter, noWall('0003-profiles.sql', 'profile')],
    suites: ['server/suites/foreign-ids.test.ts'],
  },
  {
    title: 'a search, which runs with other rights, forgets its store',
    changes: [
      {
        file: 'server/migrations/0012-search.sql',
        find: /where store_id = \$1 and deleted_at is null/,
        put: 'where $1 > 0 and deleted_at is null',
      },
    ],
    suites: ['server/suites/wall.test.ts'],
  },
  {
    title: 'a table is made without row-level security',
    changes: [noWall('0003-profiles.sql', 'erasure')],
    suites: ['server/suites/catalog.test.ts'],
  },
  {
    title: 'row-level security does not bind the owner of the tables',
    changes: [
      {
        file: 'server/migrations/0001-stores.sql',
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
        file: 'server/migrations/0001-stores.sql',
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
        file: 'server/migrations/0002-door.sql',
        find: /execute format\('revoke all on function %s from public', fn\);/,
        put: '',
      },
    ],
    suites: ['server/suites/catalog.test.ts'],
  },
  {
    title: 'the server starts as a superuser',
    changes: [{ file: 'server/core/migrate.ts', find: /if \(powerful \|\| owns \|\| door\)/, put: 'if (false)' }],
    suites: ['server/suites/wall.test.ts'],
  },
  {
    title: 'the search reads the whole table',
    changes: [
      {
        file: 'server/migrations/0003-profiles.sql',
        find: /(create index profile_search on profile[^;]*?) where [^;]*;/,
        put: '$1 where false;',
      },
    ],
    suites: ['server/suites/plans.test.ts'],
  },
  {
    title: 'permissions are not asked for',
    changes: [{ file: 'server/core/enter.ts', find: /if \(!mayOpen\(user\.rights, anyOf\)\)/, put: 'if (!user)' }],
    suites: ['server/suites/permissions.test.ts'],
  },
  {
    title: 'a call with two permissions asks for both',
    changes: [{ file: 'contract/permissions.ts', find: /anyOf\.some\(/, put: 'anyOf.every(' }],
    suites: ['server/suites/permissions.test.ts'],
  },
  {
    title: 'a call is opened to every member by its contract',
    changes: [
      {
        file: 'contract/profiles.ts',
        find: /(path: '\/profile\/\{id\}',\s*permission: )read/,
        put: "$1'member'",
      },
    ],
    suites: ['contract/endpoints.test.ts'],
  },
  {
    title: 'a change of a customer leaves no trace in the audit log',
    changes: [
      {
        file: 'server/profiles/edit-calls.ts',
        find: /if \(saved === 'changed'\) await audit\([^\n]*\n/,
        put: '',
      },
    ],
    suites: ['server/suites/audited.test.ts'],
  },
  {
    title: 'a writing call states that it is not written down',
    changes: [
      {
        file: 'contract/segments.ts',
        find: /(path: '\/label\/\{id\}\/display-enabled',\s*permission: edit,\s*)audit: 'label_changed',/,
        put: '$1audit: false,',
      },
    ],
    suites: ['contract/endpoints.test.ts'],
  },
  {
    title: 'what a call did is written down in nobody’s name',
    changes: [{ file: 'server/core/audit.ts', find: /user_id: userIdOf\(by\)/, put: 'user_id: null' }],
    suites: ['server/suites/audited.test.ts'],
  },
  {
    title: 'a store works without the agreement',
    changes: [
      {
        file: 'server/core/enter.ts',
        find: /entered\.dpa_status !== 'found' && /,
        put: 'entered.dpa_status === undefined && ',
      },
    ],
    suites: ['server/suites/permissions.test.ts'],
  },
  {
    title: 'an expired token still opens',
    changes: [
      {
        file: 'server/migrations/0042-reads.sql',
        find: /and a\.expires_at > now\(\) and s\.revoked_at is null/,
        put: 'and s.revoked_at is null',
      },
    ],
    suites: ['server/suites/permissions.test.ts'],
  },
  {
    title: 'another store’s id is told apart from one that nobody has',
    changes: [
      {
        file: 'server/stores/routes.ts',
        find: /if \(!store\) throw fail\('not_found'\)(?=\s+const \{ roles)/,
        put: "if (!store) throw fail(params.id < 1000 ? 'forbidden' : 'not_found')",
      },
    ],
    suites: ['server/suites/foreign-ids.test.ts'],
  },
  {
    title: 'a call takes a second connection while it holds one',
    changes: [
      {
        file: 'server/auth/routes.ts',
        find: /async sessions\(\{ db, user \}\) \{/,
        put: 'async sessions({ core, db, user }) {\n    await findPerson(core.pool, user.id)',
      },
    ],
    suites: ['server/suites/connections.test.ts'],
  },
  {
    title: 'sensitive values are shown to everybody',
    changes: [
      {
        file: 'server/profiles/view.ts',
        find: /const hide = field\.sensitive && !unmasked/,
        put: 'const hide = field.sensitive && unmasked',
      },
    ],
    suites: ['server/profiles/masking.test.ts'],
  },
  {
    title: 'keys that nobody knows are taken',
    changes: [{ file: 'contract/profile-fields.ts', find: /body: z\.strictObject\(\{\n/, put: 'body: z.object({\n' }],
    suites: ['contract/endpoints.test.ts'],
  },
  {
    title: 'an instant that PostgreSQL cannot hold is let through',
    changes: [{ file: 'contract/common.ts', find: /!text\.startsWith\('0000'\) && /, put: '' }],
    suites: ['server/suites/fuzz.test.ts'],
    env: { FUZZ_REQUESTS: '3000', FUZZ_SEED: '7' },
  },
  {
    title: 'half characters are let through',
    changes: [{ file: 'contract/common.ts', find: / && text\.isWellFormed\(\)/, put: '' }],
    suites: ['server/auth/setup.test.ts'],
  },
  {
    title: 'an answer is not held to its schema',
    changes: [
      {
        file: 'server/core/parse.ts',
        find: /known\.write\?\.\(result\) \?\? JSON\.stringify\(checked\(endpoint, result\)\)/,
        put: 'JSON.stringify(result)',
      },
    ],
    suites: ['server/core/implement.test.ts'],
  },
  {
    title: 'the serialiser writes what the schema does not name',
    changes: [
      {
        file: 'server/core/serialise.ts',
        find: /for \(const \{ name, prefix, optional, write \} of keys\) \{/,
        put: `if (Object.keys(value).length > keys.length) return JSON.stringify(value)
    $&`,
      },
    ],
    suites: ['server/core/serialise.test.ts'],
  },
  {
    title: 'the store that a token had before is trusted',
    changes: [
      { file: 'server/migrations/0042-reads.sql', find: / or store_id is distinct from current_store\(\)/, put: '' },
    ],
    suites: ['server/suites/flush.test.ts'],
  },
  {
    title: 'a read in one flush asks for no right',
    changes: [
      { file: 'server/migrations/0042-reads.sql', find: /cardinality\(any_of\) = 0/, put: 'cardinality(any_of) >= 0' },
      { file: 'server/core/enter.ts', find: /if \(!mayOpen\(user\.rights, anyOf\)\)/, put: 'if (!user)' },
    ],
    suites: ['server/suites/flush.test.ts'],
  },
  {
    title: 'a label gets another name under the same number',
    changes: [{ file: 'server/labels/queries.ts', find: /if \(changed\) await raiseNames\(db, storeId\)/, put: '' }],
    suites: ['server/suites/names-version.test.ts'],
  },
  {
    title: 'a fault tells of the inside',
    changes: [
      {
        file: 'server/core/errors.ts',
        find: /\? \{ request_id: request\.id \}/,
        put: '? { request_id: request.id, reason: error.message }',
      },
    ],
    suites: ['server/core/implement.test.ts'],
  },
  {
    title: 'the log repeats a customer’s values',
    changes: [
      { file: 'server/core/log.ts', find: /error\.code\?\.startsWith\('22'\)/, put: "error.code?.startsWith('never')" },
    ],
    suites: ['server/core/log.test.ts'],
  },
  {
    title: 'a copied cookie leaves the session open',
    changes: [
      {
        file: 'server/migrations/0025-sign-in.sql',
        find: /update user_session u set revoked_at = now\(\) where u\.id = s\.id;/,
        put: '',
      },
    ],
    suites: ['server/auth/refresh.test.ts'],
  },
  {
    title: 'passwords may be tried without end',
    changes: [{ file: 'server/auth/tries.ts', find: /if \(wait === 0\) continue/, put: 'if (wait >= 0) continue' }],
    suites: ['server/auth/tries.test.ts'],
  },
  {
    title: 'tries count by whatever address a call claims',
    changes: [{ file: 'server/core/network.ts', find: /hop < hops/, put: 'hop >= 0' }],
    suites: ['server/auth/tries.test.ts'],
  },
  {
    title: 'a store’s token opens the calls of its person',
    changes: [
      {
        file: 'server/core/enter.ts',
        find: /\(access === 'person'\) !== \(entered\.store_id === null\)/,
        put: "access !== 'person' && entered.store_id === null",
      },
    ],
    suites: ['server/suites/permissions.test.ts'],
  },
  {
    title: 'a page of anybody uses a person’s cookie',
    changes: [
      { file: 'server/core/network.ts', find: /return page\.host === host/, put: 'return true || page.host === host' },
    ],
    suites: ['server/auth/origin.test.ts'],
  },
  {
    title: 'tries from everywhere keep the owner out',
    changes: [
      { file: 'server/auth/tries.ts', find: /if \(knownDevice\) return/, put: 'if (knownDevice === "never") return' },
    ],
    suites: ['server/auth/tries.test.ts'],
  },
  {
    title: 'a second set-up is let through',
    changes: [
      { file: 'server/migrations/0002-door.sql', find: /if exists \(select from users\) then/, put: 'if false then' },
      {
        file: 'server/migrations/0025-sign-in.sql',
        find: /case when exists \(select from users\) then 'done'/,
        put: "case when false then 'done'",
      },
    ],
    suites: ['server/auth/setup.test.ts'],
  },
  {
    title: 'a sign of LIKE finds everybody',
    changes: [
      {
        file: 'server/migrations/0012-search.sql',
        find: /regexp_replace\(key, '\(\[\\\\%_\]\)', '\\\\\\1', 'g'\)/,
        put: 'key',
      },
    ],
    suites: ['server/profiles/search.test.ts'],
  },
  {
    title: 'a total that stopped counting looks like a whole one',
    changes: [{ file: 'server/profiles/list-page.ts', find: /capped: total > COUNT_CAP/, put: 'capped: false' }],
    suites: ['server/profiles/list.test.ts', 'server/profiles/list-page.test.ts'],
  },
  {
    title: 'a socket hears whatever subject it asks for',
    changes: [
      {
        file: 'server/push/connection.ts',
        find: /operation\.subject !== subject \|\| operation\.queue !== undefined/,
        put: 'operation.queue !== undefined',
      },
    ],
    suites: ['server/push'],
  },
  {
    title: 'somebody who was removed goes on hearing',
    changes: [{ file: 'server/push/sockets.ts', find: /if \(!isSame\(/, put: 'if (false && !isSame(' }],
    suites: ['server/push'],
  },
  ...exportDefects,
  ...importDefects,
  ...profileDefects,
  ...ruleDefects,
  ...segmentDefects,
  ...secretDefects,
  ...dashboardDefects,
]
