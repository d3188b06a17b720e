import type { Defect } from './defect.ts'

/** Defects of set-up and sign-in. */
export const authDefects: Defect[] = [
  {
    title: 'a second set-up is let through',
    changes: [
      {
        file: 'server/migrations/0360-role-homes.sql',
        find: /if exists \(select from users\) then/,
        put: 'if false then',
      },
      {
        file: 'server/migrations/0303-access-members.sql',
        find: /case when exists \(select from users\) then 'done'/,
        put: "case when false then 'done'",
      },
    ],
    suites: ['server/app/auth/setup.test.ts'],
  },
  {
    title: 'a copied cookie leaves the session open',
    changes: [
      {
        file: 'server/migrations/0304-access-sign-in.sql',
        find: /update user_session u set revoked_at = now\(\) where u\.id = s\.id;/,
        put: '',
      },
    ],
    suites: ['server/app/auth/refresh.test.ts'],
  },
  {
    title: 'passwords may be tried without end',
    changes: [{ file: 'server/http/attempts.ts', find: /if \(wait === 0\) continue/, put: 'if (wait >= 0) continue' }],
    suites: ['server/app/auth/login-attempts.test.ts'],
  },
  {
    title: 'tries count by whatever address a call claims',
    changes: [{ file: 'server/http/network.ts', find: /hop < hops/, put: 'hop >= 0' }],
    suites: ['server/app/auth/login-attempts.test.ts'],
  },
  {
    title: 'tries from everywhere keep the owner out',
    changes: [
      {
        file: 'server/app/auth/login-attempts.ts',
        find: /if \(knownDevice\) return/,
        put: 'if (knownDevice === "never") return',
      },
    ],
    suites: ['server/app/auth/login-attempts.test.ts'],
  },
  {
    title: 'a foreign page uses a person’s cookie',
    changes: [
      {
        file: 'server/http/network.ts',
        find: /return page\.host === host/,
        put: 'return true || page.host === host',
      },
    ],
    suites: ['server/app/auth/origin.test.ts'],
  },
]
