import { type Book, hiddenInTable, newNotes, type RowTaker, rowBuilder, serialOf } from './book.ts'
import { type Bytes, lettersOf } from './byte-source.ts'
import { type NumberStyle, numberStyle, numberText } from './xlsx-cells.ts'
import { MAX_SHEET_CELL } from './xlsx-strings.ts'
import { MAX_SHEETS, MAX_STYLES } from './xlsx-workbook.ts'
import { RefusedWorkbook } from './xlsx-zip.ts'
import { attribute, unescapeXml, xmlReader } from './xml.ts'

/** Formats that Excel names by words here. */
const named: Record<string, NumberStyle> = {
  'General Date': 'date',
  'Long Date': 'date',
  'Medium Date': 'date',
  'Short Date': 'date',
  'Long Time': 'time',
  'Medium Time': 'time',
  'Short Time': 'time',
}

/** An attribute of Excel's, with its usual prefix or without. */
const said = (attributes: string, name: string) => attribute(attributes, `ss:${name}`) ?? attribute(attributes, name)
const count = (attributes: string, name: string) => {
  const number = Number(said(attributes, name) ?? 0)
  return Number.isInteger(number) && number > 0 ? number : 0
}

/** The charset that the file says of itself. */
function xmlCharset(file: Bytes): string {
  const start = file.read(0, 400)
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  return /^[^>]*encoding=["']([\w-]+)["']/.exec(start.toString('latin1'))?.[1] ?? 'utf-8'
}

/** Excel's XML of 2003, which programs write under the name .xls. */
export async function spreadsheetMlBook(file: Bytes): Promise<Book> {
  const charset = xmlCharset(file)
  const sheets: { name: string; hidden: boolean }[] = []
  const styles = new Map<string, NumberStyle>()
  let style = ''
  let inVisible = false
  const read = xmlReader({
    open(name, attributes, empty) {
      if (name === 'Worksheet' && sheets.length < MAX_SHEETS)
        sheets.push({ name: unescapeXml(said(attributes, 'Name') ?? '').slice(0, 100), hidden: false })
      else if (name === 'Style') style = said(attributes, 'ID') ?? ''
      else if (name === 'NumberFormat' && styles.size < MAX_STYLES) {
        const format = unescapeXml(said(attributes, 'Format') ?? '')
        styles.set(style, named[format] ?? numberStyle(0, format === '' ? undefined : format))
      } else if (name === 'Visible') inVisible = !empty
    },
    close(name) {
      if (name === 'Visible') inVisible = false
    },
    wantsText: () => inVisible,
    text(raw) {
      const sheet = sheets.at(-1)
      if (sheet && raw.includes('Hidden')) sheet.hidden = true
    },
  })
  await eachPiece(file, charset, (piece, last) => read(piece, last))
  if (sheets.length === 0) throw new RefusedWorkbook('workbook_broken')
  return {
    kind: 'excel_xml',
    sheets,
    async read(wanted, taker) {
      const notes = newNotes()
      const table = tableReader(wanted, styles, taker, notes)
      await eachPiece(file, charset, async (piece, last) => {
        table.read(piece, last)
        return !table.done() && (await taker.pause())
      })
      table.end()
      await taker.pause()
      return notes
    },
  }
}

async function eachPiece(file: Bytes, charset: string, take: (piece: string, last: boolean) => unknown): Promise<void> {
  for (const piece of lettersOf(file, charset)) if ((await take(piece, false)) === false) return
  await take('', true)
}

function tableReader(
  wanted: number,
  styles: ReadonlyMap<string, NumberStyle>,
  taker: RowTaker,
  notes: ReturnType<typeof newNotes>,
) {
  const rows = rowBuilder(taker, notes)
  let sheet = -1
  let no = 0
  let column = 0
  let columnsSeen = 0
  let across = 0
  let down = 0
  let style: NumberStyle = 'plain'
  let type = ''
  let formula = false
  let filled = false
  let inData = false
  let text = ''
  const endCell = () => {
    if (formula && !filled) notes.formulas++
    column += 1 + across
  }
  const read = xmlReader({
    open(name, attributes, empty) {
      if (name === 'Worksheet') sheet++
      if (sheet !== wanted) return
      if (name === 'Column') {
        const from = (count(attributes, 'Index') || columnsSeen + 1) - 1
        const last = from + count(attributes, 'Span')
        if (said(attributes, 'Hidden') === '1') notes.hiddenColumns += hiddenInTable(from, last, taker.table)
        columnsSeen = last + 1
      } else if (name === 'Row') {
        no = Math.max(count(attributes, 'Index'), no + 1)
        column = 0
        rows.begin(no, said(attributes, 'Hidden') === '1')
        if (empty) no += count(attributes, 'Span')
      } else if (name === 'Cell') {
        column = Math.max(count(attributes, 'Index') - 1, column)
        across = count(attributes, 'MergeAcross')
        down = count(attributes, 'MergeDown')
        style = styles.get(said(attributes, 'StyleID') ?? '') ?? 'plain'
        formula = said(attributes, 'Formula') !== undefined
        filled = false
        if (empty) endCell()
      } else if (name === 'Data') {
        type = said(attributes, 'Type') ?? 'String'
        text = ''
        inData = !empty
      }
    },
    close(name) {
      if (sheet !== wanted) return
      if (name === 'Cell') endCell()
      else if (name === 'Data' && inData) {
        inData = false
        filled = true
        if (type === 'Error') notes.errors++
        else rows.cell(column, dataText(type, text, style), down)
      }
    },
    wantsText: () => inData && text.length < MAX_SHEET_CELL,
    text(raw) {
      text += unescapeXml(raw)
    },
  })
  return { read, end: rows.end, done: () => sheet > wanted }
}

function dataText(type: string, text: string, style: NumberStyle): string {
  if (type === 'Number') return numberText(text.trim(), style, false)
  if (type === 'Boolean') return text.trim() === '1' ? 'TRUE' : 'FALSE'
  if (type !== 'DateTime') return text
  const serial = serialOf(text.trim())
  if (serial === null) return text
  // A time alone is one of Excel's day 0.
  return numberText(String(serial), serial < 1 ? 'time' : style === 'plain' ? 'date' : style, false)
}
