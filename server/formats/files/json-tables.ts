import { type Book, MAX_ROW_CELLS, newNotes, type RowTaker, rowBuilder } from './book.ts'
import { type Bytes, lettersOf } from './byte-source.ts'
import { detectCharset } from './charset.ts'
import { type JsonText, jsonScanner } from './json-scanner.ts'
import { numberText } from './xlsx-cells.ts'
import { RefusedWorkbook } from './xlsx-zip.ts'

/** Bytes in which the charset is looked for. */
const START = 1024 * 1024
const MOST_TABLES = 50
/** Objects inside of each other that become columns; what lies deeper stays JSON. */
const DEEPEST = 8
/** Characters of a line of JSON. */
const LONGEST_LINE = 16 * 1024 * 1024

type Reading = (take: (record: JsonText) => void, more: () => boolean | Promise<boolean>) => Promise<void>

/** JSON: each array of objects is a table. One without arrays is a record itself. */
export async function jsonBook(file: Bytes): Promise<Book> {
  const charset = charsetOf(file)
  const scan =
    (whole: boolean): Reading =>
    async (take, more) => {
      const read = jsonScanner(whole, take)
      for (const piece of lettersOf(file, charset)) {
        read(piece, false)
        if (!(await more())) return
      }
      read('', true)
    }
  const tables = await tablesOf(scan(false))
  if (tables.size > 0) return bookOf('json', tables, scan(false))
  return bookOf('json', await tablesOf(scan(true)), scan(true))
}

/** JSON lines: one object a line. */
export async function jsonLinesBook(file: Bytes): Promise<Book> {
  const charset = charsetOf(file)
  const scan: Reading = async (take, more) => {
    let rest = ''
    let no = 0
    const line = (text: string) => {
      no++
      if (text.trim() !== '') take({ table: '', text, line: no })
    }
    for (const piece of lettersOf(file, charset)) {
      const lines = (rest + piece).split('\n')
      rest = lines.pop()!
      if (rest.length > LONGEST_LINE) throw new RefusedWorkbook('workbook_too_big')
      for (const one of lines) line(one)
      if (!(await more())) return
    }
    line(rest)
  }
  return bookOf('json_lines', await tablesOf(scan), scan)
}

const charsetOf = (file: Bytes) => detectCharset(file.read(0, START), file.size <= START) ?? 'utf-8'

/** The columns of each table: the keys of its records in the order of first sight. */
async function tablesOf(scan: Reading): Promise<Map<string, Map<string, number>>> {
  const tables = new Map<string, Map<string, number>>()
  await scan(
    (record) => {
      const columns = tables.get(record.table) ?? new Map<string, number>()
      if (columns.size === 0) {
        if (tables.size >= MOST_TABLES) return
        tables.set(record.table, columns)
      }
      for (const key of flattened(record).keys())
        if (!columns.has(key) && columns.size < MAX_ROW_CELLS) columns.set(key, columns.size)
    },
    () => true,
  )
  return tables
}

function bookOf(kind: 'json' | 'json_lines', tables: Map<string, Map<string, number>>, scan: Reading): Book {
  const names = [...tables.keys()]
  return {
    kind,
    named: true,
    sheets: names.map((name) => ({ name: name.slice(0, 100) || 'JSON', hidden: false })),
    read: (sheet, taker) => readTable(names[sheet]!, tables.get(names[sheet]!)!, scan, taker),
  }
}

async function readTable(name: string, columns: Map<string, number>, scan: Reading, taker: RowTaker) {
  const notes = newNotes()
  const rows = rowBuilder(taker, notes)
  let no = 1
  rows.begin(no)
  for (const [key, column] of columns) rows.cell(column, key === '' ? `#${column + 1}` : key)
  await scan(
    (record) => {
      if (record.table !== name) return
      rows.begin(++no)
      for (const [key, text] of flattened(record)) {
        const column = columns.get(key)
        if (column !== undefined) rows.cell(column, text)
      }
    },
    () => taker.pause(),
  )
  rows.end()
  await taker.pause()
  return notes
}

/** The texts of a record by their keys: `a.b` of nested objects, texts of an array parted by semicolons. */
function flattened({ text, line }: JsonText): Map<string, string> {
  const found = new Map<string, string>()
  const add = (value: unknown, key: string, depth: number) => {
    if (isObject(value) && depth < DEEPEST) {
      for (const [name, inner] of Object.entries(value)) add(inner, depth === 0 ? name : `${key}.${name}`, depth + 1)
    } else if (depth > 0) found.set(key, cellOf(value))
  }
  const value = parsed(text)
  if (!isObject(value)) throw new RefusedWorkbook('json_broken', line)
  add(value, '', 0)
  return found
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number') return numberText(String(value), 'plain', false)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  const isList = Array.isArray(value) && value.every((one) => typeof one !== 'object' || one === null)
  return isList
    ? value
        .map(cellOf)
        .filter((one) => one !== '')
        .join('; ')
    : JSON.stringify(value)
}

/** Digits that a number of JavaScript does not hold. */
const LONG_NUMBER = /\d{16}/

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown

/** Whole numbers of 16 digits and more stay as they are written. Undefined if the text is no JSON. */
function parsed(text: string): unknown {
  const exact: Reviver = (_, value, { source = '' }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value
  try {
    return JSON.parse(text, LONG_NUMBER.test(text) ? (exact as Parameters<typeof JSON.parse>[1]) : undefined)
  } catch {
    return undefined
  }
}
