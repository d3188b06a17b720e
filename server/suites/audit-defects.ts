import type { Defect } from './defect.ts'

/** Defects of the audit log. */
export const auditDefects: Defect[] = [
  {
    title: 'a change of a customer leaves no trace in the audit log',
    changes: [
      {
        file: 'server/customers/profiles/edit-calls.ts',
        find: /if \(saved === 'changed'\) await audit\([^\n]*\n/,
        put: '',
      },
    ],
    suites: ['server/suites/every-call.test.ts'],
  },
  {
    title: 'a writing call states that it is not written down',
    changes: [
      {
        file: 'contract/customers/labels.ts',
        find: /(path: '\/label\/\{id\}\/display-enabled',\s*summary: [^\n]*\s*permission: edit,\s*)audit: 'label_changed',/,
        put: '$1audit: false,',
      },
    ],
    suites: ['contract/endpoints.test.ts'],
  },
  {
    title: 'the audit entry of a call has no author',
    changes: [{ file: 'server/http/audit.ts', find: /user_id: userIdOf\(by\)/, put: 'user_id: null' }],
    suites: ['server/suites/every-call.test.ts'],
  },
]
