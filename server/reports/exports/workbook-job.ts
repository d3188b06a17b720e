import type { FileColumn } from './export-file.ts'

/** Rows of a sheet, its header among them (Excel). */
export const MAX_SHEET_ROWS = 1_048_576
/** Letters of a cell (Excel); a longer text is cut there, with a mark at its end. */
export const MAX_CELL = 32_767

/** Input of the process that writes a workbook. */
export interface WorkbookJob {
  sheet: string
  columns: readonly FileColumn[]
  /** Rows of a sheet, its header among them. */
  sheetRows: number
}

/** Final message of the process. */
export interface WorkbookEnd {
  /** Cells that were too long and were cut. */
  cut: number
}
