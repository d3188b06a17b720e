// `npm run check`: each table is written by the folder that declares it (owners.ts names what others write). Reads every statement that
// Kysely builds and every one that stands as text, but for those of the migrations.
import { fileURLToPath } from 'node:url'
import { isTest, type Source, sourcesOf } from './check-order.ts'
import { declaredTables, withoutComments } from './declared-tables.ts'
import { type BulkFile, bulk, foreignColumns, type KeptColumn, NOBODYS } from './owners.ts'

interface Write {
  file: string
  /** As it stands in the statement: a name, or `${...}` where it is put together. */
  table: string
  /** The columns that an update sets; undefined of an insertion or a removal. */
  columns?: string[]
}

const KYSELY = /\.(insertInto|updateTable|deleteFrom|mergeInto)\(\s*(?:'(\w+)(?: as \w+)?'|(\w[^)]*))\s*\)/g
const NAME = String.raw`((?:only\s+)?[\w.]+|\$\{(?:[^{}]|\{[^{}]*\})*\})`
const TEXT = new RegExp(
  String.raw`\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+${NAME}|\bcopy\s+${NAME}(?:\s*\([^)]*\))?\s+from\b` +
    String.raw`|\bupdate\s+${NAME}(?:\s+(?:as\s+)?(?!set\b)\w+)?\s+set\s(?=\s*(?:\$\{|\w+\s*=))`,
  'g',
)

/** The statements of a file that write. */
export function writesIn({ file, text }: Source): Write[] {
  const code = withoutComments(text)
  const built = [...code.matchAll(KYSELY)].map((found): Write => {
    const columns = found[1] === 'updateTable' && setByKysely(code.slice(found.index + found[0].length))
    return { file, table: found[2] ?? `\${${found[3]!.trim()}}`, ...(columns && { columns }) }
  })
  const written = [...code.matchAll(TEXT)].map((found): Write => {
    const table = found[1] ?? found[2] ?? found[3]!
    return { file, table, ...(found[3] && { columns: setByText(code.slice(found.index + found[0].length)) }) }
  })
  return [...built, ...written]
}

/** A column whose name is put together is `*`. */
function setByKysely(rest: string): string[] {
  const set = /^\s*\.set\(\s*(?:\{|\(\{[^)]*\}\) => \(\{)?/.exec(rest)
  if (!set?.[0].includes('{')) return ['*']
  return partsOf(rest.slice(set[0].length)).map((part) => /^(\w+)\s*(?::|$)/.exec(part)?.[1] ?? '*')
}

const setByText = (rest: string): string[] => partsOf(rest, '`').map((part) => /^(\w+)\s*=/.exec(part)?.[1] ?? '*')

/** Splits at commas, up to the bracket, word or `end` that closes the list. */
function partsOf(text: string, end = ''): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    const ends =
      depth === 0 &&
      (`)}]${end}`.includes(sign) || (end && /^\s(?:from|where|returning)\b/.test(text.slice(at, at + 11))))
    if (ends || (depth === 0 && sign === ',')) {
      parts.push(text.slice(from, at).trim())
      from = at + 1
    }
    if (ends) break
    if ('({['.includes(sign)) depth++
    if (')}]'.includes(sign)) depth--
  }
  return parts.filter((part) => part !== '')
}

interface Exceptions {
  keptColumns: readonly KeptColumn[]
  bulk: readonly BulkFile[]
}

/** The writes of these files that are not their folder's, a sentence each. `declaring`: the files that declare the tables. */
export function foreignWrites(
  sources: readonly Source[],
  declaring: readonly Source[] = sources,
  exceptions: Exceptions = { keptColumns: foreignColumns, bulk },
): string[] {
  const owners = new Map(declaredTables(declaring).map(({ name, folder }) => [name, folder]))
  const files = sources.filter(({ file }) => file.startsWith('server/') && !isTest(file))
  return files.flatMap(writesIn).flatMap((write) => problemOf(write, owners, exceptions))
}

function problemOf({ file, table, columns }: Write, owners: ReadonlyMap<string, string>, known: Exceptions): string[] {
  if (NOBODYS.test(table)) return []
  const folder = file.split('/').at(-2)!
  const listed = known.bulk.find((bulk) => bulk.file === file)?.tables ?? []
  if (table.startsWith('${')) return listed.length > 0 ? [] : [`${file} writes ${table}: its tables are not listed`]
  const owner = owners.get(table)
  if (owner === folder || listed.includes(table)) return []
  if (owner === undefined) return [`${file} writes ${table}, which no folder declares`]
  const isKept = (kept: KeptColumn) =>
    kept.folder === folder && columns!.every((column) => kept.columns.includes(`${table}.${column}`))
  if (columns && columns.length > 0 && known.keptColumns.some(isKept)) return []
  return [`${file} writes ${table}${columns ? ` (${columns.join(', ')})` : ''}, which is written by ${owner}`]
}

if (import.meta.main) {
  const found = foreignWrites(sourcesOf(fileURLToPath(new URL('..', import.meta.url))))
  for (const sentence of found) console.error(sentence)
  if (found.length > 0) process.exitCode = 1
}
