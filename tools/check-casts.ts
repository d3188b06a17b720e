// `npm run check`: no statement compares a column with a cast value of another row. Under row-level security PostgreSQL uses no index for
// such a comparison, because the cast could disclose the value of a hidden row (15.20, and the minor versions of its day). Type arrays as
// the column (`unnest($1::uuid[])`), or cast in a subselect that ends with `offset 0`. Casts of parameters are safe.
import { fileURLToPath } from 'node:url'
import { allSources } from './check-exports.ts'
import { isTest, type Source } from './check-order.ts'
import { templatesOf } from './sql-statements.ts'

/** Comparisons that read few rows without their index, with the reason, by file. */
const exceptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'server/customers/erasure/queries.ts': { "(j.request ->> 'profile_id')::bigint = p.id": 'jobs at work are few' },
  'server/customers/profiles/lock.ts': { "'=', sql<number>`(job.request ->> 'run')::bigint": 'one undo is at work' },
  'server/imports/orders/recount.ts': { 'f.id::text = p.key': 'a store has few fields' },
  'server/imports/undo/undo-block.ts': { 'f.id::text = v.key': 'a store has few fields' },
  'server/imports/undo/undo-plan.ts': { 'n.run = (s.value ->> 1)::int': 'a profile has few runs' },
  'server/reports/audit-log/queries.ts': {
    "k.id = (a.details ->> 'credential_id')::int": 'a store has few credentials',
  },
  'server/reports/exports/lists.ts': { "k.id = (r.details ->> 'credential_id')::int": 'a store has few credentials' },
}

const NAME = String.raw`[a-z_]\w*(?:\.[a-z_]\w*|\[\d+\])?`
/** Rest of an expression over that name: JSON paths, indexes and placeholders. */
const PATH = String.raw`(?:->>?|#>>?|\s|'[^']*'|[\w.[\]]|\$\{[^}]*\})*`
const CAST = String.raw`(?:${NAME}::[a-z]\w*(?![\w[])|\(${NAME}${PATH}\)::[a-z]\w*(?![\w[])|decode\(${NAME}[^)]*\))`
const COLUMN = String.raw`(?:[a-z_]\w*\.)?[a-z_]\w*`
const COMPARED = String.raw`\s*(?:=|<>|<=|>=|<|>)\s*`
const comparisons = [
  new RegExp(`(?<![\\w.)'}])${COLUMN}${COMPARED}${CAST}`, 'g'),
  new RegExp(`${CAST}${COMPARED}${COLUMN}(?![\\w.]*\\()`, 'g'),
]
/** The same as operands of the query builder. */
const operand = new RegExp(`'(?:=|<>|<=|>=|<|>)', sql(?:<[^\`]*>)?\`${CAST}`, 'g')

/** Returns each comparison of a column with a cast value that has no exception, and each exception that nothing needs. */
export function leakyCasts(sources: readonly Source[], known = exceptions): string[] {
  const product = sources.filter(({ file }) => file.startsWith('server/') && !isTest(file) && !/\/suites\//.test(file))
  const found = product.flatMap(({ file, text }) => [
    ...templatesOf(text).flatMap((template) =>
      comparisons.flatMap((pattern) =>
        [...template.text.matchAll(pattern)]
          .filter(({ index }) => !isAssignment(template.text.slice(0, index)))
          .map(([compared]) => ({ file, compared })),
      ),
    ),
    ...[...text.matchAll(operand)].map(([compared]) => ({ file, compared })),
  ])
  const refused = found
    .filter(({ file, compared }) => !known[file]?.[compared])
    .map(({ file, compared }) => `${file} compares a cast value with a column, which then has no index: ${compared}`)
  const unneeded = Object.entries(known).flatMap(([file, texts]) =>
    Object.keys(texts)
      .filter((text) => !found.some((one) => one.file === file && one.compared === text))
      .map((text) => `${file} has no ${text}: remove it from tools/check-casts.ts`),
  )
  return [...refused, ...unneeded]
}

/** True behind the `set` of an update. */
const isAssignment = (before: string) =>
  /\bset\b(?![\s\S]*\b(?:where|from|on|using|select|when|and|or)\b)[\s\S]*$/.test(before)

if (import.meta.main) {
  const problems = leakyCasts(allSources(fileURLToPath(new URL('..', import.meta.url))))
  for (const one of problems) console.error(one)
  if (problems.length > 0) process.exitCode = 1
}
