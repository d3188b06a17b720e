import { cleanText } from '../../core/clean-text.ts'
import type { Book } from './book.ts'
import { isProse } from './header.ts'
import type { HeadJob, WorkbookHead } from './workbook.ts'
import { RefusedWorkbook } from './xlsx-zip.ts'

/** Rows of a sheet that are counted; beyond them the sheet's own word is taken. */
export const COUNTED_ROWS = 1000
/** Sheets that are listed. */
const MOST_SHEETS = 50
/** Characters of a sample: a person sees a small part of it. */
const SAMPLED_LENGTH = 2 * 1024 * 1024
/** Characters of a cell that a sample shows. */
export const SAMPLE_LENGTH = 1000
/** Sheets that tell about the data. */
const ABOUT =
  /cover|instruction|read ?me|how to|guide|summary|note|example|ปก|คำแนะนำ|วิธี|คู่มือ|อ่านก่อน|สรุป|หมายเหตุ|ตัวอย่าง/i

interface SheetName {
  name: string
  hidden: boolean
}

export interface Looked<Sheet extends SheetName> {
  sheet: Sheet
  sample: string[][]
  /** The row of the sheet of each of them. */
  lines: number[]
  rows: number | null
}

type Rows = Pick<WorkbookHead, 'rows' | 'lines'>

/**
 * The sheets of a workbook and the first rows of the one asked for, or of the one that seems to hold the data.
 * Throws RefusedWorkbook (sheet_not_found, and what `look` throws).
 */
export async function headOfSheets<Sheet extends SheetName>(
  sheets: readonly Sheet[],
  job: HeadJob,
  look: (sheet: Sheet) => Promise<Looked<Sheet>>,
  head: (one: Looked<Sheet>) => Promise<Rows>,
): Promise<Omit<WorkbookHead, 'kind'>> {
  const asked = sheets.find(({ name }) => name === job.sheet)
  if (job.sheet !== null && !asked) throw new RefusedWorkbook('sheet_not_found')
  const shown = sheets.slice(0, MOST_SHEETS)
  if (asked && !shown.includes(asked)) shown.push(asked)
  const looked: Looked<Sheet>[] = []
  // Likely sheets first, because the number of inspected ones is limited.
  const rank = (sheet: Sheet) => (sheet === asked ? 0 : sheet.hidden ? 2 : 1)
  for (const sheet of shown.toSorted((a, b) => rank(a) - rank(b))) looked.push(await look(sheet))
  looked.sort((a, b) => shown.indexOf(a.sheet) - shown.indexOf(b.sheet))
  const chosen = looked.find(({ sheet }) => sheet === asked)
  const read = chosen ? { chosen, ...(await head(chosen)) } : await likelyOf(looked, head)
  return {
    sheets: looked.map(({ sheet, rows }) => ({ name: sheet.name, rows, hidden: sheet.hidden })),
    sheet: read?.chosen.sheet.name ?? null,
    rows: read?.rows ?? [],
    lines: read?.lines ?? [],
    others: await othersOf(looked, read?.chosen, head),
  }
}

/** Sheets that are compared with the chosen one, and rows of each in which its header is looked for. */
const MOST_OTHERS = 12
const OTHER_ROWS = 20

async function othersOf<Sheet extends SheetName>(
  looked: Looked<Sheet>[],
  chosen: Looked<Sheet> | undefined,
  head: (one: Looked<Sheet>) => Promise<Rows>,
): Promise<WorkbookHead['others']> {
  const others = []
  for (const one of looked.filter(({ sheet }) => !sheet.hidden && sheet !== chosen?.sheet).slice(0, MOST_OTHERS)) {
    const { rows } = await head({ ...one, sample: one.sample.slice(0, OTHER_ROWS) })
    others.push({ name: one.sheet.name, rows })
  }
  return others
}

/** Sheets that are looked at closely for a table. */
const CANDIDATES = 4

/** Most cells; a sheet that tells about the data, or holds text and no table, only when there is no other, and a hidden one never. */
async function likelyOf<Sheet extends SheetName>(looked: Looked<Sheet>[], head: (one: Looked<Sheet>) => Promise<Rows>) {
  const weight = ({ sheet, sample, rows }: Looked<Sheet>) => {
    const width = Math.max(0, ...sample.map((row) => row.length))
    return (rows ?? COUNTED_ROWS) * width * (ABOUT.test(sheet.name) ? 0.001 : 1)
  }
  const likely = looked.filter(({ sheet }) => !sheet.hidden).toSorted((a, b) => weight(b) - weight(a))
  let first: (Rows & { chosen: Looked<Sheet> }) | undefined
  for (const chosen of likely.slice(0, CANDIDATES)) {
    const read = { chosen, ...(await head(chosen)) }
    if (read.rows.length > 0 && !isProse(read.rows)) return read
    first ??= read
  }
  return first
}

/** Returns the rows of a sample that are shown. */
export function visibleRows(
  { sample, lines }: Pick<Looked<SheetName>, 'sample' | 'lines'>,
  textOf = (cell: string) => cell,
) {
  let length = 0
  const kept = sample
    .map((row, no) => ({
      line: lines[no]!,
      row: row.map((cell) => cleanText(textOf(cell).slice(0, SAMPLE_LENGTH))),
    }))
    .filter(({ row }) => {
      length += row.reduce((sum, cell) => sum + cell.length, 0)
      return length < SAMPLED_LENGTH && row.some((cell) => cell.trim() !== '')
    })
  return { rows: kept.map(({ row }) => row), lines: kept.map(({ line }) => line) }
}

/** Pieces of a sheet without a row that are looked at. */
const MOST_PIECES = 2000

/** The head of a book that has no quicker way. */
export async function readHead(book: Book, job: HeadJob): Promise<WorkbookHead> {
  if (book.head) return book.head(job)
  const sheets = book.sheets.map((sheet, place) => ({ ...sheet, place }))
  const look = async (sheet: (typeof sheets)[number]) => {
    const sample: string[][] = []
    const lines: number[] = []
    let count = 0
    let pieces = 0
    await book.read(sheet.place, {
      row(cells, no) {
        count++
        if (sample.length >= job.sampleRows) return
        sample.push(cells.map((cell) => cell.slice(0, SAMPLE_LENGTH)))
        lines.push(no)
      },
      enough: () => count > COUNTED_ROWS,
      pause: () => count <= COUNTED_ROWS && ++pieces <= MOST_PIECES,
    })
    return { sheet, sample, lines, rows: count <= COUNTED_ROWS && pieces <= MOST_PIECES ? count : null }
  }
  const head = await headOfSheets(sheets, job, look, async (one) => visibleRows(one))
  return { kind: book.kind, ...(book.named && { named: true }), ...head }
}
