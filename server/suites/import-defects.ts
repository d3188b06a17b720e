import type { Defect } from './defect.ts'

/** Defects between a file and profiles: each must fail a test of the import. */
export const importDefects: Defect[] = [
  {
    title: 'a worker that lost its run commits all the same',
    changes: [
      {
        file: 'server/imports/data-sources/run-counts.ts',
        find: /(function countBatch[\s\S]*?)claimed\(storeId, \{ id, fence \}\)/,
        put: '$1(e) => e.and({ store_id: storeId, id })',
      },
    ],
    suites: ['server/imports/run/run.test.ts'],
  },
  {
    title: 'a batch counts as done before it is committed',
    changes: [
      {
        file: 'server/imports/run/write-batch.ts',
        find: /if \(await before\) throw new Cancelled\(\)/,
        put: `$&
      const none = { updated: 0, duplicated: 0, failed: 0, conflict: 0, held: 0, activities: 0, erased: 0, unread_rows: 0, unread_cells: 0, keyless: 0, named: [], made: [] }
      const early = { added: decided.decisions.length, ...none }
      const counted = await context.kind.count(db, done, decided.decisions.length, early)
      await writer.query('commit')
      await writer.query(\`begin; select set_config('ruam.store_id', '\${context.storeId}', true)\`)`,
      },
      {
        file: 'server/imports/run/write-batch.ts',
        find: /const counted = await kind\.count\(db, done, decided\.decisions\.length, \{[^}]*\}\)/,
        put: 'const counted = { ...run, cancel_requested: false }',
      },
    ],
    suites: ['server/suites/commits.test.ts'],
  },
  {
    title: 'a data source may be run again without a look at its mapping',
    changes: [
      {
        file: 'contract/imports/status.ts',
        find: /success: \['ready_to_update'\]/,
        put: "success: ['ready_to_update', 'waiting']",
      },
    ],
    suites: ['contract/imports/status.test.ts'],
  },
  {
    title: 'a file that is imported twice doubles its purchases',
    changes: [
      {
        file: 'server/imports/run/write-activities.ts',
        find: /s\.ids\[row\.k\] as met/,
        put: 'null::bigint as met',
      },
    ],
    suites: ['server/imports/run/purchases.test.ts'],
  },
  {
    title: 'a customer who shares a phone is taken for its holder',
    changes: [
      {
        file: 'server/imports/run/evidence-table.ts',
        find: /when: \{ given: DIFFER \}, is: 'against'/,
        put: "when: { given: DIFFER }, is: 'silent'",
      },
    ],
    suites: ['server/imports/run/somebody-else.test.ts'],
  },
  {
    title: 'a run begins from a preview that knew nothing of an answer',
    changes: [
      {
        file: 'server/imports/run/answer-calls.ts',
        find: /if \(answered > 0 && !\(await/,
        put: 'if (false && !(await',
      },
    ],
    suites: ['server/imports/run/somebody-else.test.ts'],
  },
  {
    title: 'a file that comes again changes people back and forth',
    changes: [
      { file: 'server/imports/run/decide.ts', find: /if \(isSaidLater\(entry, place, no\)\) continue/, put: '' },
    ],
    suites: ['server/imports/run/somebody-else.test.ts'],
  },
  {
    title: 'answers about a person stay after their erasure',
    changes: [
      {
        file: 'server/customers/erasure/forget.ts',
        find: /delete from match_answer where store_id/,
        put: 'delete from match_answer where false and store_id',
      },
    ],
    suites: ['server/imports/run/somebody-else.test.ts'],
  },
  {
    title: 'a formula goes out in a correction file',
    changes: [{ file: 'server/formats/files/csv-line.ts', find: /FORMULA\.test\(cell\) &&/, put: 'false &&' }],
    suites: ['server/formats/files/csv-line.test.ts'],
  },
  {
    title: 'a first row of data is taken for the header unasked',
    changes: [{ file: 'server/imports/data-sources/source-calls.ts', find: /head\.header_unsure &&/, put: 'false &&' }],
    suites: ['server/imports/data-sources/source-calls.test.ts'],
  },
  {
    title: 'a workbook may say that it unpacks to anything',
    changes: [{ file: 'server/formats/files/xlsx-zip.ts', find: / \|\| declared > limits\.unpacked/, put: '' }],
    suites: ['server/formats/files/workbook.test.ts'],
  },
  {
    title: 'an older dry run may start a run',
    changes: [{ file: 'server/imports/data-sources/run-states.ts', find: /version: -1,/, put: '' }],
    suites: ['server/imports/run/bad-input.test.ts'],
  },
  {
    title: 'the preview writes over what the run leaves alone',
    changes: [
      {
        file: 'server/imports/run/run.ts',
        find: /const context = \{ \.\.\.of,/,
        put: `const always = plan.fields.map((field) => ({ ...field, overwrite: 'always' as const }))
  const context = { ...of, plan: run.kind === 'dry' ? { ...plan, fields: always } : plan,`,
      },
    ],
    suites: ['server/imports/run/dry-real.test.ts'],
  },
  {
    title: 'the preview that is asked for is the run itself',
    changes: [
      {
        file: 'server/imports/data-sources/runs.ts',
        find: /named\.kind === \(kind \?\? 'real'\)/,
        put: "named.kind === 'real'",
      },
    ],
    suites: ['server/imports/run/dry-real.test.ts'],
  },
  {
    title: 'a run keeps the plans of its first batch',
    changes: [{ file: 'server/imports/run/write-batch.ts', find: /discard plans; /, put: '' }],
    suites: ['server/imports/run/lookup.test.ts'],
  },
]
