import type { Defect } from './defect.ts'

/** Ways in which a backup is less than it promises. */
export const backupDefects: Defect[] = [
  {
    title: 'a backup leaves a table out',
    changes: [
      {
        file: 'server/app/backup/catalog.ts',
        find: /\(n\.nspname, c\.relname\) <> \('public', 'migration'\)/,
        put: "(n.nspname, c.relname) not in (('public', 'migration'), ('public', 'run_profile'))",
      },
    ],
    suites: ['server/suites/backup.test.ts'],
  },
  {
    title: 'the erasures of the machine are lost with a restore',
    changes: [
      {
        file: 'server/customers/erasure/erasure-list.ts',
        find: /\.\.\.entriesIn\(linesOf\(other\)\)/,
        put: '...entriesIn(linesOf(other)).slice(0, 0)',
      },
    ],
    suites: ['server/suites/backup.test.ts'],
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
