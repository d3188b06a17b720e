import type { Defect } from './defect.ts'

const suites = ['server/suites/servers.test.ts']

/** Defects of the routing between database servers. */
export const serverDefects: Defect[] = [
  {
    title: 'a store token is routed to the wrong server',
    changes: [
      {
        file: 'server/servers/store-router.ts',
        find: /Number\(STORE_TOKEN\.exec\(token\)\?\.\[1\] \?\? 1\)/,
        put: 'token.length === 0 ? Number(STORE_TOKEN.exec(token)?.[1] ?? 1) : 1',
      },
    ],
    suites,
  },
  {
    title: 'a session that ended at home goes on at other servers',
    changes: [
      {
        file: 'server/migrations/0302-servers.sql',
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
        file: 'server/jobs/purge.ts',
        find: /if \(!isHere\(storeId\)\) continue/,
        put: 'if (!isHere(storeId) && storeId < 0) continue',
      },
    ],
    suites,
  },
  {
    title: 'the clock and the queue of a further server are forgotten',
    changes: [
      {
        file: 'server/app/main.ts',
        find: /await workAt\(there, queue,/,
        put: 'void (there, queue,',
      },
    ],
    suites: ['server/suites/server-clocks.test.ts'],
  },
  {
    title: 'the sweep of segments is forgotten on further servers',
    changes: [
      {
        file: 'server/app/timed-work.ts',
        find: /^( +)sweepSteadily\(there\),/m,
        put: '$1...(serverNumber(there) === 1 ? [sweepSteadily(there)] : []),',
      },
    ],
    suites: ['server/suites/server-clocks.test.ts'],
  },
  {
    title: 'a password set on the machine is written down at home alone',
    changes: [
      {
        file: 'server/migrations/0303-access-members.sql',
        find: /from auth\.places_of\(person_id\) d/,
        put: 'from auth.places_of(null) d',
      },
    ],
    suites,
  },
  {
    title: 'a key of a program is sought at home alone',
    changes: [
      {
        file: 'server/http/at-server.ts',
        find: /return router\.find\('credential', tokenHash\(readCredential\(request\)\)\)/,
        put: 'return readCredential(request) && core',
      },
    ],
    suites,
  },
]
