// Reads one workbook in a process of its own, so that a hostile one can harm nothing else: started by workbook.ts with the
// workbook as file descriptor 3, little memory, no environment and no right to touch a file. Rows leave by stdout, the outcome by 4.
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { rowText } from './csv.ts'
import { headerRepeats } from './header.ts'
import { OFFSET_ROWS, SHEET_LINES } from './row-offsets.ts'
import type { HeadJob, Outcome, RowsJob, WorkbookJob } from './workbook.ts'
import { readWorkbookHead } from './xlsx-head.ts'
import { type SheetNotes, sheetReader } from './xlsx-sheet.ts'
import { readSharedStrings } from './xlsx-strings.ts'
import { readWorkbook } from './xlsx-workbook.ts'
import { openParts, type Parts, RefusedWorkbook } from './xlsx-zip.ts'

const WORKBOOK = 3
const OUTCOME = 4
/** Characters of rows that leave together. */
const PIECE = 64 * 1024
/** Characters of OFFSET_ROWS rows: 500 columns of 25 letters are half of it. */
const MAX_GROUP = 128 * 1024 * 1024

async function work(job: WorkbookJob): Promise<Outcome> {
  try {
    const parts = await openParts(WORKBOOK, job.limits)
    return await (job.mode === 'head' ? head(parts, job) : rows(parts, job))
  } catch (error) {
    if (error instanceof RefusedWorkbook) return { refusal: error.refusal }
    throw error
  }
}

async function head(parts: Parts, job: HeadJob): Promise<Outcome> {
  await send(JSON.stringify(await readWorkbookHead(parts, job)))
  return {}
}

/**
 * The rows under the header as lines of CSV, each as wide as the table or, where more is filled, as wide as it is. Blank lines stand for
 * the other rows of the sheet, so that every row keeps its number.
 */
async function rows(parts: Parts, job: RowsJob): Promise<Outcome> {
  const workbook = await readWorkbook(parts)
  const sheet = workbook.sheets.find(({ name }) => name === job.sheet)
  if (!sheet) throw new RefusedWorkbook('sheet_not_found')
  const shared = await readSharedStrings(parts, workbook.strings)
  let toPass = job.header_row
  let count = 0
  let sent = 0
  let lines = ''
  let group = 0
  let line = 1
  const isHeader = headerRepeats(job.header ?? [])
  let seekHeader = false
  let linesBefore = 0
  const notes: SheetNotes = { nuls: 0, errors: 0, formulas: 0, hiddenRows: 0, hiddenColumns: 0 }
  const newReader = () =>
    sheetReader({
      ...workbook,
      shared: shared.get,
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
    })
  const flush = async () => {
    sent += lines.length
    // One text of 32 kB may stand in a million cells.
    if (sent > job.limits.unpacked) throw new RefusedWorkbook('workbook_too_big')
    await send(lines)
    lines = ''
  }
  const others = (job.alike ?? []).flatMap((name) =>
    workbook.sheets.filter((one) => one !== sheet && one.name === name),
  )
  for (const one of [sheet, ...others]) {
    const { read, notes: own } = newReader()
    await parts.read(one.part, async (piece, last) => {
      read(piece, last)
      if (lines.length > PIECE) await flush()
      return count <= job.maxRows
    })
    for (const name of Object.keys(notes) as (keyof SheetNotes)[]) notes[name] += own[name]
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
