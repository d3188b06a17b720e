import { BIFF, type BiffRecord, biffRecords, RecordBytes, shortNumber } from './biff.ts'
import { type Book, hiddenInTable, newNotes, type RowTaker, rowBuilder } from './book.ts'
import { type Bytes, decoderOf, piecesOf, thaiOrUnicode } from './byte-source.ts'
import { openCompoundFile } from './compound-file.ts'
import { type NumberStyle, numberStyle, numberText } from './xlsx-cells.ts'
import { stringTable } from './xlsx-strings.ts'
import { MAX_SHEETS, MAX_STYLES } from './xlsx-workbook.ts'
import { RefusedWorkbook } from './xlsx-zip.ts'

interface Sheet {
  name: string
  hidden: boolean
  place: number
}

interface XlsBook {
  records: (from: number) => Generator<BiffRecord>
  /** Texts are in Unicode since Excel 97, else in the code page of the workbook. */
  unicode: boolean
  text: (bytes: Uint8Array) => string
  sheets: Sheet[]
  styles: NumberStyle[]
  from1904: boolean
  shared: (place: number) => string
}

const EXCEL_97 = 0x600
const WORKSHEET = 0x10
/** Labels of the code pages that files name; 1200 means Unicode. */
const labels: Record<number, string> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  32768: 'macintosh',
  32769: 'windows-1252',
  65001: 'utf-8',
}

/** Decodes the texts of a code page; without one, what strict UTF-8 is not is Thai. */
function textOf(codePage: number): (bytes: Uint8Array) => string {
  const label =
    labels[codePage] ?? (codePage === 874 || (codePage >= 1250 && codePage <= 1258) ? `windows-${codePage}` : null)
  return label === null ? thaiOrUnicode : decoderOf(label)
}

/** A workbook of Excel 97-2003 or 5.0, or the bare sheet that many programs write under the name .xls. */
export function xlsBook(file: Bytes): Book {
  const book = readGlobals(recordsOf(file))
  return {
    kind: 'xls',
    sheets: book.sheets,
    read: (sheet, taker) => readSheet(book, book.sheets[sheet]!, taker),
  }
}

function recordsOf(file: Bytes): (from: number) => Generator<BiffRecord> {
  if (file.read(0, 2).readUInt16LE() === BIFF.begin) return (from) => biffRecords(piecesOf(file, from))
  const streams = openCompoundFile(file)
  const stream = streams.get('workbook') ?? streams.get('book')
  if (!stream) throw new RefusedWorkbook('file_type_not_supported')
  return (from) => biffRecords(stream.pieces(from))
}

function readGlobals(records: XlsBook['records']): XlsBook {
  const sheets: Sheet[] = []
  const codes = new Map<number, string>()
  const styles: NumberStyle[] = []
  const shared = stringTable()
  let text = thaiOrUnicode
  let unicode = false
  let from1904 = false
  const source = records(0)
  let held: BiffRecord | undefined
  const next = (): BiffRecord | undefined => {
    const record = held ?? source.next().value
    held = undefined
    return record || undefined
  }
  const more = () => {
    held ??= source.next().value || undefined
    return held?.id === BIFF.continued ? next()!.data : undefined
  }
  const first = next()
  if (first?.id !== BIFF.begin) throw new RefusedWorkbook('workbook_broken')
  unicode = first.data.readUInt16LE(0) === EXCEL_97
  const book = () => ({ records, unicode, text, sheets, styles, from1904, shared: shared.get })
  if (first.data.readUInt16LE(2) === WORKSHEET) {
    sheets.push({ name: 'Sheet1', hidden: false, place: 0 })
    return book()
  }
  for (let record = next(); record && record.id !== BIFF.end; record = next()) {
    const { id, data } = record
    if (id === BIFF.password) throw new RefusedWorkbook('file_encrypted')
    if (id === BIFF.codePage) text = textOf(data.readUInt16LE(0))
    else if (id === BIFF.date1904) from1904 = data.readUInt16LE(0) === 1
    else if (id === BIFF.format && codes.size < MAX_STYLES) {
      const code = unicode
        ? new RecordBytes(data, 4).unicode(data.readUInt16LE(2))
        : text(data.subarray(3, 3 + data[2]!))
      codes.set(data.readUInt16LE(0), code)
    } else if (id === BIFF.style && styles.length < MAX_STYLES) {
      const format = data.readUInt16LE(2)
      styles.push(numberStyle(format, codes.get(format)))
    } else if (id === BIFF.sheet && sheets.length < MAX_SHEETS && data[5] === 0) {
      const name = unicode ? new RecordBytes(data, 7).unicode(data[6]!) : text(data.subarray(7, 7 + data[6]!))
      sheets.push({ name: name.replaceAll('\0', ''), hidden: (data[4]! & 3) !== 0, place: data.readUInt32LE(0) })
    } else if (id === BIFF.texts) {
      const bytes = new RecordBytes(data, 8, more)
      const count = data.readUInt32LE(4)
      for (let at = 0; at < count; at++) shared.add(bytes.unicode(bytes.u16()))
    }
  }
  return book()
}

/** Yields the records of one sheet, without those of the charts in it. */
function* sheetRecords({ records }: XlsBook, { place }: Sheet): Generator<BiffRecord> {
  let depth = 0
  for (const record of records(place)) {
    if (record.id === BIFF.begin) depth++
    else if (record.id === BIFF.end && --depth <= 0) return
    else if (depth === 1) yield record
  }
}

/** Rows that have no cells in the order of the sheet are put together before they are handed on. */
interface Layout {
  inOrder: boolean
  /** Rows below that a cell covers too, by its place. */
  merged: Map<number, number>
}

const MOST_MERGED = 100_000
const COLUMNS = 0x10000
const cellIds: ReadonlySet<number> = new Set([
  BIFF.formula,
  BIFF.numbers,
  BIFF.richText,
  BIFF.sharedText,
  BIFF.number,
  BIFF.text,
  BIFF.logicalOrError,
  BIFF.shortNumber,
])

function layoutOf(book: XlsBook, sheet: Sheet): Layout {
  const merged = new Map<number, number>()
  let last = 0
  let inOrder = true
  for (const { id, data } of sheetRecords(book, sheet)) {
    if (cellIds.has(id)) {
      const row = data.readUInt16LE(0)
      if (row < last) inOrder = false
      last = row
    } else if (id === BIFF.merged) {
      for (let at = 2; at + 8 <= data.length && merged.size < MOST_MERGED; at += 8) {
        const top = data.readUInt16LE(at)
        const down = data.readUInt16LE(at + 2) - top
        if (down > 0) merged.set(top * COLUMNS + data.readUInt16LE(at + 4), down)
      }
    }
  }
  return { inOrder, merged }
}

/** Records between two looks at whether more rows are wanted. */
const PAUSE = 2000

async function readSheet(book: XlsBook, sheet: Sheet, taker: RowTaker) {
  const { inOrder, merged } = layoutOf(book, sheet)
  const notes = newNotes()
  const rows = rowBuilder(taker, notes)
  const hidden = new Set<number>()
  const waiting = new Map<number, Map<number, string>>()
  const put = (row: number, column: number, text: string) => {
    const down = merged.get(row * COLUMNS + column)
    if (inOrder) {
      rows.begin(row + 1, hidden.has(row))
      rows.cell(column, text, down)
      return
    }
    const cells = waiting.get(row) ?? new Map<number, string>()
    if (cells.size === 0) waiting.set(row, cells)
    cells.set(column, text)
  }
  let formula: { row: number; column: number } | undefined
  let count = 0
  for (const { id, data } of sheetRecords(book, sheet)) {
    if (++count % PAUSE === 0 && !(await taker.pause())) break
    if (id === BIFF.row) {
      if (data[12]! & 0x20) hidden.add(data.readUInt16LE(0))
    } else if (id === BIFF.columns) {
      if (data[8]! & 1) notes.hiddenColumns += hiddenInTable(data.readUInt16LE(0), data.readUInt16LE(2), taker.table)
    } else if (id === BIFF.formulaText && formula) {
      put(formula.row, formula.column, textIn(book, data, 0))
      formula = undefined
    } else if (cellIds.has(id)) {
      const row = data.readUInt16LE(0)
      const column = data.readUInt16LE(2)
      formula = undefined
      if (id === BIFF.numbers) {
        for (let at = 4, no = column; at + 6 <= data.length - 2; at += 6, no++)
          put(row, no, numberIn(book, data.readUInt16LE(at), shortNumber(data.readInt32LE(at + 2))))
      } else if (id === BIFF.formula && data.readUInt16LE(12) === 0xffff && data[6] === 0) formula = { row, column }
      else {
        const text = cellIn(book, id, data)
        if (text === null) notes.errors++
        else put(row, column, text)
      }
    }
  }
  for (const row of [...waiting.keys()].sort((a, b) => a - b)) {
    rows.begin(row + 1, hidden.has(row))
    for (const [column, text] of waiting.get(row)!) rows.cell(column, text, merged.get(row * COLUMNS + column))
    if (++count % PAUSE === 0 && !(await taker.pause())) break
  }
  rows.end()
  await taker.pause()
  return notes
}

const numberIn = ({ styles, from1904 }: XlsBook, style: number, value: number) =>
  Number.isFinite(value) ? numberText(String(value), styles[style] ?? 'plain', from1904) : ''

function textIn({ unicode, text }: XlsBook, data: Buffer, at: number): string {
  const length = data.readUInt16LE(at)
  if (!unicode) return text(data.subarray(at + 2, at + 2 + length))
  // Of a text that goes on in the next record, the part in this one.
  const wide = data[at + 2]! & 1
  const letters = Math.min(length, Math.floor((data.length - at - 3) / (wide ? 2 : 1)))
  return new RecordBytes(data, at + 2).unicode(letters)
}

/** Returns the text of a cell with one value; null if it holds an error. */
function cellIn(book: XlsBook, id: number, data: Buffer): string | null {
  const style = data.readUInt16LE(4)
  if (id === BIFF.sharedText) return book.shared(data.readUInt32LE(6))
  if (id === BIFF.text || id === BIFF.richText) return textIn(book, data, 6)
  if (id === BIFF.number) return numberIn(book, style, data.readDoubleLE(6))
  if (id === BIFF.shortNumber) return numberIn(book, style, shortNumber(data.readInt32LE(6)))
  if (id === BIFF.logicalOrError) return data[7] === 1 ? null : data[6] === 1 ? 'TRUE' : 'FALSE'
  if (data.readUInt16LE(12) !== 0xffff) return numberIn(book, style, data.readDoubleLE(6))
  // The result of a formula that is no number: 1 a logical value, 2 an error, 3 nothing.
  if (data[6] === 1) return data[8] === 1 ? 'TRUE' : 'FALSE'
  return data[6] === 2 ? null : ''
}
