import type { Defect } from './defect.ts'

const suites = ['server/suites/servers.test.ts']

/** Defects of the routing between database servers. */
export const serverDefects: Defect[] = [
  {
    title: 'a store token is routed to the wrong server',
    changes: [
      {
        file: 'server/platform/core/core-servers.ts',
        find: /return Number\(STORE_TOKEN\.exec\(token\)\?\.\[1\] \?\? 1\)/,
        put: 'return token.length === 0 ? Number(STORE_TOKEN.exec(token)?.[1] ?? 1) : 1',
      },
    ],
    suites,
  },
  {
    title: 'a session that ended at home goes on at other servers',
    changes: [
      {
        file: 'server/migrations/0224-home.sql',
        find: /update user_session set revoked_at = now\(\) where id = \(n\.what/,
        put: 'update user_session set revoked_at = null where id = (n.what',
      },
    ],
    suites,
  },
  {
    title: 'the orphan sweep takes files of stores on other servers for its own',
    changes: [
      {
        file: 'server/platform/core/purge.ts',
        find: /if \(!isHere\(core, storeId\)\) continue/,
        put: 'if (!isHere(core, storeId) && storeId < 0) continue',
      },
    ],
    suites,
  },
  {
    title: 'a key of a program is sought at home alone',
    changes: [
      {
        file: 'server/platform/core/implement.ts',
        find: /return servers\.find\('credential', hashOf\(readCredential\(request\)\)\)/,
        put: 'return readCredential(request) && core',
      },
    ],
    suites,
  },
]
