import { cleanText } from '../../core/clean-text.ts'
import { isProse } from './header.ts'
import type { HeadJob, WorkbookHead } from './workbook.ts'
import { sheetReader } from './xlsx-sheet.ts'
import { readSharedStrings } from './xlsx-strings.ts'
import type { Sheet, Workbook } from './xlsx-workbook.ts'
import { readWorkbook } from './xlsx-workbook.ts'
import { type Parts, RefusedWorkbook } from './xlsx-zip.ts'

/** Rows of a sheet that are counted; beyond them the sheet's own word is taken. */
const COUNTED_ROWS = 1000
/** Sheets that are listed, and characters of XML that are looked at: of one sheet, and of all together. */
const MOST_SHEETS = 50
const SHEET_LENGTH = 32 * 1024 * 1024
const BOOK_LENGTH = 128 * 1024 * 1024
/** Characters of a sample: a person sees a small part of it. */
const SAMPLED_LENGTH = 2 * 1024 * 1024
/** Characters of a cell that a sample shows. */
const SAMPLE_LENGTH = 1000
/** Stands for a shared text until the texts are read: no text holds half of a letter. */
const SHARED = '\ud800'
/** Sheets that tell about the data. */
const ABOUT =
  /cover|instruction|read ?me|how to|guide|summary|note|example|ปก|คำแนะนำ|วิธี|คู่มือ|อ่านก่อน|สรุป|หมายเหตุ|ตัวอย่าง/i

interface Looked {
  sheet: Sheet
  sample: string[][]
  /** The row of the sheet of each of them. */
  lines: number[]
  rows: number | null
  /** Characters that were looked at. */
  length: number
}

/**
 * The sheets of a workbook and the first rows of the one asked for, or of the one that seems to hold the data: the shared texts
 * are read only as far as those rows need them. Throws RefusedWorkbook (sheet_not_found, and what the workbook is refused for).
 */
export async function readWorkbookHead(parts: Parts, job: HeadJob): Promise<WorkbookHead> {
  const workbook = await readWorkbook(parts)
  const asked = workbook.sheets.find(({ name }) => name === job.sheet)
  if (job.sheet !== null && !asked) throw new RefusedWorkbook('sheet_not_found')
  const shown = workbook.sheets.slice(0, MOST_SHEETS)
  if (asked && !shown.includes(asked)) shown.push(asked)
  const looked: Looked[] = []
  let left = BOOK_LENGTH
  // Likely sheets first, because the number of inspected ones is limited.
  const rank = (sheet: Sheet) => (sheet === asked ? 0 : sheet.hidden ? 2 : 1)
  for (const sheet of shown.toSorted((a, b) => rank(a) - rank(b))) {
    const one = await lookInto(parts, workbook, sheet, job.sampleRows, Math.min(left, SHEET_LENGTH))
    looked.push(one)
    left -= one.length
  }
  looked.sort((a, b) => shown.indexOf(a.sheet) - shown.indexOf(b.sheet))
  const chosen = looked.find(({ sheet }) => sheet === asked)
  const head = (one: Looked) => resolved(parts, workbook.strings, one)
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

async function othersOf(
  looked: Looked[],
  chosen: Looked | undefined,
  head: (one: Looked) => Promise<Pick<WorkbookHead, 'rows' | 'lines'>>,
): Promise<WorkbookHead['others']> {
  const others = []
  for (const one of looked.filter(({ sheet }) => !sheet.hidden && sheet !== chosen?.sheet).slice(0, MOST_OTHERS)) {
    const { rows } = await head({ ...one, sample: one.sample.slice(0, OTHER_ROWS) })
    others.push({ name: one.sheet.name, rows })
  }
  return others
}

async function lookInto(
  parts: Parts,
  workbook: Workbook,
  sheet: Sheet,
  sampleRows: number,
  most: number,
): Promise<Looked> {
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

/** Sheets that are looked at closely for a table. */
const CANDIDATES = 4

/** Most cells; a sheet that tells about the data, or holds text and no table, only when there is no other, and a hidden one never. */
async function likelyOf(looked: Looked[], head: (one: Looked) => Promise<Pick<WorkbookHead, 'rows' | 'lines'>>) {
  const weight = ({ sheet, sample, rows }: Looked) => {
    const width = Math.max(0, ...sample.map((row) => row.length))
    return (rows ?? COUNTED_ROWS) * width * (ABOUT.test(sheet.name) ? 0.001 : 1)
  }
  const likely = looked.filter(({ sheet }) => !sheet.hidden).toSorted((a, b) => weight(b) - weight(a))
  let first: { chosen: Looked; rows: string[][]; lines: number[] } | undefined
  for (const chosen of likely.slice(0, CANDIDATES)) {
    const read = { chosen, ...(await head(chosen)) }
    if (read.rows.length > 0 && !isProse(read.rows)) return read
    first ??= read
  }
  return first
}

async function resolved(
  parts: Parts,
  strings: string,
  { sample, lines }: Looked,
): Promise<Pick<WorkbookHead, 'rows' | 'lines'>> {
  const placeOf = (cell: string) => (cell.startsWith(SHARED) ? Number(cell.slice(1)) : -1)
  const upTo = Math.max(-1, ...sample.flat().map(placeOf))
  const shared = upTo >= 0 ? await readSharedStrings(parts, strings, upTo) : undefined
  let length = 0
  const kept = sample
    .map((row, no) => ({
      line: lines[no]!,
      row: row.map((cell) => {
        const place = placeOf(cell)
        const text = place < 0 ? cell : shared!.get(place)
        return cleanText(text.slice(0, SAMPLE_LENGTH))
      }),
    }))
    .filter(({ row }) => {
      length += row.reduce((sum, cell) => sum + cell.length, 0)
      return length < SAMPLED_LENGTH && row.some((cell) => cell.trim() !== '')
    })
  return { rows: kept.map(({ row }) => row), lines: kept.map(({ line }) => line) }
}
