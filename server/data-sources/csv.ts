import { canonicalText } from '../values/thai.ts'
import { type Delimiter, detectDelimiter, firstRows } from './csv-delimiter.ts'
import { isBlankRow, scanRow, UNFINISHED } from './csv-rows.ts'
import { decodeText, UnreadableFile } from './csv-text.ts'

export interface CsvOptions {
  /** One character. */
  delimiter: string
  charset: 'utf-8'
  batchRows: number
  /** Data rows to pass over first. */
  skipRows?: number
  /**
   * Where the source starts when that is not the start of the file: the endOffset of an earlier batch, and the number of
   * the data row that begins there. There is no header then.
   */
  from?: { offset: number; row: number }
}

export interface CsvBatch {
  /** Number of the first row; data rows count from 1, the header and blank lines don't count. */
  firstRow: number
  /** Cells as they are in the file, unquoted but not trimmed; a row may have more or fewer than the header. */
  rows: string[][]
  /** Bytes from the start of the file to the end of the batch: a resume can start reading there. */
  endOffset: number
}

/** Characters of the longest row: 500 cells of 32 kB. A quote that is never closed is given up on here. */
const LONGEST_ROW = 16 * 1024 * 1024

/**
 * The data rows of a CSV file in batches of exactly batchRows (the last one smaller), in the memory of one batch and one
 * buffer. The byte order mark is dropped and blank lines are passed over.
 * Throws UnreadableFile: charset_unreadable, or row_unfinished when a quote is never closed.
 */
export async function* readCsvBatches(source: AsyncIterable<Buffer>, options: CsvOptions): AsyncGenerator<CsvBatch> {
  const delimiter = options.delimiter.charCodeAt(0)
  let offset = options.from?.offset ?? 0
  let firstRow = options.from?.row ?? 1
  let headerPassed = options.from !== undefined
  let toSkip = options.skipRows ?? 0
  let rows: string[][] = []
  let text = ''
  let scanAgainAt = 0

  for await (const piece of decodeText(source, options.charset)) {
    if (offset === 0 && text === '' && piece.text.startsWith('\ufeff')) {
      offset = 3
      text = piece.text.slice(1)
    } else {
      text += piece.text
    }
    // A row longer than the text is looked at again only when the text has doubled: linear, whatever the file.
    if (text.length < scanAgainAt && !piece.last) continue
    let at = 0
    let counted = 0
    while (at < text.length) {
      const cells: string[] = []
      const next = scanRow(text, at, delimiter, piece.last, cells)
      if (next === UNFINISHED) break
      at = next
      if (isBlankRow(cells)) continue
      if (!headerPassed) {
        headerPassed = true
      } else if (toSkip > 0) {
        toSkip--
        firstRow++
      } else if (rows.push(cells) === options.batchRows) {
        offset += Buffer.byteLength(text.slice(counted, at))
        counted = at
        yield { firstRow, rows, endOffset: offset }
        firstRow += rows.length
        rows = []
      }
    }
    offset += Buffer.byteLength(text.slice(counted, at))
    text = text.slice(at)
    if (text.length > LONGEST_ROW || (piece.last && text !== '')) {
      throw new UnreadableFile('row_unfinished', headerPassed ? firstRow + rows.length : 0)
    }
    scanAgainAt = at === 0 ? text.length * 2 : 0
  }
  if (rows.length > 0) yield { firstRow, rows, endOffset: offset }
}

/** Characters of a file that its head is looked for in. */
const HEAD_LENGTH = 1024 * 1024
/** UTF-16 without a mark is valid UTF-8 in which many letters are U+0000. */
const MOST_NULS = 0.1

/**
 * The header (canonical texts; empty when the file is), the first data rows as they are, and the delimiter that fits best.
 * Reads no more of the source than it needs.
 * Throws UnreadableFile: charset_unreadable, or row_unfinished when the header does not end.
 */
export async function readHead(
  source: AsyncIterable<Buffer>,
  options: { delimiter?: Delimiter; sampleRows?: number } = {},
): Promise<{ delimiter: Delimiter; header: string[]; rows: string[][] }> {
  let text = ''
  let whole = false
  for await (const piece of decodeText(source, 'utf-8')) {
    text += piece.text
    whole = piece.last
    if (text.length >= HEAD_LENGTH) break
  }
  if (text.startsWith('\ufeff')) text = text.slice(1)
  if (text.split('\0').length - 1 > text.length * MOST_NULS) throw new UnreadableFile('charset_unreadable')
  const delimiter = options.delimiter ?? detectDelimiter(text, whole)
  const head = firstRows(text, delimiter, whole, 1 + (options.sampleRows ?? 5))
  const [header = [], ...rows] = head.rows
  if (header.length === 0 && head.unfinished) throw new UnreadableFile('row_unfinished', 0)
  return { delimiter, header: header.map(canonicalText), rows }
}

/** What refuses a header: places (from 0) of empty names (code 15), and names that stand there twice (code 14), compared trimmed. */
export function headerProblems(header: readonly string[]): { empty: number[]; duplicate: string[] } {
  const names = header.map(canonicalText)
  const empty = names.flatMap((name, place) => (name === '' ? [place] : []))
  const duplicate = names.filter((name, place) => name !== '' && names.indexOf(name) !== place)
  return { empty, duplicate: [...new Set(duplicate)] }
}
