import type { Permission } from '@ruam/contract/platform/permissions.ts'

/** Type of a cell in a workbook; CSV has only text. */
export type CellType = 'text' | 'number' | 'day' | 'instant' | 'boolean'

export interface FileColumn {
  header: string
  type: CellType
}

/** A piece of the rows, with the number of rows that end in it. */
export interface Piece {
  content: Buffer | string
  rows: number
}

/** Content of a file, read in one snapshot. */
export interface ExportTable {
  /** Name of the workbook's sheet. */
  sheet: string
  columns: readonly FileColumn[]
  /** Expected number of rows. */
  total: number
  /** Required permissions in addition to the one to export. */
  rights: readonly Permission[]
  /** Its rows without their header: lines of CSV, or of COPY's text format for a workbook. */
  rows: AsyncIterable<Piece>
}
