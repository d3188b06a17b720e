import type { Defect } from './defect.ts'

/** Defects of permissions and masking. */
export const permissionDefects: Defect[] = [
  {
    title: 'permissions are not asked for',
    changes: [{ file: 'server/http/authorize.ts', find: /if \(lacked\)/, put: 'if (!user)' }],
    suites: ['server/suites/permissions.test.ts'],
  },
  {
    title: 'a call with two permissions asks for both',
    changes: [{ file: 'contract/platform/permissions.ts', find: /anyOf\.some\(/, put: 'anyOf.every(' }],
    suites: ['server/suites/every-call.test.ts'],
  },
  {
    title: 'the menu shows screens that refuse the person',
    changes: [
      {
        file: 'web/app/menu.ts',
        find: /\(entry\.tabs \?\? \[\]\)\]\.filter\(\(to\) => mayFollow\(rights, to\)\)/,
        put: '(entry.tabs ?? [])].filter(() => true)',
      },
    ],
    suites: ['server/suites/visible-rights.test.ts'],
  },
  {
    title: 'the browser does not know the further right of a call',
    changes: [{ file: 'web/data/vite-contract.ts', find: /\.\.\.\(alsoRequires && \{ alsoRequires \}\),/, put: '' }],
    suites: ['server/suites/visible-rights.test.ts'],
  },
  {
    title: 'a button makes a call that no file asks for',
    changes: [
      {
        file: 'web/broadcasts/detail/DetailBar.tsx',
        find: /useWrite\(broadcasts\.pause\)/,
        put: 'useWrite(broadcasts.delete)',
      },
    ],
    suites: ['web/screen-calls.test.ts'],
  },
  {
    title: 'a screen that any member may open leaves out what it needs',
    changes: [
      {
        file: 'contract/screens.ts',
        find: /'segmentation-create': \{ opens: \[\], needs: \[labels\.create, labels\.list\] \}/,
        put: "'segmentation-create': { opens: [] }",
      },
    ],
    suites: ['web/screen-calls.test.ts'],
  },
  {
    title: 'a call is opened to every member by its contract',
    changes: [
      {
        file: 'contract/customers/profiles.ts',
        find: /(path: '\/profile\/\{id\}',\s*summary: [^\n]*\s*permission: )read/,
        put: "$1'member'",
      },
    ],
    suites: ['contract/endpoints.test.ts'],
  },
  {
    title: 'a store works without the agreement',
    changes: [
      {
        file: 'server/http/authorize.ts',
        find: /entered\.dpa_status !== 'found' && /,
        put: 'entered.dpa_status === undefined && ',
      },
    ],
    suites: ['server/suites/permissions.test.ts'],
  },
  {
    title: 'an expired token still opens',
    changes: [
      // In auth.enter and in auth.caller.
      {
        file: 'server/migrations/0304-access-sign-in.sql',
        find: /a\.expires_at > now\(\) and (s\.revoked_at is null and s\.expires_at > now\(\);)/,
        put: '$1',
      },
      {
        file: 'server/migrations/0304-access-sign-in.sql',
        find: /a\.expires_at > now\(\) and (s\.revoked_at is null and s\.expires_at > now\(\)\n)/,
        put: '$1',
      },
    ],
    suites: ['server/suites/permissions.test.ts'],
  },
  {
    title: 'a store’s token opens the calls of its person',
    changes: [
      {
        file: 'server/http/authorize.ts',
        find: /\(access === 'person'\) !== \(entered\.store_id === null\)/,
        put: "access !== 'person' && entered.store_id === null",
      },
    ],
    suites: ['server/suites/permissions.test.ts'],
  },
  {
    title: 'a read in one flush asks for no right',
    changes: [
      {
        file: 'server/migrations/0304-access-sign-in.sql',
        find: /cardinality\(any_of\) = 0/,
        put: 'cardinality(any_of) >= 0',
      },
      { file: 'server/http/authorize.ts', find: /if \(lacked\)/, put: 'if (!user)' },
    ],
    suites: ['server/suites/pipeline.test.ts'],
  },
  {
    title: 'sensitive values are shown to everybody',
    changes: [
      {
        file: 'server/customers/profiles/masking.ts',
        find: /maySeeSensitive\(rights\) \? new Sight\('shown', trace\)/,
        put: "rights ? new Sight('shown', trace)",
      },
    ],
    suites: ['server/customers/profiles/masking.test.ts'],
  },
]
