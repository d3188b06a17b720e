import type { systemFields } from '@ruam/contract/platform/system-fields.ts'

/** Parts of a purchase. A line's amount belongs to its item; the total of an order stands on one or all of its rows. */
type PurchaseMeaning =
  | 'order_date'
  | 'order_number'
  | 'line_amount'
  | 'order_total'
  | 'items'
  | 'quantity'
  | 'branch'
  | 'channel'

/** Name of the system field that a column feeds. */
type FieldMeaning = (typeof systemFields)[number]['name']

/**
 * Meaning of a column. `address`: a part of the address, in the order of the file. `new_key`: user names or codes of customers, for which
 * a field is proposed. `detected`: known to the layout, and left to the detection of columns.
 */
export type Meaning = FieldMeaning | PurchaseMeaning | 'address' | 'labels' | 'new_key' | 'detected' | 'not_needed'

/** Page or file that shows the headers of a layout. */
interface Source {
  kind: 'vendor' | 'public sample' | 'public code'
  url: string
}

/** Headers of a file that a program writes, and their meanings. */
export interface Layout {
  name: { th: string; en: string }
  /** `unproven`: headers from memory. Such a layout is not counted. */
  source: Source | 'unproven'
  /** A meaning with the header of its column, in each language of the program. */
  columns: readonly (readonly [meaning: Meaning, header: string, ...others: string[]])[]
  /** Headers of columns that no customer needs, between bars. */
  notNeeded?: string
  /** Headers of the first column, by which alone the layout is recognised: all others are free. */
  opensWith?: readonly string[]
}
