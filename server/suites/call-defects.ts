import type { Defect } from './defect.ts'

/** Defects of requests, responses and limits. */
export const callDefects: Defect[] = [
  {
    title: 'unknown keys are accepted',
    changes: [
      { file: 'contract/customers/profile-fields.ts', find: /body: z\.strictObject\(\{\n/, put: 'body: z.object({\n' },
    ],
    suites: ['contract/endpoints.test.ts'],
  },
  {
    title: 'an instant that PostgreSQL cannot hold is let through',
    changes: [{ file: 'contract/platform/common.ts', find: /!text\.startsWith\('0000'\) && /, put: '' }],
    suites: ['server/suites/fuzz.test.ts'],
    env: { FUZZ_REQUESTS: '3000', FUZZ_SEED: '7' },
  },
  {
    title: 'half characters are let through',
    changes: [{ file: 'contract/platform/common.ts', find: / && text\.isWellFormed\(\)/, put: '' }],
    suites: ['server/app/auth/setup.test.ts'],
  },
  {
    title: 'an answer is not held to its schema',
    changes: [
      {
        file: 'server/http/parse.ts',
        find: /known\.write\?\.\(result\) \?\? JSON\.stringify\(checked\(endpoint, result\)\)/,
        put: 'JSON.stringify(result)',
      },
    ],
    suites: ['server/http/implement.test.ts'],
  },
  {
    title: 'the serialiser writes what the schema does not name',
    changes: [
      {
        file: 'server/http/serialise.ts',
        find: /for \(const \{ name, prefix, optional, write \} of keys\) \{/,
        put: `if (Object.keys(value).length > keys.length) return JSON.stringify(value)
    $&`,
      },
    ],
    suites: ['server/http/serialise.test.ts'],
  },
  {
    title: 'a call takes a second connection while it holds one',
    changes: [
      {
        file: 'server/app/auth/routes.ts',
        find: /async sessions\(\{ db, user \}\) \{/,
        put: 'async sessions({ core, db, user }) {\n    await findPerson(core.pool, user.id)',
      },
    ],
    suites: ['server/suites/every-call.test.ts'],
  },
  {
    title: 'a fault tells of the inside',
    changes: [
      {
        file: 'server/http/errors.ts',
        find: /\? \{ request_id: request\.id \}/,
        put: '? { request_id: request.id, reason: error.message }',
      },
    ],
    suites: ['server/http/implement.test.ts'],
  },
  {
    title: 'the log repeats a customer’s values',
    changes: [
      {
        file: 'server/core/log.ts',
        find: /faultOf\(error\) === 'item' \?/,
        put: "error.name === 'never' ?",
      },
    ],
    suites: ['server/http/log.test.ts'],
  },
]
