import type { Defect } from './defect.ts'

const segments = ['server/suites/segments.test.ts']

/** Defects of rule evaluation. */
export const ruleDefects: Defect[] = [
  {
    title: 'an unknown value counts as a match under not',
    changes: [
      {
        file: 'server/customers/rules/compile.ts',
        find: /sql`\(\$\{is\}\) is not true` : is/,
        put: `sql\`not (\${is})\` : is`,
      },
    ],
    suites: segments,
  },
  {
    title: 'a rule takes the day of another time zone for today',
    changes: [
      {
        file: 'server/customers/rules/days.ts',
        find: /\('en-CA', \{\s*timeZone,/,
        put: "('en-CA', { timeZone: 'UTC',",
      },
    ],
    suites: segments,
  },
  {
    title: 'a sign of LIKE in a rule stands for any text',
    changes: [{ file: 'server/customers/rules/text-tests.ts', find: /\$\{escapeLike\(text\)\}/, put: `\${text}` }],
    suites: segments,
  },
  {
    title: 'a label that was taken away by hand counts for a rule',
    changes: [
      {
        file: 'server/customers/rules/other-leaves.ts',
        find: /\$\{these\} and source <> 'manual_remove'/,
        put: `\${these}`,
      },
    ],
    suites: segments,
  },
  {
    title: 'people who asked to be left alone are in segments',
    changes: [
      {
        file: 'server/customers/segments/membership-diff.ts',
        find: / & live & ~outside as should/,
        put: ' & live as should',
      },
    ],
    suites: ['server/customers/segments/calculate.test.ts'],
  },
  {
    title: 'a rule that names something deleted means everybody under not',
    changes: [
      {
        file: 'server/customers/rules/compile.ts',
        find: /if \(faultsOf\(rule, context\)\.length > 0\) return nobody/,
        put: 'if (faultsOf(rule, context).length > 100) return nobody',
      },
    ],
    suites: ['server/customers/rules/broken.test.ts'],
  },
  {
    title: 'a member filters by values that they may not see',
    changes: [
      {
        file: 'server/customers/profiles/closed.ts',
        find: /if \(leaf\.kind === 'profile'\) return fields\.has\(leaf\.field_id\)/,
        put: "if (leaf.kind === 'profile') return false",
      },
    ],
    suites: ['server/customers/profiles/query.test.ts'],
  },
]
