import type { Defect } from './defect.ts'

/** Defects of API keys, API tokens and what programs read and send. */
export const programDefects: Defect[] = [
  {
    title: 'a program’s key opens calls beyond its scopes',
    changes: [
      {
        file: 'server/http/programs.ts',
        find: /kind === 'key' && !anyOf\.some/,
        put: "kind !== 'key' && kind !== 'token' && !anyOf.some",
      },
    ],
    suites: ['server/suites/program-permissions.test.ts'],
  },
  {
    title: 'a program’s key stays known after its revocation',
    changes: [
      {
        file: 'server/http/programs.ts',
        find: /if \(row\.refusal\) throw new ApiError\(row\.refusal\)/,
        put: `const known = ((globalThis as { known?: Set<number> }).known ??= new Set<number>())
  if (row.refusal && !known.has(id)) throw new ApiError(row.refusal)
  known.add(id)`,
      },
    ],
    suites: ['server/suites/program-permissions.test.ts'],
  },
  {
    title: 'a program’s change feed goes by the clock and passes open transactions',
    changes: [
      {
        file: 'server/database/settled-until.ts',
        find: /least\(clock_timestamp\(\), min\(xact_start\)\)/,
        put: 'greatest(clock_timestamp(), max(xact_start))',
      },
    ],
    suites: ['server/open-api/reading/reading.test.ts'],
  },
  {
    title: 'a program’s request is answered before its commit is on the disk',
    changes: [
      {
        file: 'server/database/postgres/settings.ts',
        find: /jit: 'off',/,
        put: "jit: 'off',\n    synchronous_commit: 'off',\n    wal_writer_delay: '10s',",
      },
    ],
    suites: ['server/suites/crash.test.ts'],
  },
  {
    title: 'a merged customer’s id names the other one to every program',
    changes: [
      {
        file: 'server/open-api/reading/missing.ts',
        find: /scopes\.includes\('profile:read'\)/,
        put: 'scopes.length > 0',
      },
    ],
    suites: ['server/open-api/changing/merged.test.ts'],
  },
  {
    title: 'a write with If-Match compares nothing',
    changes: [
      {
        file: 'server/http/run-call.ts',
        find: /await refuseStale\(call, \(read, asked\) => readAgain\(call, read, asked\)\)/,
        put: 'void [refuseStale, readAgain]',
      },
    ],
    suites: ['server/http/if-match.test.ts'],
  },
  {
    title: 'a tag is that of the record, whatever its caller may read',
    changes: [
      {
        file: 'server/http/etag.ts',
        find: /hash\('sha256', answer, 'base64url'\)/,
        put: "hash('sha256', answer.slice(0, 40) as string, 'base64url')",
      },
    ],
    suites: ['server/http/send-json.test.ts'],
  },
  {
    title: 'a program’s idempotency key answers other items, too',
    changes: [
      {
        file: 'server/open-api/sending/idempotency.ts',
        find: /!first\.body_hash\?\.equals\(bodyHash\)/,
        put: 'first.body_hash === null && bodyHash.length === 0',
      },
    ],
    suites: ['server/open-api/sending/idempotency.test.ts'],
  },
  {
    title: 'a webhook sends what its program may no longer read',
    changes: [
      {
        file: 'server/open-api/webhooks/page.ts',
        find: /readable\.types\.filter\(\(type\) => webhook\.types\.includes\(type\)\)/,
        put: 'webhook.types',
      },
    ],
    suites: ['server/open-api/webhooks/webhooks.test.ts'],
  },
  {
    title: 'the deliveries of a webhook are listed for callers who may read less than its program',
    changes: [
      {
        file: 'server/open-api/webhooks/visible-deliveries.ts',
        find: /!isOwn && !readsAllOf\(/,
        put: 'storeId < 0 && !isOwn && !readsAllOf(',
      },
    ],
    suites: ['server/open-api/webhooks/program-webhooks.test.ts'],
  },
]
