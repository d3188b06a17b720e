import { Parser } from 'htmlparser2'
import { type Book, MAX_ROW_CELLS, newNotes, type RowTaker, rowBuilder } from './book.ts'
import { type Bytes, lettersOf } from './byte-source.ts'
import { detectCharset } from './charset.ts'
import { MAX_SHEET_CELL } from './xlsx-strings.ts'
import { MAX_SHEETS } from './xlsx-workbook.ts'
import { RefusedWorkbook } from './xlsx-zip.ts'

/** Bytes in which the charset is looked for. */
const START = 1024 * 1024
/** Elements inside of each other: the parser remembers each. */
const DEEPEST = 2000

interface Cell {
  text: string
  /** Columns to the right, and rows below, that it covers too. */
  across: number
  down: number
}

/** Told of the tables of a page in the order of their starts; a table inside another one is one of its own. */
interface Listener {
  table?(): void
  row(table: number, hidden: boolean): void
  cell(table: number, cell: Cell): void
  more(): boolean | Promise<boolean>
}

/** Tables of a web page, which programs write under the name .xls. Throws RefusedWorkbook (web_page) if it has none. */
export async function htmlBook(file: Bytes): Promise<Book> {
  const start = file.read(0, START)
  const charset = charsetOf(start, start.length === file.size)
  const sizes: { rows: number; cells: number }[] = []
  await eachTable(file, charset, {
    table: () => void sizes.push({ rows: 0, cells: 0 }),
    row: (table) => void sizes[table]!.rows++,
    cell: (table) => void sizes[table]!.cells++,
    more: () => true,
  })
  if (!sizes.some(({ rows, cells }) => rows > 1 && cells > rows)) throw new RefusedWorkbook('web_page')
  return {
    kind: 'html',
    sheets: sizes.map((_, place) => ({ name: `Table ${place + 1}`, hidden: false })),
    read: (wanted, taker) => readTable(file, charset, wanted, taker),
  }
}

async function readTable(file: Bytes, charset: string, wanted: number, taker: RowTaker) {
  const notes = newNotes()
  const rows = rowBuilder(taker, notes)
  /** The last row that a cell above covers, by column. */
  const covered = new Map<number, number>()
  let no = 0
  let column = 0
  await eachTable(file, charset, {
    row(table, hidden) {
      if (table !== wanted) return
      rows.begin(++no, hidden)
      column = 0
    },
    cell(table, { text, across, down }) {
      if (table !== wanted || no === 0 || column > MAX_ROW_CELLS) return
      while ((covered.get(column) ?? 0) >= no) column++
      rows.cell(column, text, down)
      for (let at = column; down > 0 && at <= column + across; at++) covered.set(at, no + down)
      column += across + 1
    },
    more: () => taker.pause(),
  })
  rows.end()
  await taker.pause()
  return notes
}

interface OpenTable {
  no: number
  cell: Cell | undefined
}

const spanOf = (value: string | undefined, most: number) =>
  Math.min(most, Math.max(0, (Number.parseInt(value ?? '1', 10) || 1) - 1))

async function eachTable(file: Bytes, charset: string, listener: Listener): Promise<void> {
  const open: OpenTable[] = []
  let tables = 0
  let depth = 0
  /** Depth inside elements whose text is not shown. */
  let unseen = 0
  const endCell = () => {
    const table = open.at(-1)
    if (!table?.cell) return
    const { text } = table.cell
    listener.cell(table.no, { ...table.cell, text: text.replace(/ *\n */g, '\n').trim() })
    table.cell = undefined
  }
  const write = (text: string) => {
    const cell = open.at(-1)?.cell
    if (cell && unseen === 0 && cell.text.length < MAX_SHEET_CELL) cell.text += text
  }
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > DEEPEST) throw new RefusedWorkbook('workbook_broken')
        if (name === 'script' || name === 'style' || name === 'title') unseen++
        else if (name === 'table') {
          if (tables >= MAX_SHEETS) return
          open.push({ no: tables++, cell: undefined })
          listener.table?.()
        } else if (name === 'tr') {
          endCell()
          const table = open.at(-1)
          if (table) listener.row(table.no, /display\s*:\s*none/i.test(attributes.style ?? ''))
        } else if (name === 'td' || name === 'th') {
          endCell()
          const table = open.at(-1)
          const { colspan, rowspan } = attributes
          if (table) table.cell = { text: '', across: spanOf(colspan, 1000), down: spanOf(rowspan, 65_534) }
        } else if (name === 'br') write('\n')
      },
      ontext: (text) => write(text.replace(/[\s\u00a0]+/g, ' ')),
      onclosetag(name) {
        depth = Math.max(0, depth - 1)
        if (name === 'script' || name === 'style' || name === 'title') unseen = Math.max(0, unseen - 1)
        else if (name === 'td' || name === 'th' || name === 'tr') endCell()
        else if (name === 'p' || name === 'div') write('\n')
        else if (name === 'table') {
          endCell()
          open.pop()
        }
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  )
  for (const piece of lettersOf(file, charset)) {
    parser.write(piece)
    if (!(await listener.more())) return
  }
  parser.end()
}

/** The charset of a page: programs often claim a Western one for Thai letters. */
function charsetOf(start: Buffer, whole: boolean): string {
  const said = /charset=["']?([\w-]+)/i.exec(start.toString('latin1', 0, 4096))?.[1]?.toLowerCase()
  const detected = detectCharset(start, whole)
  if (detected === 'utf-16le' || detected === 'utf-16be') return detected
  const isDoubtful = said === undefined || /^(utf-?8|windows-1252|iso-8859-1)$/.test(said)
  return isDoubtful ? (detected ?? said ?? 'utf-8') : said
}
