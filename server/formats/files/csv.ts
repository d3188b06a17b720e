import type { FileSettings } from '@ruam/contract/formats/files.ts'
import { cleanText } from '../../core/clean-text.ts'
import { isUsual, rowReader } from './csv-long-row.ts'
import { isBlankRow, rowScanner, UNFINISHED } from './csv-rows.ts'
import { decodeText, UnreadableFile } from './csv-text.ts'
import type { Damage } from './damage.ts'
import { mendedCells } from './stray-quotes.ts'

const LF = 0x0a
const CR = 0x0d

/** Rules to find rows in bytes. */
type TextReading = Pick<FileSettings, 'delimiter' | 'quotes' | 'charset' | 'header_row'>

export interface CsvOptions extends TextReading {
  batchRows: number
  /** Data rows to pass over first. */
  skipRows?: number
  /** Start within the file: endOffset and endLine of an earlier batch, and the number of the next data row. No header then. UTF-8 only. */
  from?: { offset: number; row: number; line: number }
  /** The line at which the source starts otherwise; 1 unless it says so. */
  firstLine?: number
  /** The rows of a sheet: each is a line, whatever its cells hold. */
  sheetRows?: boolean
  /** Tells of a row whether it repeats the names of the columns: then it is no data. */
  isHeader?: ((cells: readonly string[]) => boolean) | undefined
  /** Empty cells past so many are no part of a row. */
  width?: number | undefined
  /**
   * The cells of a row that is right. With it, a row that is wrong as it is read, and would be right if a backslash stood before the
   * quotes of a cell, ends the reading: it may have swallowed the one below.
   */
  expected?: number
  /** Reads cells with quotes that are not escaped as they are meant, or as they stand. */
  mendsStrays?: boolean
  /** Counts broken letters: with it, a few of them are read as U+FFFD. */
  damage?: Damage | undefined
}

export interface CsvBatch {
  /** Number of the first row; data rows count from 1, the header, what is above it and blank lines don't count. */
  firstRow: number
  /**
   * Cells as they are in the file, unquoted but not trimmed, without U+0000; a row may have more or fewer than the header.
   */
  rows: string[][]
  /** The line of the file at which each of them begins. */
  lines: number[]
  /** Bytes of UTF-8 from the start of the file to the end of the batch: a resume can start reading there. */
  endOffset: number
  /** The line that begins there. */
  endLine: number
  /** Number of U+0000, which PostgreSQL accepts in no text. */
  nuls: number
}

/** Characters of the longest row: 500 cells of 32 kB. A quote that is never closed is given up on here. */
export const LONGEST_ROW = 16 * 1024 * 1024
/** Characters of the longest row of a rarer dialect, which is read at once: 16 MB would block other requests for 800 ms. */
export const LONGEST_RARE_ROW = 512 * 1024

/**
 * The data rows of a CSV file in batches of exactly batchRows (the last one smaller), in the memory of one batch and one
 * buffer. The byte order mark is dropped and blank lines are passed over.
 * Throws UnreadableFile: charset_unreadable, row_unfinished when a quote is never closed, or quotes_unclear.
 */
export async function* readCsvBatches(source: AsyncIterable<Buffer>, options: CsvOptions): AsyncGenerator<CsvBatch> {
  const reader = rowReader(options)
  const longest = isUsual(options) ? LONGEST_ROW : LONGEST_RARE_ROW
  const width = options.width ?? Number.POSITIVE_INFINITY
  let offset = options.from?.offset ?? 0
  let firstRow = options.from?.row ?? 1
  let toPass = options.from === undefined ? options.header_row : 0
  let toSkip = options.skipRows ?? 0
  let line = options.from?.line ?? options.firstLine ?? 1
  /** The line at which the unfinished row began. */
  let begun: number | undefined
  /** The last row ended with a CR at the end of its text: an LF that comes next belongs to it. */
  let halved = false
  let rows: string[][] = []
  let lines: number[] = []
  let nuls = 0
  let text = ''
  let scanAgainAt = 0
  let withNuls = false

  const batch = (): CsvBatch => {
    const made = { firstRow, rows, lines, endOffset: offset, endLine: halved ? line - 1 : line, nuls }
    firstRow += rows.length
    rows = []
    lines = []
    nuls = 0
    return made
  }

  for await (const piece of decodeText(source, options.charset, options.damage)) {
    if (offset === 0 && text === '' && piece.text.startsWith('\ufeff')) {
      offset = 3
      text = piece.text.slice(1)
    } else {
      text += piece.text
    }
    withNuls ||= piece.nuls
    // A row longer than the text is looked at again only when the text has doubled: linear, whatever the file.
    if (text.length < scanAgainAt && !piece.last) continue
    let at = 0
    let counted = 0
    while (at < text.length || (piece.last && reader.passed > 0)) {
      let cells: string[] = []
      const start = at
      const next = reader.read(text, at, piece.last, cells)
      if (next === UNFINISHED) {
        at = reader.needed
        if (at > start) {
          begun ??= line
          line += reader.breaks
          halved = false
        }
        break
      }
      at = next
      const own = begun ?? line
      begun = undefined
      line += options.sheetRows ? 1 : reader.breaks
      if (halved && start === 0 && text.charCodeAt(0) === LF) line--
      halved = at === text.length && text.charCodeAt(at - 1) === CR
      if (reader.stray || cells.length !== options.expected) {
        if (reader.stray && options.mendsStrays && options.quotes === 'double')
          cells = mendedCells(text.slice(start, at), options.delimiter)
        reader.stray = false
        if (options.expected !== undefined && isEscaped(text, start, at, options))
          throw new UnreadableFile('quotes_unclear', own)
      }
      const stripped = withNuls ? stripNuls(cells) : 0
      if (isBlankRow(cells)) continue
      if (toPass > 0) {
        toPass--
        continue
      }
      if (options.isHeader?.(cells)) continue
      if (toSkip > 0) {
        toSkip--
        firstRow++
        continue
      }
      while (cells.length > width && cells.at(-1)!.trim() === '') cells.pop()
      nuls += stripped
      lines.push(own)
      if (rows.push(cells) < options.batchRows) continue
      offset += Buffer.byteLength(text.slice(counted, at))
      counted = at
      yield batch()
    }
    offset += Buffer.byteLength(text.slice(counted, at))
    text = text.slice(at)
    const unfinished = reader.passed + text.length
    if (unfinished === 0) withNuls = false
    if (unfinished > longest || (piece.last && unfinished > 0))
      throw new UnreadableFile('row_unfinished', begun ?? line)
    scanAgainAt = at === 0 ? text.length * 2 : 0
  }
  if (rows.length > 0) yield batch()
}

/** True if an invalid row becomes valid when backslashes escape the quotes after them. */
function isEscaped(text: string, from: number, to: number, { delimiter, expected }: CsvOptions): boolean {
  if (!text.slice(from, to).includes('\\"')) return false
  const scanner = rowScanner({ delimiter, quotes: 'backslash' })
  const cells: string[] = []
  return scanner.read(text, from, true, cells) !== UNFINISHED && !scanner.stray && cells.length === expected
}

function stripNuls(cells: string[]): number {
  let count = 0
  for (const [place, cell] of cells.entries()) {
    if (!cell.includes('\0')) continue
    const clean = cleanText(cell)
    count += cell.length - clean.length
    cells[place] = clean
  }
  return count
}

/** A row as readCsvBatches reads it back, cell by cell, with a comma; no file for people. */
export function rowText(cells: readonly string[]): string {
  let line = ''
  for (let place = 0; place < cells.length; place++) {
    const cell = cells[place]!
    if (place > 0) line += ','
    line += NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
  }
  return `${line}\n`
}

const NEEDS_QUOTES = /[",\r\n]/
