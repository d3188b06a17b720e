import type { Defect } from './defect.ts'

/** Plans that hang on statistics. */
export const planDefects: Defect[] = [
  {
    title: 'members who leave a segment are joined with all its members',
    changes: [
      {
        file: 'server/customers/membership/move-many.ts',
        find: /leaves as \(\$\{membersByRule\(storeId, id, sql`\(select id from people where not so\)`\)\} returning profile_id\)/,
        put: `leaves as (
      delete from profile_label x using people
      where x.store_id = \${storeId} and x.label_id = \${id} and x.profile_id = people.id and not people.so and x.source = 'rule'
      returning x.profile_id)`,
      },
    ],
    suites: ['server/suites/block-plans.test.ts'],
  },
  {
    title: 'the activity of a reference is looked up by its type as well',
    changes: [
      {
        file: 'server/ingest/items/references.ts',
        find: /and reference = \$\{row\}\.reference offset 0\)/,
        put: `and reference = \${row}.reference and type_id = \${row}.type_id offset 0)`,
      },
    ],
    suites: ['server/suites/block-plans.test.ts'],
  },
  {
    title: 'an export searches the names of all labels for each row',
    changes: [
      {
        file: 'server/reports/exports/label-names.ts',
        find: /\(\(select \$\{sql\.ref\(type\)\} from names\) ->> profile\.id::text\)/,
        put: `(select e.value from names, jsonb_each_text(names.\${sql.ref(type)}) e where e.key = profile.id::text)`,
      },
    ],
    suites: ['server/suites/block-plans.test.ts'],
  },
]
