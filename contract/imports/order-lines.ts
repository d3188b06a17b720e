import { z } from 'zod'
import { ColumnId } from './columns.ts'

/** Handling of purchases that another source has too; `ask`: not answered yet, and so left out. */
const equalElsewhereModes = ['ask', 'skip', 'add'] as const

/** Characters of the name of a series of numbers. */
export const MAX_SERIES_LENGTH = 100

/**
 * Rows are lines of orders: those with one number become one activity with their sum. A row without a number is an activity of its own.
 * `activity_key` and `equal_activities` then apply to rows without a number alone.
 */
export const OrderLines = z.strictObject({
  order_column: ColumnId,
  /** The column that belongs to the number, if numbers repeat across branches. */
  branch_column: ColumnId.nullable().default(null),
  /** The column of amounts: exactly one of these two. Each amount is of its line, or the total of the order repeated. */
  line_amount: ColumnId.nullable().default(null),
  order_total: ColumnId.nullable().default(null),
  /** The column that names what a line sold, and its number of pieces: the field it feeds lists them. */
  item_column: ColumnId.nullable().default(null),
  quantity_column: ColumnId.nullable().default(null),
  /** Name of the series the numbers belong to, such as one till: numbers of two series never meet. */
  series: z.string().trim().min(1).max(MAX_SERIES_LENGTH),
  equal_elsewhere: z.enum(equalElsewhereModes).default('ask'),
})
export type OrderLines = z.output<typeof OrderLines>

const Count = z.int().min(0)

/** Counts of orders in the file of a run. Sums are exact decimals. */
export const OrderCounts = z.object({
  orders: Count,
  lines: Count,
  /** Sum of the orders that do not wait. */
  sum: z.string(),
  /** Orders whose rows failed: with two buyers, two days or two totals. */
  two_buyers: Count,
  two_days: Count,
  two_totals: Count,
  /** Rows that held a total and were left out; `agrees`: it is the sum of all orders, null without a readable amount. */
  totals: z.object({ rows: Count, amount: z.string().nullable(), agrees: z.boolean().nullable() }),
  /** Orders that another source has with the same number, person, day and sum, by the name of the source (null: no file or connector). */
  elsewhere: z.array(z.object({ name: z.string().nullable(), orders: Count })),
})
export type OrderCounts = z.output<typeof OrderCounts>
