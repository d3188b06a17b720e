import type { RowFailure } from '@ruam/contract/imports/row-failures.ts'

/** A change of a cell: its number, the text, and the key of the rule that it follows. */
export type CellChange = [change: number, text: string, rule: string | null]

declare module '../../database/tables.ts' {
  interface Tables {
    mended_cell: {
      store_id: number
      file_id: number
      data_source_id: number
      record_no: number
      column_no: number
      reason: string
      value: string
      suggestion: string | null
      changes: Json<CellChange[]>
      text: string | null
      change: number | null
      rule: string | null
      failure: RowFailure | null
    }
  }
}
