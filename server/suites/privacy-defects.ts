import type { Defect } from './defect.ts'

const histories = ['server/suites/privacy.test.ts']
const waysOut = ['server/suites/ways-out.test.ts']

/** Ways by which a restricted customer leaves the store, and a reading that leaves no trace. */
export const privacyDefects: Defect[] = [
  {
    title: 'a restricted customer is exported',
    changes: [
      {
        file: 'server/reports/exports/profile-table.ts',
        find: / and profile\.restricted_at is null/,
        put: '',
      },
      {
        file: 'server/reports/exports/people.ts',
        find: / and restricted_at is null order by id/,
        put: ' order by id',
      },
    ],
    suites: waysOut,
  },
  {
    title: 'a restricted customer is in the views of SQL logins',
    changes: [
      {
        file: 'server/open-api/profile-api/views.ts',
        find: / and \$\{table\}\.restricted_at is null/,
        put: '',
      },
    ],
    suites: waysOut,
  },
  {
    title: 'a webhook tells of a restricted customer',
    changes: [
      {
        file: 'server/open-api/changes/events.ts',
        find: /p\.restricted_at is not null\)\) order by/,
        put: 'p.id < 0)) order by',
      },
    ],
    suites: waysOut,
  },
  {
    title: 'one call shows sensitive values without a trace',
    changes: [
      {
        file: 'server/customers/history/routes.ts',
        find: /sight: Sight\.of\(user\),/,
        put: 'sight: Sight.of({ ...user, trace: Object.create(user.trace, { note: { value() {} } }) }),',
      },
    ],
    suites: ['server/customers/profiles/traces.test.ts'],
  },
  {
    title: 'a copy leaves out the words of a consent',
    changes: [
      {
        file: 'server/privacy/copy/sections.ts',
        find: /'credential_id', 'runs'\]/,
        put: "'credential_id', 'runs', 'note']",
      },
    ],
    suites: histories,
    env: { PRIVACY_HISTORIES: '3' },
  },
  {
    title: 'an erasure leaves the words of a request',
    changes: [
      {
        file: 'server/customers/erasure/forget.ts',
        find: /words = '', decision_reason = ''/,
        put: "decision_reason = ''",
      },
    ],
    suites: histories,
    env: { PRIVACY_HISTORIES: '3' },
  },
]
