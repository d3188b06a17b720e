import type { Defect } from './defect.ts'

/** Of customers who prove who they are on LINE. */
export const lineLinkDefects: Defect[] = [
  {
    title: 'a word links a second time',
    changes: [
      {
        file: 'server/channels/line-link/queries.ts',
        find: /and status = 'open' and used_at is null/,
        put: '',
      },
    ],
    suites: ['server/channels/line-link/line-link.test.ts'],
  },
  {
    title: 'a typed phone merges profiles',
    changes: [
      {
        file: 'server/channels/line-link/typed-contact.ts',
        find: /for \(const \{ id \} of rows\) await suggestPair\(db, storeId, id, profileId\)/,
        put: `for (const { id } of rows) await sql\`update identity set profile_id = \${id} where store_id = \${storeId} and profile_id = \${profileId}\`.execute(db)`,
      },
    ],
    suites: ['server/channels/line-link/line-link.test.ts'],
  },
  {
    title: 'a word is taken by an account of another provider',
    changes: [
      {
        file: 'server/channels/line-link/queries.ts',
        find: /and channel_id = \$\{channelId\} and status/,
        put: 'and status',
      },
    ],
    suites: ['server/channels/line-link/line-link.test.ts'],
  },
]
