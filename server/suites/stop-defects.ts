import type { Defect } from './defect.ts'

const orders = 'server/broadcasts/sending/stop-orders.test.ts'
const stops = 'server/broadcasts/sending/stops.test.ts'

/** Of people who asked to get nothing more. */
export const stopDefects: Defect[] = [
  {
    title: 'the undo of a merge gives back a consent that was stopped',
    changes: [
      {
        file: 'server/customers/duplicates/belongings.ts',
        find: /if \(only\)\n {4}await sql`update consent_entry/,
        put: 'if (!only)\n    await sql`update consent_entry',
      },
      {
        file: 'server/customers/duplicates/merge.ts',
        find: /await followStopsOf\(db, storeId, \[merge\.gone_id, merge\.kept_id\]\)/,
        put: '',
      },
      {
        file: 'server/customers/changes/line-stops.ts',
        find: /s\.user_id is not null and not coalesce/,
        put: 's.user_id is null and not coalesce',
      },
    ],
    suites: [stops, orders],
    env: { STOP_ORDERS: '100' },
  },
  {
    title: 'the sender does not wait for stops that are not applied yet',
    changes: [
      {
        file: 'server/broadcasts/audience/refusals.ts',
        find: / or \$\{isStopping\}/,
        put: '',
      },
    ],
    suites: [stops, orders],
    env: { STOP_ORDERS: '100' },
  },
  {
    title: 'a stop does not hold for a purpose that is created later',
    changes: [
      {
        file: 'server/customers/consents/calls/routes.ts',
        find: /await followAllStops\(db, storeId\)/,
        put: '',
      },
    ],
    suites: [stops],
  },
  {
    title: 'a stop with a zero-width character is missed',
    changes: [
      {
        file: 'server/channels/inbox/stop-words.ts',
        find: /\[\^\\p\{L\}\\p\{M\}\]/,
        put: '[^\\p{L}\\p{M}\\p{Cf}]',
      },
    ],
    suites: ['server/channels/inbox/stop-words.test.ts'],
  },
]
