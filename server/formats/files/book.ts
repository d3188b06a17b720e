import type { TableKind } from '@ruam/contract/formats/files.ts'
import { MAX_FILE_COLUMNS } from '@ruam/contract/platform/constants.ts'
import { cleanText } from '../../core/clean-text.ts'
import type { HeadJob, WorkbookHead } from './workbook.ts'
import { noSheetNotes, type SheetNotes } from './xlsx-sheet.ts'
import { MAX_SHEET_CELL } from './xlsx-strings.ts'
import { RefusedWorkbook } from './xlsx-zip.ts'

/** A table or several, as the child process reads them. */
export interface Book {
  kind: TableKind
  sheets: readonly { name: string; hidden: boolean }[]
  /** True if the first row holds the names of the columns by the nature of the format. */
  named?: boolean
  /** Hands the rows of a sheet to the taker. Throws RefusedWorkbook. */
  read(sheet: number, taker: RowTaker): Promise<SheetNotes>
  /** A quicker way to the head than reading the sheets. */
  head?(job: HeadJob): Promise<WorkbookHead>
}

export interface RowTaker {
  /** Takes a row that is not blank, up to its last filled cell, with its number in the sheet. */
  row(cells: string[], no: number): void
  /** True if no more rows are wanted. */
  enough(): boolean
  /** Hands on what was taken, after each piece of the file. False if no more rows are wanted. */
  pause(): boolean | Promise<boolean>
  /** The place (from 0) of the table's first column, and how many there are. */
  table?: { left: number; width: number }
}

export const newNotes = noSheetNotes

/** Cells of a row that are kept: one more than any header can have, and as much to the left of a table. */
export const MAX_ROW_CELLS = 2 * MAX_FILE_COLUMNS + 1

/** The last row that a sheet has. */
const LAST_ROW = 1_048_576

/** Puts cells together to rows. A cell merged downwards also counts for the rows below that have other cells. */
export function rowBuilder(taker: RowTaker, notes: SheetNotes) {
  let asked = 0
  let no = 0
  let cells: string[] = []
  let hidden = false
  const merged = new Map<number, { last: number; text: string }>()
  const put = (column: number, text: string) => {
    while (cells.length < column) cells.push('')
    cells[column] = text
  }
  const end = () => {
    if (cells.some((cell) => cell.trim() !== '')) {
      for (const [column, { last, text }] of merged) {
        if (no > last) merged.delete(column)
        else if ((cells[column] ?? '') === '') put(column, text)
      }
      if (hidden) notes.hiddenRows++
      taker.row(cells, no)
    }
    cells = []
    hidden = false
  }
  return {
    /** `row` counts from 1. One that does not lie behind the row before is the next. */
    begin(row: number, isHidden = false) {
      if (row !== asked) {
        end()
        asked = row
        no = row > no ? row : no + 1
        if (no > LAST_ROW) throw new RefusedWorkbook('workbook_broken')
      }
      hidden ||= isHidden
    },
    /** `column` counts from 0; `down`: rows below that the cell covers too. */
    cell(column: number, raw: string, down = 0) {
      if (column >= MAX_ROW_CELLS || raw === '') return
      const long = raw.length > MAX_SHEET_CELL ? raw.slice(0, MAX_SHEET_CELL) : raw
      const text = cleanText(long)
      notes.nuls += long.length - text.length
      put(column, text)
      if (down > 0) merged.set(column, { last: no + down, text })
    },
    end,
  }
}

/** Counts the columns of the table between two hidden ones; places from 0. */
export function hiddenInTable(first: number, last: number, table: RowTaker['table']): number {
  if (!table) return 0
  return Math.max(0, Math.min(last, table.left + table.width - 1) - Math.max(first, table.left) + 1) || 0
}

const DAY_MS = 86_400_000
/** Days from the serial 0 of the 1900 system to 1 January 1970. */
const EPOCH_SERIAL = 25_569

/** Returns the serial of a day in ISO form, with or without a time, as Excel counts it; null if it is no day. */
export function serialOf(iso: string): number | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?)?/.exec(iso)
  if (!parts) return null
  const [year, month, day, hours = 0, minutes = 0, seconds = 0, part = 0] = parts
    .slice(1)
    .map((one) => Number(one ?? 0))
  const date = new Date(0)
  date.setUTCFullYear(year!, month! - 1, day)
  if (date.getUTCMonth() !== month! - 1) return null
  const time = ((hours * 60 + minutes) * 60 + seconds + part) * 1000
  const serial = (date.getTime() + time) / DAY_MS + EPOCH_SERIAL
  return serial < 61 ? serial - 1 : serial
}
