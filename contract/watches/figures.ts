import { z } from 'zod'

/** Rows of a file below which the values of its columns are not compared: few different ones might be those of people. */
export const MIN_VALUE_ROWS = 30

/** Kinds of cells by their characters. `mixed`: letters and digits. */
export const cellKinds = ['empty', 'letters', 'digits', 'mixed'] as const

const Count = z.int().min(0)
/** 0 to 1. */
const Share = z.number().min(0).max(1)
/** YYYY-MM-DD in the store's time zone. */
const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/** Figures whose limit is the most that a file may have of them. */
export const capped = {
  /** Cells that could not be read or have garbled letters, of all. */
  unreadable: Share,
  /** Phones whose first 0 was lost and restored, of all phones. */
  repaired: Share,
  /** Rows that failed, without those that wait for an answer or name no customer. */
  failed: Share,
  /** Rows without any value that tells who their customer is. */
  unnamed: Share,
  /** Rows equal to an earlier row of the file. */
  equal: Share,
  /** Rows that change nothing, because they were imported before. */
  repeated: Share,
  /** Rows of the customer with most rows. */
  crowd: Share,
  /** Rows that wait for an answer. */
  held: Count,
  /** Customers whose values change. */
  changed: Count,
  /** Customers whose name or contact changes, among these. */
  renamed: Count,
  /** New customers. */
  added: Count,
  /** Rows whose amount is the sum of those above them. */
  totals: Count,
  /** Rows without an amount, and with one below 0. */
  unpaid: Share.nullable(),
  negative: Share.nullable(),
}

/** Figures of a dry run by which its file is compared with those before it. */
export const WatchFigures = z.object({
  ...capped,
  columns: z.array(z.string()),
  /** Way in which the file is written: its kind, charset, delimiter, sheet and header row. */
  form: z.string(),
  rows: Count,
  /** Last day among the dates of the rows; null without such a column. */
  newest: Day.nullable(),
  /** First day of each column of dates. */
  oldest: z.array(z.object({ column: z.string(), day: Day })),
  /** Minutes of the day of the first and the last row of the newest day; null if dates are days alone. */
  hours: z.object({ from: Count, to: Count }).nullable(),
  /** Total of the amounts; null without such a column. */
  sum: z.number().nullable(),
  /** Amount above 0 below which one in twenty lies. */
  low: z.number().nullable(),
  /** Rows by value, of columns with few different values such as the branch. */
  values: z.array(z.object({ column: z.string(), value: z.string(), rows: Count })),
  /** Rows by what the cell of a mapped column holds. */
  kinds: z.array(z.object({ column: z.string(), kind: z.enum(cellKinds), rows: Count })),
})
export type WatchFigures = z.infer<typeof WatchFigures>
