import type { FileColumn } from './export-file.ts'

/** Rows of a sheet, its header among them (Excel). */
export const MAX_SHEET_ROWS = 1_048_576
/** Letters of a cell (Excel); a longer text is cut there, with a mark at its end. */
export const MAX_CELL = 32_767

/** What the process that writes a workbook is given. */
export interface WorkbookJob {
  sheet: string
  columns: readonly FileColumn[]
  /** Rows of a sheet, its header among them. */
  sheetRows: number
}

/** What it says at its end. */
export interface WorkbookEnd {
  /** Cells that were too long and were cut. */
  cut: number
}
