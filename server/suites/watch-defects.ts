import type { Defect } from './defect.ts'

const fileCalls = ['server/watches/calls/file-calls.test.ts']
const badFiles = ['server/watches/files/bad-files.test.ts']

/** Files of a watch that run, are shown or are taken as they must not be. */
export const watchDefects: Defect[] = [
  {
    title: 'a file outside of its terms is imported',
    changes: [
      {
        file: 'server/watches/files/evaluate.ts',
        find: /return broken\.length === 0 && questions\.length === 0/,
        put: 'return questions.length === 0',
      },
    ],
    suites: ['server/watches/calls/watches.test.ts'],
  },
  {
    title: 'figures hold values of a column that only some may see',
    changes: [
      {
        file: 'server/watches/terms/read-cells.ts',
        find: / && !one\.field\.sensitive && isOpen\(one\)/,
        put: '',
      },
    ],
    suites: ['server/watches/terms/figures.test.ts'],
  },
  {
    title: 'a member has a file imported whose columns they may not see',
    changes: [
      {
        file: 'server/watches/calls/file-calls.ts',
        find: /await refuseSensitiveFile\(reader, row\.mapping, file\.file_id\)/,
        put: '',
      },
    ],
    suites: fileCalls,
  },
  {
    title: 'values of a field that was made sensitive are shown on',
    changes: [
      {
        file: 'server/watches/files/closed-columns.ts',
        find: /column === undefined \|\| !closed\.has\(column\)/,
        put: 'column !== undefined || closed.size >= 0',
      },
    ],
    suites: fileCalls,
  },
  {
    title: 'terms are changed although the decision fails',
    changes: [
      {
        file: 'server/watches/calls/file-calls.ts',
        find: /if \(terms && row\.updated_at !== origin_time\)/,
        put: 'if (terms && !origin_time)',
      },
    ],
    suites: fileCalls,
  },
  {
    title: 'a clock that was set back ends the looks',
    changes: [
      {
        file: 'server/watches/files/schedule.ts',
        find: /looked_at > now\(\) \+ interval '1 hour'/,
        put: 'false',
      },
    ],
    suites: badFiles,
  },
  {
    title: 'a row of data is taken for the header of a file',
    changes: [
      {
        file: 'server/watches/files/read-head.ts',
        find: /return positionedMapping\(mapping, again\.header\) \? again : 'unsure'/,
        put: 'return again',
      },
    ],
    suites: badFiles,
  },
  {
    title: 'a link that took the place of a file is followed',
    changes: [
      {
        file: 'server/watches/places/folder.ts',
        find: /O_RDONLY \| O_NOFOLLOW \| O_NONBLOCK/,
        put: 'O_RDONLY | O_NONBLOCK',
      },
    ],
    suites: ['server/watches/places/folder.test.ts'],
  },
]
