import type { Defect } from './defect.ts'

/** Defects of exports. */
export const exportDefects: Defect[] = [
  {
    title: 'a link to a file asks for no right when it is used',
    changes: [
      { file: 'server/reports/exports/links.ts', find: /&& may\(rights, \.\.\.item\.rights\) \? item/, put: '? item' },
    ],
    suites: ['server/reports/exports/keeping.test.ts'],
  },
  {
    title: 'a formula that a customer typed leaves as one',
    changes: [{ file: 'server/reports/exports/cells.ts', find: /then '''' \|\| \$\{value\}/, put: `then \${value}` }],
    suites: ['server/reports/exports/exports.test.ts', 'server/suites/round-trip.test.ts'],
  },
  {
    title: 'the last of a block of rows is the first of the next one too',
    changes: [{ file: 'server/reports/exports/copy-out.ts', find: /: last \+ 1$/m, put: ': last' }],
    suites: ['server/reports/exports/blocks.test.ts'],
  },
  {
    title: 'a file of another store says who is who by its own numbers',
    changes: [{ file: 'server/imports/data-sources/column-drafts.ts', find: /numbers === mark \?/, put: 'numbers ?' }],
    suites: ['server/reports/exports/numbers-back.test.ts'],
  },
]
