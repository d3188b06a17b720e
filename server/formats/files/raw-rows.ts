import { cleanText } from '../../core/clean-text.ts'
import type { Charset } from './charset.ts'
import { type CsvOptions, LONGEST_ROW } from './csv.ts'
import { rowReader } from './csv-long-row.ts'
import { isBlankRow, UNFINISHED } from './csv-rows.ts'
import { decodeText, UnreadableFile } from './csv-text.ts'
import { noDamage } from './damage.ts'
import { ERASED_ROW } from './erased-row.ts'
import { lineBreaks } from './line-breaks.ts'
import { OFFSET_ROWS } from './row-offsets.ts'

/** A row of a text file with the letters it is made of, its line end among them. */
export interface RawRow {
  /** As the reader counts: data rows from 1; 0 is the header, what stands above it is below 0. Null for what does not count. */
  no: number | null
  /** It repeats the names of the columns, and counts as little as a blank one. */
  header: boolean
  cells: string[]
  text: string
}

type Reading = Pick<CsvOptions, 'delimiter' | 'quotes' | 'charset' | 'header_row' | 'isHeader'>

/** Every row of a text file as it stands there, blank ones among them: put together their texts are the file. */
export async function* rawRows(
  source: AsyncIterable<Buffer>,
  { charset, header_row, isHeader, ...dialect }: Reading,
): AsyncGenerator<RawRow[]> {
  const reader = rowReader(dialect)
  /** Text of an incomplete row. */
  let begun = ''
  let no = 1 - header_row
  let text = ''
  let first = true
  let scanAgainAt = 0
  for await (const piece of decodeText(source, charset, noDamage())) {
    const rows: RawRow[] = []
    text += piece.text
    if (first && text !== '') {
      first = false
      if (text.startsWith('\ufeff')) {
        rows.push({ no: null, header: false, cells: [], text: '\ufeff' })
        text = text.slice(1)
      }
    }
    if (text.length < scanAgainAt && !piece.last) continue
    let at = 0
    while (at < text.length || (piece.last && reader.passed > 0)) {
      const cells: string[] = []
      const next = reader.read(text, at, piece.last, cells)
      if (next === UNFINISHED) {
        begun += text.slice(at, reader.needed)
        at = reader.needed
        break
      }
      const own = begun + text.slice(at, next)
      begun = ''
      at = next
      // As readCsvBatches has it: U+0000 is in no cell.
      const clean = own.includes('\0') ? cells.map(cleanText) : cells
      const header = no > 0 && (isHeader?.(clean) ?? false)
      rows.push({ no: header || isBlankRow(clean) ? null : no++, header, cells: clean, text: own })
    }
    text = text.slice(at)
    const unfinished = reader.passed + text.length
    if (unfinished > LONGEST_ROW || (piece.last && unfinished > 0)) throw new UnreadableFile('row_unfinished')
    scanAgainAt = at === 0 ? text.length * 2 : 0
    if (rows.length > 0) yield rows
  }
}

/**
 * A text file without the rows that are `theirs`: a word stands for each, so that every other row keeps its number and its line; of a
 * row that repeats the header the lines alone are left. `places` is filled with the bytes at which every OFFSET_ROWS of its rows end,
 * counted with those of `before`, and with the lines that begin there.
 */
export async function* withoutRows(
  source: AsyncIterable<Buffer>,
  settings: Reading,
  theirs: (row: RawRow) => boolean,
  places: { offsets: number[]; lines: number[] },
  before: Buffer = Buffer.alloc(0),
): AsyncGenerator<Buffer> {
  const encode = encoderOf(settings.charset)
  let at = before.length
  let line = 1 + lineBreaks(before.toString())
  const note = () => {
    places.offsets.push(at)
    places.lines.push(line)
  }
  let last = 0
  if (at > 0) yield before
  for await (const rows of rawRows(source, settings)) {
    let kept = ''
    for (const row of rows) {
      const gone = (row.header || row.no !== null) && theirs(row)
      const text = gone ? (row.header ? '' : ERASED_ROW) + lineEnds(row.text) : row.text
      kept += text
      line += lineBreaks(text)
      if (row.no === null || row.no < 1) continue
      last = row.no
      if (last % OFFSET_ROWS > 0) continue
      const bytes = encode(kept)
      at += bytes.length
      kept = ''
      note()
      yield bytes
    }
    const bytes = encode(kept)
    at += bytes.length
    yield bytes
  }
  if (last % OFFSET_ROWS > 0) note()
}

/** All of them, so that what stands below keeps its line; blank ones count as no row. */
const lineEnds = (text: string) => text.match(/\r\n|\n|\r/g)?.join('') ?? ''

/** No letter of windows-874: stands for broken ones. */
const UNDEFINED_BYTE = 0xff

/** The bytes of a text that was read in this charset: what decodeText undid. */
export function encoderOf(charset: Charset): (text: string) => Buffer {
  if (charset === 'utf-8') return (text) => Buffer.from(text)
  if (charset === 'utf-16le') return (text) => Buffer.from(text, 'utf16le')
  if (charset === 'utf-16be') return (text) => Buffer.from(text, 'utf16le').swap16()
  const bytes = new Map<string, number>()
  const decoder = new TextDecoder(charset)
  for (let byte = 0; byte < 256; byte++) {
    const letter = decoder.decode(Uint8Array.of(byte))
    if (letter !== '\ufffd') bytes.set(letter, byte)
  }
  return (text) => Buffer.from(Array.from(text, (letter) => bytes.get(letter) ?? UNDEFINED_BYTE))
}
