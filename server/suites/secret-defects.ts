import type { Defect } from './defect.ts'

/** Ways by which a value reaches people who may not see it. */
export const secretDefects: Defect[] = [
  {
    title: 'the history shows what the profile hides',
    changes: [
      {
        file: 'server/customers/history/view.ts',
        find: /if \(!isShown\(key\) \|\| isHidden\) return \[\]/,
        put: 'if (!isShown(key)) return []',
      },
    ],
    suites: ['server/suites/secrets.test.ts'],
  },
  {
    title: 'cells of a file are shown as they are',
    changes: [
      { file: 'server/imports/data-sources/hidden-columns.ts', find: /\? HIDDEN : cell/, put: '? cell : cell' },
    ],
    suites: ['server/suites/secrets.test.ts'],
  },
  {
    title: 'a column that is mapped elsewhere is no secret any more',
    changes: [
      {
        file: 'server/imports/data-sources/fed-columns.ts',
        find: /\.where\(\(e\) => e\.or\(\[e\('file_id', '=', id\), e\('file_id', 'in', alike\)\]\)\)/,
        put: ".where('file_id', 'in', alike)\n    .where('file_id', '<', 0)",
      },
    ],
    suites: ['server/suites/secrets.test.ts'],
  },
  {
    title: 'a file exists for any caller who has its number',
    changes: [
      {
        file: 'server/imports/data-sources/source-calls.ts',
        find: /if \(!file \|\| !\(own \|\| \(await isOwnedFile\(db, storeId, file\.id\)\)\)\)/,
        put: 'if (!file)',
      },
    ],
    suites: ['server/suites/secrets.test.ts'],
  },
  {
    title: 'a citizen id finds people for who may not see one',
    changes: [
      {
        file: 'server/imports/data-sources/sensitive-mapping.ts',
        find: /if \(field\) throw/,
        put: 'if (field && !field) throw',
      },
    ],
    suites: ['server/suites/secrets.test.ts'],
  },
  {
    title: 'the person a hidden value has found is revealed',
    changes: [
      {
        file: 'server/imports/run/records.ts',
        find: /const withheld = view\.sight\.mode === 'closed' &&/,
        put: 'const withheld = false &&',
      },
    ],
    suites: ['server/imports/run/sensitive-import.test.ts'],
  },
  {
    title: 'a list is sorted by what it hides',
    changes: [
      {
        file: 'server/customers/profiles/list-sort.ts',
        find: /if \(sorted && closed\.fields\.has\(sorted\.id\)\)/,
        put: 'if (sorted && closed.fields.has(-1))',
      },
    ],
    suites: ['server/suites/secrets.test.ts'],
  },
  {
    title: 'a segment over a segment over a closed field is open',
    changes: [
      {
        file: 'server/customers/membership/closed-segments.ts',
        find: /keys\.add\(dependency\.label\(id\)\)/,
        put: '',
      },
    ],
    suites: ['server/customers/segments/closed.test.ts'],
  },
  {
    title: 'a closed segment can be narrowed to one person by a broadcast',
    changes: [
      {
        file: 'server/broadcasts/audience/closed-target.ts',
        find: /if \(!isWhole\) throw fieldClosed\(\)/,
        put: 'if (!isWhole) return',
      },
    ],
    suites: ['server/broadcasts/audience/closed-target.test.ts'],
  },
  {
    title: 'raw files outlive their data source',
    changes: [
      {
        file: 'server/imports/data-sources/delete-source.ts',
        find: /await core\.jobs\.enqueue\(db, 'file-remove', \{ keys: await discardSourceFiles\(db, storeId, id\) \}\)/,
        put: '',
      },
    ],
    suites: ['server/jobs/purge.test.ts'],
  },
  {
    title: 'a server that is on for less than an hour never purges',
    changes: [
      {
        file: 'server/core/clock.ts',
        find: / {4}look\(timed\)\n/,
        put: '',
      },
    ],
    suites: ['server/jobs/purge.test.ts', 'server/core/clock.test.ts'],
  },
]
