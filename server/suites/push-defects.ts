import type { Defect } from './defect.ts'

/** Defects of event audiences. */
export const pushDefects: Defect[] = [
  {
    title: 'a socket hears whatever subject it asks for',
    changes: [
      {
        file: 'server/push/subscriptions.ts',
        find: /operation\.subject !== subject \|\| operation\.queue !== undefined/,
        put: 'operation.queue !== undefined',
      },
    ],
    suites: ['server/push'],
  },
  {
    title: 'a removed member still receives events',
    changes: [{ file: 'server/push/sockets.ts', find: /if \(!isSame\(/, put: 'if (false && !isSame(' }],
    suites: ['server/push'],
  },
]
