import type { Defect } from './defect.ts'

/** Ways in which a backup is less than it promises. */
export const backupDefects: Defect[] = [
  {
    title: 'a backup leaves a table out',
    changes: [
      {
        file: 'server/app/backup/catalog.ts',
        find: /\('public', 'migration_step'\)\)/,
        put: "('public', 'migration_step'), ('public', 'run_profile'))",
      },
    ],
    suites: ['server/suites/backup.test.ts'],
  },
  {
    title: 'the erasures of the machine are lost with a restore',
    changes: [
      {
        file: 'server/customers/erasure/erasure-list.ts',
        find: /\.\.\.entriesIn\(listLinesOf\(other\)\)/,
        put: '...entriesIn(listLinesOf(other)).slice(0, 0)',
      },
    ],
    suites: ['server/suites/backup.test.ts'],
  },
  {
    title: 'decisions are listed and not applied to a restored database',
    changes: [
      {
        file: 'server/app/restored/after-restore.ts',
        find: /await client\.query\(`select \$\{pg\.escapeIdentifier\(name\)\}\(\$1, \$2, \$3\)`, \[store, at, JSON\.stringify\(body\)\]\)/,
        put: '',
      },
    ],
    suites: ['server/suites/restore-decisions.test.ts'],
  },
  {
    title: 'a call is answered before its decision is on the list',
    changes: [
      {
        file: 'server/database/db.ts',
        find: /if \(decisions\)\s+await listers/,
        put: 'if (decisions) void listers',
      },
    ],
    suites: ['server/suites/decisions.test.ts'],
  },
  {
    title: 'a restored broadcast is sent to those who got it since the backup',
    changes: [
      {
        file: 'server/broadcasts/sending/begin.ts',
        find: /case when s\.profile_id is not null\s+or [^;]+? then 'sent_before' end/,
        put: 'null',
      },
    ],
    suites: ['server/suites/restore-decisions.test.ts'],
  },
  {
    title: 'a clock that is moved back changes the order of decisions',
    changes: [{ file: 'server/decisions/list.ts', find: /Math\.max\(newest, line\.time\)/, put: 'line.time' }],
    suites: ['server/decisions/list.test.ts'],
  },
  {
    title: 'a cut list of decisions is not noticed',
    changes: [{ file: 'server/app/restored/after-restore.ts', find: /checked && !listed\.has\(id\)/, put: 'false' }],
    suites: ['server/suites/restore-decisions.test.ts'],
  },
  {
    title: 'the checksum of a part is not compared',
    changes: [{ file: 'server/app/backup/backup-reader.ts', find: / \|\| sha256 !== part\.sha256/, put: '' }],
    suites: ['server/app/backup/format.test.ts'],
  },
  {
    title: 'the tags of frames are not compared',
    changes: [
      {
        file: 'server/app/backup/format.ts',
        find: /if \(!plainTag\(kind, index, payload\)\.equals\(tag\)\) throw damaged\(where\)/,
        put: '',
      },
    ],
    suites: ['server/app/backup/format.test.ts'],
  },
  {
    title: 'people stay signed in after a restore',
    changes: [
      {
        file: 'server/app/backup/settle.ts',
        find: /update user_session set revoked_at = now\(\) where revoked_at is null/,
        put: 'update user_session set revoked_at = now() where false',
      },
    ],
    suites: ['server/suites/backup.test.ts'],
  },
]
