import type { FileSettings } from '@ruam/contract/files.ts'
import { rowReader } from './csv-long-row.ts'
import { isBlankRow, UNFINISHED } from './csv-rows.ts'
import { decodeText, UnreadableFile } from './csv-text.ts'

export interface CsvOptions extends Pick<FileSettings, 'delimiter' | 'charset' | 'header_row'> {
  batchRows: number
  /** Data rows to pass over first. */
  skipRows?: number
  /**
   * Where the source starts when that is not the start of the file: the endOffset of an earlier batch, and the number of
   * the data row that begins there. There is no header then. Of a file in UTF-8 alone.
   */
  from?: { offset: number; row: number }
}

export interface CsvBatch {
  /** Number of the first row; data rows count from 1, the header, what is above it and blank lines don't count. */
  firstRow: number
  /**
   * Cells as they are in the file, unquoted but not trimmed, without U+0000; a row may have more or fewer than the header.
   */
  rows: string[][]
  /** Bytes of UTF-8 from the start of the file to the end of the batch: a resume can start reading there. */
  endOffset: number
  /** How often U+0000 stood in them. PostgreSQL takes it in no text. */
  nuls: number
}

/** Characters of the longest row: 500 cells of 32 kB. A quote that is never closed is given up on here. */
export const LONGEST_ROW = 16 * 1024 * 1024

/**
 * The data rows of a CSV file in batches of exactly batchRows (the last one smaller), in the memory of one batch and one
 * buffer. The byte order mark is dropped and blank lines are passed over.
 * Throws UnreadableFile: charset_unreadable, or row_unfinished when a quote is never closed.
 */
export async function* readCsvBatches(source: AsyncIterable<Buffer>, options: CsvOptions): AsyncGenerator<CsvBatch> {
  const reader = rowReader(options.delimiter)
  let offset = options.from?.offset ?? 0
  let firstRow = options.from?.row ?? 1
  let toPass = options.from === undefined ? options.header_row : 0
  let toSkip = options.skipRows ?? 0
  let rows: string[][] = []
  let nuls = 0
  let text = ''
  let scanAgainAt = 0
  let withNuls = false

  for await (const piece of decodeText(source, options.charset)) {
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
      const cells: string[] = []
      const next = reader.read(text, at, piece.last, cells)
      if (next === UNFINISHED) {
        at = reader.needed
        break
      }
      at = next
      const stripped = withNuls ? stripNuls(cells) : 0
      if (isBlankRow(cells)) continue
      if (toPass > 0) {
        toPass--
      } else if (toSkip > 0) {
        toSkip--
        firstRow++
      } else {
        nuls += stripped
        if (rows.push(cells) < options.batchRows) continue
        offset += Buffer.byteLength(text.slice(counted, at))
        counted = at
        yield { firstRow, rows, endOffset: offset, nuls }
        firstRow += rows.length
        rows = []
        nuls = 0
      }
    }
    offset += Buffer.byteLength(text.slice(counted, at))
    text = text.slice(at)
    const unfinished = reader.passed + text.length
    if (unfinished === 0) withNuls = false
    if (unfinished > LONGEST_ROW || (piece.last && unfinished > 0)) {
      throw new UnreadableFile('row_unfinished', toPass > 0 ? 0 : firstRow + rows.length)
    }
    scanAgainAt = at === 0 ? text.length * 2 : 0
  }
  if (rows.length > 0) yield { firstRow, rows, endOffset: offset, nuls }
}

function stripNuls(cells: string[]): number {
  let count = 0
  for (const [place, cell] of cells.entries()) {
    if (!cell.includes('\0')) continue
    const clean = cell.replaceAll('\0', '')
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
