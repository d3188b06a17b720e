import type { Defect } from './defect.ts'

/** Of who hears what. */
export const pushDefects: Defect[] = [
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
]
