import { type Book, hiddenInTable, MAX_ROW_CELLS, newNotes, type RowTaker, rowBuilder, serialOf } from './book.ts'
import { numberText } from './xlsx-cells.ts'
import { MAX_SHEET_CELL } from './xlsx-strings.ts'
import { MAX_SHEETS } from './xlsx-workbook.ts'
import { type Parts, RefusedWorkbook } from './xlsx-zip.ts'
import { attribute, unescapeXml, xmlReader } from './xml.ts'

const CONTENT = 'content.xml'
const SPREADSHEET = 'application/vnd.oasis.opendocument.spreadsheet'

/** True if the archive is a table of OpenDocument. Throws RefusedWorkbook for its other documents and for a password. */
export async function isOpenDocument(parts: Parts): Promise<boolean> {
  if (!parts.has(CONTENT)) return false
  let type = ''
  await parts.read('mimetype', (piece) => {
    type += piece
    return type.length < 200
  })
  if (type !== '' && !type.startsWith(SPREADSHEET)) throw new RefusedWorkbook('document_file')
  await parts.read('META-INF/manifest.xml', (piece) => {
    if (piece.includes('encryption-data')) throw new RefusedWorkbook('file_encrypted')
    return undefined
  })
  return true
}

/** A table of LibreOffice and others (OpenDocument 1.3, part 3). */
export async function odsBook(parts: Parts): Promise<Book> {
  const hiddenStyles = new Set<string>()
  const sheets: { name: string; hidden: boolean }[] = []
  let style: string | undefined
  let isSpreadsheet = false
  const read = xmlReader({
    open(name, attributes) {
      if (name === 'spreadsheet') isSpreadsheet = true
      else if (name === 'style') style = attribute(attributes, 'style:name')
      else if (name === 'table-properties' && attribute(attributes, 'table:display') === 'false' && style)
        hiddenStyles.add(style)
      else if (name === 'table' && sheets.length < MAX_SHEETS) {
        const hidden = hiddenStyles.has(attribute(attributes, 'table:style-name') ?? '')
        sheets.push({ name: unescapeXml(attribute(attributes, 'table:name') ?? '').slice(0, 100), hidden })
      }
    },
    close() {},
    text() {},
    wantsText: () => false,
  })
  await parts.read(CONTENT, (piece, last) => {
    read(piece, last)
    return undefined
  })
  if (!isSpreadsheet) throw new RefusedWorkbook('document_file')
  return { kind: 'ods', sheets, read: (sheet, taker) => readTable(parts, sheet, taker) }
}

async function readTable(parts: Parts, wanted: number, taker: RowTaker) {
  const notes = newNotes()
  const { read, end, done } = tableReader(wanted, taker, notes)
  await parts.read(CONTENT, async (piece, last) => {
    read(piece, last)
    return !done() && (await taker.pause())
  })
  end()
  await taker.pause()
  return notes
}

const repeated = (attributes: string, name: string) => {
  const count = Number(attribute(attributes, `table:number-${name}`) ?? 1)
  return Number.isInteger(count) && count > 0 ? count : 1
}
const isHidden = (attributes: string) =>
  ['collapse', 'filter'].includes(attribute(attributes, 'table:visibility') ?? '')

/** Rows that may stand for one another: as many as a sheet has. */
const MOST_REPEATS = 1_048_576

function tableReader(wanted: number, taker: RowTaker, notes: ReturnType<typeof newNotes>) {
  const rows = rowBuilder(taker, notes)
  let table = -1
  let column = 0
  let columnsSeen = 0
  let no = 0
  let repeats = 1
  let hiddenRow = false
  let inCell = false
  let attributes = ''
  let text = ''
  let paragraphs = 0
  /** Depth inside a comment, whose text is none of the cell's. */
  let comment = 0
  /** Cells of the row: place, text, rows below. */
  let cells: [number, string, number][] = []

  const endCell = () => {
    inCell = false
    const value = cellText(attributes, text, notes)
    const count = repeated(attributes, 'columns-repeated')
    if (value !== '')
      for (let at = column; at < Math.min(column + count, MAX_ROW_CELLS); at++)
        cells.push([at, value, repeated(attributes, 'rows-spanned') - 1])
    column += count
  }
  const read = xmlReader({
    open(name, found, empty) {
      if (name === 'table') table++
      if (table !== wanted) return
      if (name === 'table-column') {
        const count = repeated(found, 'columns-repeated')
        if (isHidden(found)) notes.hiddenColumns += hiddenInTable(columnsSeen, columnsSeen + count - 1, taker.table)
        columnsSeen += count
      } else if (name === 'table-row') {
        repeats = Math.min(repeated(found, 'rows-repeated'), MOST_REPEATS)
        hiddenRow = isHidden(found)
        column = 0
        cells = []
        if (empty) no += repeats
      } else if (name === 'table-cell' || name === 'covered-table-cell') {
        attributes = found
        text = ''
        paragraphs = 0
        inCell = true
        if (empty) endCell()
      } else if (name === 'annotation') comment += empty ? 0 : 1
      else if (inCell && comment === 0) {
        if (name === 'p' && paragraphs++ > 0) text += '\n'
        else if (name === 's') text += ' '.repeat(Math.min(1000, Number(attribute(found, 'text:c') ?? 1) || 1))
        else if (name === 'tab') text += '\t'
        else if (name === 'line-break') text += '\n'
      }
    },
    close(name) {
      if (table !== wanted) return
      if (name === 'annotation') comment = Math.max(0, comment - 1)
      else if (name === 'table-cell' || name === 'covered-table-cell') endCell()
      else if (name === 'table-row') {
        // Blank rows at the end of a sheet are said to be a million.
        if (cells.length === 0) no += repeats
        else for (let nth = 0; nth < repeats && !taker.enough(); nth++) addRow()
      }
    },
    wantsText: () => inCell && comment === 0 && paragraphs > 0 && text.length < MAX_SHEET_CELL,
    text(raw) {
      text += unescapeXml(raw)
    },
  })
  const addRow = () => {
    rows.begin(++no, hiddenRow)
    for (const [at, value, down] of cells) rows.cell(at, value, down)
  }
  return { read, end: rows.end, done: () => table > wanted }
}

/** The text of a cell by the rules of a workbook's cells: numbers and days by their value, errors empty. */
function cellText(attributes: string, text: string, notes: ReturnType<typeof newNotes>): string {
  const type = attribute(attributes, 'office:value-type')
  if (
    attribute(attributes, 'calcext:value-type') === 'error' ||
    /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!)$/.test(text)
  ) {
    notes.errors++
    return ''
  }
  const value = attribute(attributes, 'office:value')
  if ((type === 'float' || type === 'percentage' || type === 'currency') && value !== undefined) {
    // Shown with zeros before it, as phones and codes are.
    if (/^0\d{1,19}$/.test(text) && Number(text) === Number(value)) return text
    return numberText(value.trim(), 'plain', false)
  }
  if (type === 'date') {
    const day = unescapeXml(attribute(attributes, 'office:date-value') ?? '')
    const serial = serialOf(day)
    return serial === null ? text : numberText(String(serial), 'date', false)
  }
  if (type === 'time') {
    const parts = /^PT(\d+)H(\d+)M(\d+)(?:[.,]\d+)?S$/.exec(attribute(attributes, 'office:time-value') ?? '')
    if (!parts) return text
    const [hours, minutes, seconds] = parts.slice(1).map(Number) as [number, number, number]
    return numberText(String((hours * 3600 + minutes * 60 + seconds) / 86_400), 'elapsed', false)
  }
  if (type === 'boolean') return attribute(attributes, 'office:boolean-value') === 'true' ? 'TRUE' : 'FALSE'
  if (text === '' && attribute(attributes, 'table:formula') !== undefined && type === undefined) notes.formulas++
  return text === '' ? unescapeXml(attribute(attributes, 'office:string-value') ?? '') : text
}
