import type { Permission } from '@ruam/contract/platform/permissions.ts'

/** How a cell is written: in a workbook by its type, in a CSV as text. */
export type CellType = 'text' | 'number' | 'day' | 'instant' | 'boolean'

export interface FileColumn {
  header: string
  type: CellType
}

/** A piece of the rows, and how many end in it. */
export interface Piece {
  content: Buffer | string
  rows: number
}

/** What a file is made of, read in one snapshot. */
export interface ExportTable {
  /** What the sheet of a workbook is called. */
  sheet: string
  columns: readonly FileColumn[]
  /** How many there will be. */
  total: number
  /** What somebody must hold to have it, besides the right to exports. */
  rights: readonly Permission[]
  /** Its rows without their header: lines of CSV, or of COPY's text format for a workbook. */
  rows: AsyncIterable<Piece>
}
