import { COUNTED_ROWS, headOfSheets, type Looked, SAMPLE_LENGTH, visibleRows } from './table-head.ts'
import type { HeadJob, WorkbookHead } from './workbook.ts'
import { sheetReader } from './xlsx-sheet.ts'
import { readSharedStrings } from './xlsx-strings.ts'
import type { Sheet, Workbook } from './xlsx-workbook.ts'
import type { Parts } from './xlsx-zip.ts'

/** Characters of XML that are looked at: of one sheet, and of all together. */
const SHEET_LENGTH = 32 * 1024 * 1024
const BOOK_LENGTH = 128 * 1024 * 1024
/** Stands for a shared text until the texts are read: no text holds half of a letter. */
const SHARED = '\ud800'

/** Reads the head of a workbook: the shared texts are read only as far as its rows need them. Throws RefusedWorkbook. */
export async function readWorkbookHead(parts: Parts, workbook: Workbook, job: HeadJob): Promise<WorkbookHead> {
  let left = BOOK_LENGTH
  const look = async (sheet: Sheet) => {
    const { length, ...one } = await lookInto(parts, workbook, sheet, job.sampleRows, Math.min(left, SHEET_LENGTH))
    left -= length
    return one
  }
  const head = await headOfSheets(workbook.sheets, job, look, (one) => resolved(parts, workbook.strings, one))
  return { kind: 'xlsx', ...head }
}

async function lookInto(
  parts: Parts,
  workbook: Workbook,
  sheet: Sheet,
  sampleRows: number,
  most: number,
): Promise<Looked<Sheet> & { length: number }> {
  const sample: string[][] = []
  const lines: number[] = []
  let count = 0
  let told: number | null = null
  let length = 0
  let whole = false
  const { read } = sheetReader({
    ...workbook,
    shared: (place) => `${SHARED}${place}`,
    dimension(ref) {
      const rows = /^\$?[A-Z]+\$?(\d+):\$?[A-Z]+\$?(\d+)$/.exec(ref)
      told = rows ? Number(rows[2]) - Number(rows[1]) + 1 : null
    },
    row(cells, no) {
      count++
      if (sample.length >= sampleRows) return
      sample.push(cells.map((cell) => cell.slice(0, SAMPLE_LENGTH)))
      lines.push(no)
    },
  })
  await parts.read(sheet.part, (piece, last) => {
    read(piece, last)
    length += piece.length
    whole = last && count <= COUNTED_ROWS
    return count <= COUNTED_ROWS && length < most
  })
  return { sheet, sample, lines, rows: whole ? count : told, length }
}

async function resolved(parts: Parts, strings: string, one: Looked<Sheet>) {
  const placeOf = (cell: string) => (cell.startsWith(SHARED) ? Number(cell.slice(1)) : -1)
  const upTo = Math.max(-1, ...one.sample.flat().map(placeOf))
  const shared = upTo >= 0 ? await readSharedStrings(parts, strings, upTo) : undefined
  return visibleRows(one, (cell) => {
    const place = placeOf(cell)
    return place < 0 ? cell : shared!.get(place)
  })
}
