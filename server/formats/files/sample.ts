import { isAscii } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import type { FileSettings } from '@ruam/contract/formats/files.ts'
import { DEFAULT_DELIMITER } from '@ruam/contract/platform/constants.ts'
import { cleanText } from '../../core/clean-text.ts'
import type { Storage } from '../../storage/storage.ts'
import { type Charset, detectCharset } from './charset.ts'
import { LONGEST_RARE_ROW, readCsvBatches } from './csv.ts'
import { detectDelimiter, firstRows } from './csv-delimiter.ts'
import { isUsual } from './csv-long-row.ts'
import type { Dialect } from './csv-rows.ts'
import { UnreadableFile } from './csv-text.ts'
import { isTolerable, noDamage, noteDamage } from './damage.ts'
import { BROKEN } from './garbled.ts'
import { detectQuotes, isSpaced } from './quotes.ts'
import { unwrappedText } from './wrapped-lines.ts'

/** A sheet of a workbook. rows: blank ones left out, null where counting them would take long. */
export interface SheetInfo {
  name: string
  rows: number | null
  hidden: boolean
}

/** Another visible sheet and its first rows. */
export interface OtherSheet {
  name: string
  rows: string[][]
}

/** The first rows of a file and how they were read, before a header is looked for. */
export interface Sample extends Omit<FileSettings, 'header_row' | 'drop_empty_last' | 'more_sheets'> {
  sheets: SheetInfo[]
  /** The first rows of the other visible sheets. */
  others?: OtherSheet[]
  /** Blank rows left out; cells without U+0000. */
  rows: string[][]
  /** The line of the file, or the row of the sheet, at which each of them begins. */
  lines: number[]
  /** True if the first row holds the names of the columns by the nature of the format. */
  named?: boolean
  /** The line of a row in which the text ended before there were enough: a quote may be open. */
  unfinished: number | null
  /** True if each line of the file is one quoted cell that holds a row. */
  wrapped?: boolean
}

/** Rows that the header is looked for in; a header_row of 50 leaves ten of data. */
export const SAMPLE_ROWS = 60
/** Bytes of a file that its head is looked for in. */
const HEAD_LENGTH = 1024 * 1024
const LONGEST_HEAD = 48 * 1024 * 1024
/** Characters of a cell of a sample. */
const SAMPLE_CELL = 10_000

/** Reads no more of the file than it needs: the first megabyte, and on to the first letter that is not ASCII. */
export async function sampleText(
  storage: Storage,
  key: string,
  asked: Pick<Partial<FileSettings>, 'delimiter' | 'quotes' | 'charset'>,
): Promise<Sample> {
  const { head, later, whole } = await firstBytes(storage.read(key), HEAD_LENGTH, asked.charset === undefined)
  const charset = asked.charset ?? detectCharset(later ?? head, whole)
  if (charset === null) throw new UnreadableFile('charset_unreadable')
  const all = whole && later === undefined
  await setImmediate()
  const decoded = cleanText(decodeStart(head, charset, all))
  const unwrapped = asked.quotes === 'single' ? null : await unwrappedText(decoded, all, asked.delimiter)
  const text = unwrapped ?? decoded
  const delimiter =
    asked.delimiter ?? (await detectDelimiter(text, whole)) ?? (isSpaced(text) ? (' ' as const) : DEFAULT_DELIMITER)
  const quotes = asked.quotes ?? (await detectQuotes(text, delimiter, all))
  const dialect = { delimiter, quotes }
  const start = isUsual(dialect) ? text : text.slice(0, LONGEST_RARE_ROW)
  const read = await firstRows(start, dialect, all && start.length === text.length, SAMPLE_ROWS)
  // A cell of many megabytes is one row's fault; only beyond the longest row is a quote taken for one that is never closed.
  const { rows, lines, unfinished } =
    read.unfinished !== null && read.rows.length < 2 && unwrapped === null
      ? await longRows(storage.read(key), { charset, ...dialect })
      : read
  const cut = rows.map((row) => row.map(cutCell))
  return { ...dialect, charset, sheet: null, sheets: [], rows: cut, lines, unfinished, wrapped: unwrapped !== null }
}

/** The first rows of a file that begins with very long ones, piece by piece. */
async function longRows(source: AsyncIterable<Buffer>, how: Dialect & { charset: Charset }) {
  let read = 0
  async function* counted() {
    for await (const piece of source) {
      read += piece.length
      yield piece
      // Blank lines make no batch: the reader would go on to the end of the file.
      if (read > LONGEST_HEAD) return
    }
  }
  const rows: string[][] = []
  const lines: number[] = []
  try {
    for await (const batch of readCsvBatches(counted(), { ...how, header_row: 0, batchRows: 1 })) {
      rows.push(...batch.rows)
      lines.push(...batch.lines)
      if (rows.length >= SAMPLE_ROWS) break
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile && error.reason === 'row_unfinished')) throw error
    return { rows, lines, unfinished: error.line }
  }
  return { rows, lines, unfinished: null }
}

/** Truncates a cell: more is not readable in a sample, and column names of that length differ at the start. */
const cutCell = (cell: string) =>
  cell.length > SAMPLE_CELL ? cell.slice(0, SAMPLE_CELL).replace(/[\ud800-\udbff]$/, '') : cell

/** `later`: where the head is ASCII alone, the first part of the file that is not: the charset shows there. */
async function firstBytes(
  source: AsyncIterable<Buffer>,
  enough: number,
  seekLetters: boolean,
): Promise<{ head: Buffer; later: Buffer | undefined; whole: boolean }> {
  const parts: Buffer[] = []
  let length = 0
  let last: Buffer = Buffer.alloc(0)
  let head: Buffer | undefined
  for await (const part of source) {
    if (head) {
      // The part before is kept, so that no letter is cut at its start.
      if (!isAscii(part)) return { head, later: Buffer.concat([last, part]), whole: false }
      last = part
      continue
    }
    parts.push(part)
    length += part.length
    if (length < enough) continue
    head = Buffer.concat(parts)
    if (!seekLetters || !isAscii(head)) return { head, later: undefined, whole: false }
  }
  return { head: head ?? Buffer.concat(parts), later: undefined, whole: head === undefined }
}

/** A letter that the end of the bytes cuts is left out, unless they are the whole file. A few broken letters are no fault. */
function decodeStart(bytes: Buffer, charset: FileSettings['charset'], whole: boolean): string {
  const text = new TextDecoder(charset).decode(bytes, { stream: !whole })
  if (!text.includes(BROKEN) || isWellFormed(bytes, charset, whole)) return text
  const damage = noDamage()
  noteDamage(damage, text)
  // A lone half of a letter in UTF-16 shifts all that follows.
  if (charset.startsWith('utf-16') || !isTolerable(damage)) throw new UnreadableFile('charset_unreadable')
  return text
}

/** True if broken letters were saved as U+FFFD by the program that wrote the file. */
function isWellFormed(bytes: Buffer, charset: FileSettings['charset'], whole: boolean): boolean {
  try {
    new TextDecoder(charset, { fatal: true }).decode(bytes, { stream: !whole })
    return true
  } catch {
    return false
  }
}
