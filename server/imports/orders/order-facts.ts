import type { LoadedFile } from '../../formats/files/rows.ts'
import type { Storage } from '../../storage/storage.ts'

/** Columns of a file that seems to hold orders, by their place from 0. */
export interface OrderColumns {
  order: number
  branch: number | null
  /** Candidates for the amount, the likeliest first. */
  amounts: readonly number[]
  date: number | null
  /** Columns that tell buyers apart, such as phone, e-mail or user name. */
  buyers: readonly number[]
  names?: readonly number[]
}

/** Amounts of one column, read in both ways. Sums are exact decimals, such as "3900" or "1234.5". */
interface AmountFacts {
  column: number
  /** Sum if each amount is of its line. */
  sum_of_lines: string
  /** Sum if the amount repeats the total of its order. */
  sum_of_totals: string
  reading: 'line_amount' | 'order_total'
  /** False if the file does not settle the reading: a person is asked. */
  sure: boolean
  /** Cells that hold no number. */
  unread: number
}

/** What a whole file says of its orders. */
export interface OrderFacts {
  orders: number
  lines: number
  /** Rows without a number: each is a purchase of its own. */
  without_number: number
  /** Different buyers. */
  buyers: number
  /** In the order of `columns.amounts`. */
  amounts: AmountFacts[]
  /** Place of the proposed amount in `amounts`; null without one. */
  proposed: number | null
  first_day: string | null
  last_day: string | null
  /** Orders that wait. */
  two_buyers: number
  two_days: number
  /** Lines beyond the first of several equal ones of one order. */
  repeated_lines: number
  /** Rows at the end that hold a total: left out. `agrees`: null without a readable amount. */
  totals: { rows: number; amount: string | null; agrees: boolean | null }
}

/** Reads a file once, and returns what it says of its orders. Null if no cell of the column holds a number. */
export declare function orderFacts(
  storage: Storage,
  file: LoadedFile,
  columns: OrderColumns,
  options: { timeZone: string; thisYear: number },
): Promise<OrderFacts | null>
