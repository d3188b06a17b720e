import type { Defect } from './defect.ts'

/** Defects of segment membership. */
export const segmentDefects: Defect[] = [
  {
    title: 'a calculation does not wait for an evaluation with the previous rule',
    changes: [
      {
        file: 'server/customers/segments/calculate.ts',
        find: / {2}await writersOver\(core\.pool, storeId, signal\)\n/,
        put: '',
      },
    ],
    suites: ['server/customers/segments/during-other-writes.test.ts'],
  },
  {
    title: 'a rule removes a profile that was pinned in',
    changes: [
      {
        file: 'server/customers/membership/evaluate.ts',
        find: /joined \? source === undefined : source === 'rule'/,
        put: 'joined ? source === undefined : source !== undefined',
      },
      {
        file: 'server/customers/membership/evaluate.ts',
        find: /x\.profile_id = t\.profile_id and x\.source = 'rule'`/,
        put: 'x.profile_id = t.profile_id`',
      },
    ],
    suites: ['server/customers/segments/calculate.test.ts'],
  },
  {
    title: 'who is away while a broken segment is emptied comes back into it',
    changes: [
      {
        file: 'server/customers/segments/calculate.ts',
        find: /await membersByRule\(db, storeId, id\)/,
        put: 'await findMovers(db, context, id, rule)',
      },
    ],
    suites: ['server/customers/segments/during-other-writes.test.ts'],
  },
  {
    title: 'segments do not follow those that they look at',
    changes: [
      {
        file: 'server/customers/membership/evaluate.ts',
        find: /next = labels\.length > 0 \? await followers\(db, storeId, labels\) : \[\]/,
        put: 'next = []',
      },
    ],
    suites: ['server/customers/segments/calculate.test.ts'],
  },
  {
    title: 'an estimate takes those whom a rule leaves out for those it means',
    changes: [{ file: 'server/customers/segments/bitmaps.ts', find: /not \? '~' : ''/, put: "not && !not ? '~' : ''" }],
    suites: ['server/suites/segments.test.ts'],
  },
  {
    title: 'an estimate counts people who asked to be left alone',
    changes: [
      { file: 'server/customers/segments/tally.ts', find: / & ~coalesce\(outside, 0\) as live/, put: ' as live' },
    ],
    suites: ['server/suites/segments.test.ts'],
  },
]
