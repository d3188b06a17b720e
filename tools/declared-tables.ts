// Which folder declares which tables, read from the `tables.ts` of each. Who declares a table owns it.
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import type { Source } from './check-order.ts'

interface DeclaredTable {
  name: string
  /** Folder of the server. */
  folder: string
  columns: DeclaredColumn[]
}

interface DeclaredColumn {
  name: string
  family: Family
  /** Undefined of json of any kind, which may be missing as well. */
  nullable: boolean | undefined
}

/** Type of a column's values in code. */
export type Family = 'number' | 'text' | 'boolean' | 'bytes' | 'json' | 'numbers' | 'texts'

export function declaredTables(sources: readonly Source[]): DeclaredTable[] {
  return sources.flatMap(({ file, text }) => {
    const folder = /^server\/(?:[\w-]+\/)*([\w-]+)\/tables\.ts$/.exec(file)?.[1]
    return folder ? tablesIn(text).map((table) => ({ ...table, folder })) : []
  })
}

function tablesIn(text: string): Omit<DeclaredTable, 'folder'>[] {
  const code = withoutComments(text)
  const begin = code.indexOf('interface Tables {')
  if (begin < 0) return []
  return membersOf(bracesAt(code, begin)).map(([name, type]) => ({ name, columns: columnsOf(type) }))
}

function columnsOf(type: string): DeclaredColumn[] {
  const shared = /^Timed\b/.test(type) ? ['created_at: Stamp', 'updated_at: Stamp'] : []
  const system = /\bProfileColumns\b/.test(type)
    ? systemFields.map(({ column, data_type }) => `${column}: ${data_type === 'Number' ? 'number' : 'string'} | null`)
    : []
  const members = [...membersOf([...shared, ...system].join('\n')), ...membersOf(bracesAt(type, 0))]
  return members.map(([name, written]) => ({ name, ...typeOf(written) }))
}

function typeOf(written: string): Omit<DeclaredColumn, 'name'> {
  const [, wrapper, inner] = /^(Json|WithDefault|Generated)<(.*)>$/s.exec(written) ?? []
  if (wrapper === 'Json') return { family: 'json', nullable: inner === 'unknown' ? undefined : endsInNull(inner!) }
  if (wrapper) return typeOf(inner!)
  const nullable = endsInNull(written)
  return { family: familyOf(nullable ? written.replace(/\| null$/, '').trim() : written), nullable }
}

const endsInNull = (type: string) => /\| null$/.test(type)

/** Names of types that stand alone are lists of words. */
function familyOf(type: string): Family {
  if (type.endsWith('[]')) return familyOf(type.slice(0, -2)) === 'number' ? 'numbers' : 'texts'
  if (type === 'number' || type === 'boolean') return type
  return type === 'Buffer' ? 'bytes' : 'text'
}

/** `name: type` of each line, or of several where the type has members of its own. */
function membersOf(text: string): [name: string, type: string][] {
  const members: [string, string][] = []
  let depth = 0
  let from = 0
  for (let at = 0; at <= text.length; at++) {
    const sign = text[at]
    if (sign === '{' || sign === '(' || sign === '<' || sign === '[') depth++
    if (sign === '}' || sign === ')' || sign === '>' || sign === ']') depth--
    if (depth > 0 || (sign !== undefined && sign !== '\n' && sign !== ';')) continue
    // A type that goes on with the next line ends with its sign, or that line begins with it.
    const goesOn = /[&|:=]\s*$/.test(text.slice(from, at)) || /^\s*[&|]/.test(text.slice(at + 1))
    if (goesOn && sign !== undefined) continue
    const found = /^\s*(\w+)\??: (?:\|\s*)?(.+?)\s*$/s.exec(text.slice(from, at).replace(/:\s+/, ': '))
    if (found) members.push([found[1]!, found[2]!])
    from = at + 1
  }
  return members
}

/** Returns the text between the first brace after an index and its closing one. */
function bracesAt(text: string, from: number): string {
  const begin = text.indexOf('{', from)
  let depth = 0
  for (let at = begin; at < text.length; at++) {
    if (text[at] === '{') depth++
    if (text[at] === '}' && --depth === 0) return text.slice(begin + 1, at)
  }
  return ''
}

export const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*$/gm, '')
