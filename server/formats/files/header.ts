import { createHash } from 'node:crypto'
import { dateParts } from '../values/date-parts.ts'
import { readEmail } from '../values/emails.ts'
import { canonicalText } from '../values/thai.ts'

/** The columns that a correction file adds, which are no part of the file's own shape: why the row was not taken, ... */
export const REASON_COLUMN = 'ruam_reason'
/** ... and its line in the file that the run with this id has read. */
export const lineColumn = (run: number) => `ruam_line_${run}`

const LINE_COLUMN = /^ruam_line_(\d{1,12})$/

/** The run whose rows a correction file holds; undefined of any other column. */
export function runOfLines(column: string): number | undefined {
  const run = LINE_COLUMN.exec(column)?.[1]
  return run === undefined ? undefined : Number(run)
}

/** True for columns added by a correction file. */
export const isAdded = (column: string) => column === REASON_COLUMN || runOfLines(column) !== undefined

/** A row with fewer filled cells than this share of the usual is a title, a note or a group above the header. */
const TITLE_SHARE = 0.3
const MAX_TITLE_ROWS = 20

/**
 * Which of the first rows (blank ones left out) seems to name the columns, counted from 1: the first one that is not a title
 * above the table.
 */
export function guessHeaderRow(rows: readonly string[][]): number {
  const usual = middle(rows.map(filledOf))
  const most = usual >= 3 ? Math.max(1, usual * TITLE_SHARE) : 0
  for (let place = 0; place < Math.min(rows.length - 1, MAX_TITLE_ROWS); place++) {
    const row = rows[place]!
    const title = filledOf(row) <= most || (usual >= 2 && row.length === 1)
    if (!title && !isAboveHeader(rows, place, usual)) return place + 1
  }
  return 1
}

/** A row with at most this share of the cells of the header below it is a title, or names groups of columns by merged cells. */
const GROUP_SHARE = 0.67
const MAX_GROUP_ROWS = 3

/** True if the real header follows within a few rows: fuller, words only, with cells of other kinds below. */
function isAboveHeader(rows: readonly string[][], place: number, usual: number): boolean {
  const filled = filledOf(rows[place]!)
  return rows.slice(place + 1, place + 1 + MAX_GROUP_ROWS).some((row, after) => {
    const names = filledOf(row)
    if (names < 3 || names < usual * 0.8 || filled > names * GROUP_SHARE) return false
    return namesColumns(row, rows.slice(place + 2 + after))
  })
}

function namesColumns(row: readonly string[], below: readonly string[][]): boolean {
  const cells = row.map((cell) => cell.trim())
  const names = cells.filter(Boolean)
  if (names.some((cell) => lookOf(cell) !== null) || new Set(names).size < names.length) return false
  return cells.some((cell, place) => {
    const column = below.flatMap((other) => (other[place]?.trim() ? [other[place]!.trim()] : []))
    const known = column.filter((other) => lookOf(other) !== null)
    return cell !== '' && known.length > 0 && known.length * 2 >= column.length
  })
}

const filledOf = (row: readonly string[]) => row.filter((cell) => cell.trim() !== '').length

function middle(numbers: number[]): number {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

type Look = 'email' | 'date' | 'phone' | 'number'

/** Kinds that are never column names (e-mail, date, phone) if the cells below are of the same kind. */
const telling: readonly Look[] = ['email', 'date', 'phone']

/**
 * True if a header row looks like data: a cell is an e-mail, date or phone like those below, or half of its cells are numbers or words
 * found below.
 */
export function looksLikeData(row: readonly string[], below: readonly string[][]): boolean {
  let filled = 0
  let alike = 0
  for (const [place, raw] of row.entries()) {
    const cell = raw.trim()
    if (cell === '') continue
    filled++
    const column = below.flatMap((cells) => (cells[place]?.trim() ? [cells[place]!.trim()] : []))
    const look = lookOf(cell)
    const same = column.filter((other) => lookOf(other) === look).length
    const agrees = look !== null && column.length > 0 && same >= column.length / 2
    if (agrees && telling.includes(look)) return true
    if (agrees || column.includes(cell)) alike++
  }
  return alike > 0 && alike >= filled / 2
}

export function lookOf(cell: string): Look | null {
  if (cell.length > 60 || !/[\d@]/.test(cell)) return null
  if (cell.includes('@')) return 'value' in readEmail(cell) ? 'email' : null
  if (/^\d{1,4}[-/.]/.test(cell) && dateParts(cell) !== null) return 'date'
  const digits = cell.replace(/\D/g, '').length
  if (digits >= 8 && digits <= 15 && /^[+(]?\d[\d\s().-]*$/.test(cell)) return 'phone'
  return /^-?[\d,]+(\.\d+)?$/.test(cell) ? 'number' : null
}

/** Letters from which on a cell is a sentence. */
const SENTENCE = 40

/**
 * True if rows are lines of text: nearly all have one cell, or a number and one, mostly sentences, and no column holds e-mails, dates,
 * phones or numbers.
 */
export function isProse(rows: readonly string[][]): boolean {
  if (rows.length === 0) return false
  const texts = rows.map((row) => row.map((cell) => cell.trim()).filter(Boolean))
  const wordy = texts.map((cells) => cells.filter((cell) => lookOf(cell) === null && !/^\W?\d+(\.\d+)*\W?$/.test(cell)))
  if (wordy.some((cells) => cells.length > 1) || texts.some((cells) => cells.length > 2)) return false
  const sentences = wordy.filter(([text]) => text !== undefined && text.length >= SENTENCE).length
  const others = texts.filter(
    ([text]) => text !== undefined && ['email', 'phone', 'date'].includes(lookOf(text) ?? ''),
  ).length
  return sentences > rows.length / 2 && others === 0
}

/** Faults of a header: positions (from 0) of empty names (code 15), and repeated names (code 14), compared trimmed. */
export function headerProblems(header: readonly string[]): { empty: number[]; duplicate: string[] } {
  const names = header.map(canonicalText)
  const empty = names.flatMap((name, place) => (name === '' ? [place] : []))
  const duplicate = names.filter((name, place) => name !== '' && names.indexOf(name) !== place)
  return { empty, duplicate: [...new Set(duplicate)] }
}

/** Tells whether a row repeats these canonical names, as a report does on each of its pages. */
export function headerRepeats(names: readonly string[]): (cells: readonly string[]) => boolean {
  return (cells) => {
    if (cells.length < names.length) return false
    for (let place = 0; place < cells.length; place++) {
      const cell = cells[place]!
      const name = names[place] ?? ''
      if (cell !== name && canonicalText(cell) !== name) return false
    }
    return true
  }
}

/** The name of a column that has none, in no language: #1 for the first. */
export const columnName = (place: number) => `#${place + 1}`

/**
 * The same for every file with the same names of columns in the same order, whatever their case, blanks and signs, so that a
 * mapping can be remembered. Null for a file without a header: it can't be told from any other.
 */
export function headerSignature(header: readonly string[], headerRow: number): string | null {
  if (headerRow === 0) return null
  const names = header.map((name) =>
    canonicalText(name)
      .toLowerCase()
      .replace(/[\s_\-./():]+/g, ''),
  )
  const own = names.filter((_, place) => !isAdded(header[place]!))
  return createHash('sha256').update(own.join('\u001f')).digest('hex')
}
