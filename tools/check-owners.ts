// `npm run check`: each table is written by the folder that declares it (owners.ts names the others). Reads every statement that
// Kysely builds or that stands as text, but for those of the migrations.
import { fileURLToPath } from 'node:url'
import { isTest, type Source, sourcesOf } from './check-order.ts'
import { declaredTables, withoutComments } from './declared-tables.ts'
import { bulk, columns } from './owners.ts'

export interface Write {
  file: string
  /** Undefined where the name is put together. */
  table: string | undefined
  /** Of an update: the columns it sets, where they can be read. */
  columns: string[] | undefined
}

/** Temporary tables, and those of the queue, are nobody's. */
const NOBODYS = /^(pg_temp|pgboss)\./

const kysely = /\.(insertInto|updateTable|deleteFrom|mergeInto)\(\s*(?:'(\w+)[^']*'|([^)]*))\)/g
const name = String.raw`(?:only\s+)?([\w.]+|\$\{(?:[^{}]|\{[^{}]*\})*\})`
const raw = new RegExp(
  String.raw`\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+${name}|\bupdate\s+${name}(?:\s+(?:as\s+)?(?!set\b)\w+)?\s+set\s+([^;]*)`,
  'gi',
)

/** The statements of a file that write. */
export function writesIn({ file, text }: Source): Write[] {
  const code = withoutComments(text)
  const built = [...code.matchAll(kysely)].map((found) => ({
    file,
    table: found[2],
    columns: found[1] === 'updateTable' ? setByKysely(code.slice(found.index + found[0].length)) : undefined,
  }))
  const written = textsOf(code).flatMap((sql) =>
    [...sql.matchAll(raw)].flatMap((found) => {
      const table = found[1] ?? found[2]!
      if (NOBODYS.test(table)) return []
      const set = found[3] === undefined ? undefined : setByText(found[3])
      return [{ file, table: table.startsWith('$') ? undefined : table.replace(/^public\./, ''), columns: set }]
    }),
  )
  return [...built, ...written]
}

/** What stands between quotes, templates whole; a statement that is put together of several is read piece by piece. */
function textsOf(code: string): string[] {
  const texts: string[] = []
  for (let at = 0; at < code.length; at++) {
    const quote = code[at]!
    if (!`'"\``.includes(quote)) continue
    const end = endOf(code, at)
    if (quote !== '`' || !code.slice(at, end).includes('`', 1)) texts.push(code.slice(at + 1, end))
    else texts.push(code.slice(at + 1, end))
    // Templates may stand in one another.
    if (quote === '`')
      for (const [part] of code.slice(at + 1, end).matchAll(/\$\{(?:[^{}`]|`[^`]*`)*`[^`]*`(?:[^{}`]|`[^`]*`)*\}/g))
        texts.push(...textsOf(part))
    at = end
  }
  return texts
}

/** Where the text ends that begins with the quote at a place. */
function endOf(code: string, from: number): number {
  const quote = code[from]!
  for (let at = from + 1; at < code.length; at++) {
    if (code[at] === '\\') at++
    else if (code[at] === quote) return at
    else if (quote === '`' && code.startsWith('${', at)) at = closing(code, at + 1)
    else if (quote !== '`' && code[at] === '\n') return at
  }
  return code.length
}

/** The brace that closes the one at a place. */
function closing(code: string, from: number): number {
  let depth = 0
  for (let at = from; at < code.length; at++) {
    if (`'"\``.includes(code[at]!)) at = endOf(code, at)
    else if (code[at] === '{') depth++
    else if (code[at] === '}' && --depth === 0) return at
  }
  return code.length
}
