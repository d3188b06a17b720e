import type { Defect } from './defect.ts'

/** Defects of automations: their worker, their rehearsal and their versions. */
export const automationDefects: Defect[] = [
  {
    title: 'a worker that has lost its lease commits steps of automations',
    changes: [
      {
        file: 'server/automations/work/lease.ts',
        find: /set until = \$\{until\} where store_id = \$\{storeId\} and fence = \$\{fence\} returning 1/,
        put: `set until = \${until} where store_id = \${storeId} and fence >= \${fence} returning 1`,
      },
    ],
    suites: ['server/automations/work/going-on.test.ts'],
  },
  {
    title: 'a rehearsal reads the consents of today',
    changes: [
      {
        file: 'server/automations/rehearsal/past-friends.ts',
        find: /where e\.store_id = \$\{storeId\} and e\.at <= \$\{from\}::timestamptz`/,
        put: `where e.store_id = \${storeId}\``,
      },
    ],
    suites: ['server/automations/rehearsal/consents.test.ts'],
  },
  {
    title: 'what happened before a new version of an automation started lets no customer enter it',
    changes: [
      {
        file: 'server/migrations/0461-dates-of-new-versions.sql',
        find: /if new\.status <> 'active' or old\.status <> 'active' then/,
        put: 'if true then',
      },
    ],
    suites: ['server/automations/work/new-version.test.ts'],
  },
]
