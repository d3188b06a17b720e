import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { leakyCasts } from './check-casts.ts'
import { allSources } from './check-exports.ts'

const sources = allSources(fileURLToPath(new URL('..', import.meta.url)))
const added = (text: string) => leakyCasts([...sources, { file: 'server/customers/planted.ts', text }])

test('no statement compares a column with a cast value of another row', () => {
  expect(leakyCasts(sources)).toEqual([])
})

test.each([
  'sql`select from unnest(${a}::text[]) h (hash) cross join lateral (select from t where row_hash = h.hash::uuid offset 0) i`',
  '`select from t where store_id = $1 and id = k.value::bigint`',
  "sql`select from a join t on t.id = (a.details ->> 'id')::bigint`",
  'sql`select from t where (d.line ->> 1)::int = t.run`',
  "sql`select from t where key_hash = decode(n.key, 'hex')`",
  'sql`select from t where day >= (c[3])::date`',
  "join.on('run.id', '=', sql<number>`(job.request ->> 'run')::bigint`)",
])('a planted comparison is found: %s', (text) => {
  expect(added(text)).toEqual([expect.stringContaining('server/customers/planted.ts compares a cast value')])
})

test.each([
  'sql`select from t where at > ${from}::timestamptz and id = any(${ids}::bigint[]) and id = $1::bigint`',
  "sql`update t set run_id = (x.had ->> 'run')::bigint, day = x.day::date from x`",
  "sql`select (e ->> 'id')::bigint as id, c[1]::uuid from unnest($1::uuid[]) h (id)`",
  '// The form `id = k.value::bigint` has no index.',
])('a comparison by index is left alone: %s', (text) => {
  expect(added(text)).toEqual([])
})
