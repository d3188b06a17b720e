import type { Defect } from './defect.ts'

/** Ways by which a value reaches people who may not see it. */
export const secretDefects: Defect[] = [
  {
    title: 'the history shows what the profile hides',
    changes: [
      {
        file: 'server/customers/history/view.ts',
        find: /\(field\?\.sensitive \?\? true\) && !unmasked/,
        put: '(field?.sensitive ?? true) && unmasked',
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
        find: /if \(!file \|\| !\(own \|\| \(await isHeld\(db, storeId, file\.id\)\)\)\)/,
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
        find: /const withheld = !view\.unmasked &&/,
        put: 'const withheld = false &&',
      },
    ],
    suites: ['server/imports/run/sensitive-import.test.ts'],
  },
  {
    title: 'a list is sorted by what it hides',
    changes: [
      {
        file: 'server/customers/profiles/list-calls.ts',
        find: /if \(sorted\?\.sensitive && !unmasked\)/,
        put: 'if (sorted?.sensitive && unmasked && !unmasked)',
      },
    ],
    suites: ['server/suites/secrets.test.ts'],
  },
  {
    title: 'raw files outlive their data source',
    changes: [
      {
        file: 'server/imports/data-sources/delete-source.ts',
        find: /await core\.jobs\.enqueue\(db, 'file-remove', \{ keys: await giveUpFiles\(db, storeId, id\) \}\)/,
        put: '',
      },
    ],
    suites: ['server/platform/core/purge.test.ts'],
  },
  {
    title: 'a server that is on for less than an hour never purges',
    changes: [
      {
        file: 'server/platform/core/clock.ts',
        find: / {4}look\(timed\)\n/,
        put: '',
      },
    ],
    suites: ['server/platform/core/purge.test.ts', 'server/platform/core/clock.test.ts'],
  },
]
