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
