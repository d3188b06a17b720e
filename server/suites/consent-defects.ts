import type { Defect } from './defect.ts'

const suites = ['server/suites/consents.test.ts']
const standing = 'server/customers/consents/standing.ts'

/** Defects of what counts as a consent. */
export const consentDefects: Defect[] = [
  {
    title: 'a consent to a former wording counts after a restart',
    changes: [{ file: standing, find: /ledger_entry\.version >= coalesce/, put: '0 < coalesce' }],
    suites,
    env: { CONSENT_HISTORIES: '24' },
  },
  {
    title: 'a customer under age is sent to if unknown consents are',
    changes: [{ file: standing, find: /then 'under_age'/, put: "then 'unknown'" }],
    suites,
    env: { CONSENT_HISTORIES: '24' },
  },
  {
    title: 'a consent counts for channels that its wording does not name',
    changes: [
      { file: 'server/broadcasts/audience/audience.ts', find: /, channel: 'line' \} as const/, put: ' } as const' },
    ],
    suites,
    env: { CONSENT_HISTORIES: '24' },
  },
  {
    title: 'a customer of unknown age is sent to whatever the store does with unknown consents',
    changes: [
      {
        file: standing,
        find: /else 'unknown' end`/,
        put: `when \${cutoff} is not null and \${birth} is null then 'granted' else 'unknown' end\``,
      },
    ],
    suites,
    env: { CONSENT_HISTORIES: '24' },
  },
]
