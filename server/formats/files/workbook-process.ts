// Reads one table or workbook in a process of its own, so that a hostile one can harm nothing else: started by workbook.ts with the
// file as descriptor 3, little memory, no environment and no right to touch a file. Rows leave by stdout, the outcome by 4.
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { type Book, newNotes, type RowTaker } from './book.ts'
import { rowText } from './csv.ts'
import { headerRepeats } from './header.ts'
import { openBook } from './open-book.ts'
import { OFFSET_ROWS, SHEET_LINES } from './row-offsets.ts'
import { readHead } from './table-head.ts'
import type { Outcome, RowsJob, WorkbookJob } from './workbook.ts'
import { addSheetNotes } from './xlsx-sheet.ts'
import { RefusedWorkbook } from './xlsx-zip.ts'

const FILE = 3
const OUTCOME = 4
/** Characters of rows that leave together. */
const PIECE = 64 * 1024
/** Characters of OFFSET_ROWS rows: 500 columns of 25 letters are half of it. */
const MAX_GROUP = 128 * 1024 * 1024

async function work(job: WorkbookJob): Promise<Outcome> {
  try {
    const book = await openBook(FILE, job)
    if (job.mode === 'rows') return await rows(book, job)
    await send(JSON.stringify(await readHead(book, job)))
    return {}
  } catch (error) {
    if (error instanceof RefusedWorkbook) return { refusal: error.refusal, ...(error.row && { row: error.row }) }
    throw error
  }
}

/**
 * The rows under the header as lines of CSV, each as wide as the table or, where more is filled, as wide as it is. Blank lines stand for
 * the other rows of the sheet, so that every row keeps its number.
 */
async function rows(book: Book, job: RowsJob): Promise<Outcome> {
  const places = [job.sheet, ...(job.alike ?? [])].flatMap((name, nth) => {
    const found = book.sheets.findIndex((one) => one.name === name)
    if (found === -1 && nth === 0) throw new RefusedWorkbook('sheet_not_found')
    return found === -1 ? [] : [found]
  })
  let toPass = job.header_row
  let count = 0
  let sent = 0
  let lines = ''
  let group = 0
  let line = 1
  const isHeader = headerRepeats(job.header ?? [])
  let seekHeader = false
  let linesBefore = 0
  const notes = newNotes()
  const flush = async () => {
    sent += lines.length
    // One text of 32 kB may stand in a million cells.
    if (sent > job.limits.unpacked) throw new RefusedWorkbook('workbook_too_big')
    await send(lines)
    lines = ''
  }
  const taker: RowTaker = {
    table: job,
    row(cells, no) {
      if (seekHeader) {
        seekHeader = !isHeader(cells.slice(job.left))
        return
      }
      if (toPass > 0) {
        toPass--
        return
      }
      if (count > job.maxRows) return
      const own = linesBefore + no
      const text = rowText(tableRow(cells, job))
      lines += '\n'.repeat(Math.max(0, own - line))
      line = Math.max(own, line) + 1
      if (count++ % OFFSET_ROWS === 0) group = 0
      group += text.length
      // The reader of the rows has as many of them in its memory.
      if (group > MAX_GROUP) throw new RefusedWorkbook('workbook_too_big')
      lines += text
    },
    enough: () => count > job.maxRows,
    async pause() {
      if (lines.length > PIECE) await flush()
      return count <= job.maxRows
    },
  }
  for (const place of new Set(places)) {
    const own = await book.read(place, taker)
    addSheetNotes(notes, own)
    seekHeader = true
    linesBefore += SHEET_LINES
  }
  await flush()
  return { notes }
}

function tableRow(cells: string[], { left, width }: RowsJob): string[] {
  const strays = cells.slice(0, left).some((cell) => cell.trim() !== '')
  const row = strays ? cells : cells.slice(left)
  while (row.length > width && row.at(-1)!.trim() === '') row.pop()
  while (row.length < width) row.push('')
  return row
}

async function send(text: string): Promise<void> {
  if (text !== '' && !process.stdout.write(text)) await once(process.stdout, 'drain')
}

const outcome = await work(JSON.parse(process.argv[2]!) as WorkbookJob)
process.stdout.end()
writeSync(OUTCOME, JSON.stringify(outcome))
