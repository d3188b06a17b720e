import type { Defect } from './defect.ts'

/** Defects of customers after import: search, edits, labels, jobs, undo, merges, erasure. */
export const profileDefects: Defect[] = [
  {
    title: 'a save overwrites what another user saved in between',
    changes: [
      {
        file: 'server/customers/profiles/write.ts',
        find: /and \(\$\{seen \?\? null\}::timestamptz is null or p\.updated_at = \$\{seen \?\? null\}::timestamptz\)/,
        put: '',
      },
    ],
    suites: ['server/customers/profiles/edit-calls.test.ts'],
  },
  {
    title: 'people edit while an import decides by what it has read',
    changes: [
      {
        file: 'server/customers/profiles/lock.ts',
        find: /if \(running\) throw/,
        put: 'if (running && !running) throw',
      },
    ],
    suites: ['server/customers/profiles/lock.test.ts'],
  },
  {
    title: 'an undo removes what a user has written since',
    changes: [
      {
        file: 'server/imports/undo/undo-plan.ts',
        find: /\$\{ofRun\('met\.sources -> v\.key'\)\} and coalesce\(/,
        put: 'true and coalesce(',
      },
    ],
    suites: ['server/imports/undo/undo.test.ts', 'server/suites/undo.test.ts'],
  },
  {
    title: 'the preview of an undo counts as restored what a user has written since',
    changes: [
      {
        file: 'server/imports/undo/count-undo.ts',
        find: /\$\{ofRun\} and \$\{fits\}/,
        put: '${fits}',
      },
    ],
    suites: ['server/imports/undo/undo.test.ts', 'server/suites/undo.test.ts'],
  },
  {
    title: 'a worker that lost its job commits a block all the same',
    changes: [
      {
        file: 'server/jobs/queries.ts',
        find: /(export function countBlock[\s\S]*?)claimed\(storeId, job\)/,
        put: '$1(e) => e.and({ store_id: storeId, id: job.id })',
      },
    ],
    suites: ['server/customers/bulk/work.test.ts'],
  },
  {
    title: 'a long job keeps its place while another store waits',
    changes: [{ file: 'server/jobs/work.ts', find: /\(await turn\.isOver\(db\)\)/, put: 'false' }],
    suites: ['server/customers/bulk/time-slices.test.ts'],
  },
  {
    title: 'the history of a change is not written',
    changes: [
      {
        file: 'server/customers/profiles/write.ts',
        find: /as rose_at from differing`/,
        put: 'as rose_at from differing where false`',
      },
    ],
    suites: ['server/customers/profiles/write.test.ts', 'server/customers/history/routes.test.ts'],
  },
  {
    title: 'a counter is not kept: the total of a store misses who goes',
    changes: [
      {
        file: 'server/customers/changes/after-profiles-changed.ts',
        find: /if \(people !== 0\)/,
        put: 'if (people > 0)',
      },
    ],
    suites: ['server/suites/counters.test.ts'],
  },
  {
    title: 'a counter is not kept: labels count the people who went',
    changes: [
      {
        file: 'server/customers/changes/after-profiles-changed.ts',
        find: /\{ ids: gone, sign: -1 \}/,
        put: '{ ids: [], sign: -1 }',
      },
    ],
    suites: ['server/suites/counters.test.ts'],
  },
  {
    title: 'a counter is not kept: who goes is counted in no hour',
    changes: [
      {
        file: 'server/customers/changes/after-profiles-changed.ts',
        find: /\[\.\.\.came, \.\.\.went\]\.map/,
        put: 'came.map',
      },
    ],
    suites: ['server/customers/changes/after-profiles-changed.test.ts'],
  },
  {
    title: 'a folder writes a table of another one',
    changes: [
      {
        file: 'server/customers/labels/calls/routes.ts',
        find: /await audit\('label', id, \{ people: label\.target_count \}\)/,
        put: `await db.deleteFrom('profile_label').where('store_id', '=', storeId).where('label_id', '=', label.id).execute()
    $&`,
      },
    ],
    suites: ['tools/check-owners.test.ts'],
  },
  {
    title: 'the search reads the whole table',
    changes: [
      {
        file: 'server/migrations/0305-customers-profiles.sql',
        find: /(create index profile_search on profile[^;]*?) where [^;]*;/,
        put: '$1 where false;',
      },
    ],
    suites: ['server/suites/plans.test.ts'],
  },
  {
    title: 'a word is looked for among the people of all stores',
    changes: [
      {
        file: 'server/migrations/0305-customers-profiles.sql',
        find: /gin \(store_id, search_key/,
        put: 'gin (search_key',
      },
    ],
    suites: ['server/suites/plans.test.ts'],
  },
  {
    title: 'a sign of LIKE finds everybody',
    changes: [
      {
        file: 'server/migrations/0301-core.sql',
        find: /regexp_replace\(key, '\(\[\\\\%_\]\)', '\\\\\\1', 'g'\)/,
        put: 'key',
      },
    ],
    suites: ['server/customers/profiles/search.test.ts'],
  },
  {
    title: 'a total that stopped counting looks like a whole one',
    changes: [
      { file: 'server/customers/profiles/list-page.ts', find: /capped: total > COUNT_CAP/, put: 'capped: false' },
    ],
    suites: ['server/customers/profiles/list.test.ts', 'server/customers/profiles/list-page.test.ts'],
  },
  {
    title: 'a label gets another name under the same number',
    changes: [
      { file: 'server/customers/labels/queries.ts', find: /if \(changed\) await raiseNames\(db, storeId\)/, put: '' },
    ],
    suites: ['server/suites/every-call.test.ts'],
  },
]
