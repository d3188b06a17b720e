import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    order_series: {
      store_id: number
      id: Generated<number>
      name: string
      created_at: Stamp
    }
    /** A line of a purchase that a file brought. */
    purchase_line: {
      store_id: number
      id: Generated<number>
      activity_id: number
      run_id: number
      row_no: number
      at: string
      content: string
      /** Millionths, like pieces. */
      amount: number | null
      refund: boolean
      total: Generated<boolean>
      item: string | null
      pieces: number | null
      fields: Json<Record<string, string | number | boolean>>
      amount_field: number
      item_field: number | null
    }
  }
}
