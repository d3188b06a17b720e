import { z } from 'zod'
import { capped, cellKinds } from './figures.ts'

const Share = z.number().min(0).max(1)
const Range = z.strictObject({ from: z.number(), to: z.number() })
export type Range = z.infer<typeof Range>

const limits = {
  ...capped,
  /** Same columns in any order; `more`: further ones are no reason to wait. */
  columns: z.enum(['same', 'more']),
  names: z.array(z.string()),
  forms: z.array(z.string()),
  rows: Range,
  /** New customers per row. */
  fresh: Share,
  /** Age of the newest date, in days. */
  days: z.int().nullable(),
  /** Age of the first date of a column, in days. */
  oldest: z.array(z.strictObject({ column: z.string(), days: z.int() })),
  /** Minutes of the day: the first row at latest, the last one at earliest. */
  hours: Range.nullable(),
  sum: Range.nullable(),
  /** Sum per row. */
  average: Range.nullable(),
  /** At most one amount in twenty is lower. */
  low: z.number().nullable(),
  /** Values of columns with few, such as the branch, of which each file has some rows. */
  values: z.array(z.strictObject({ column: z.string(), value: z.string() })),
  /** Cells of kinds that are rare in their column, such as empty ones. */
  kinds: z.array(z.strictObject({ column: z.string(), kind: z.enum(cellKinds), most: Share })),
}

export type TermName = Exclude<keyof typeof limits, 'names'>
const terms = Object.keys(limits).filter((name) => name !== 'names') as [TermName, ...TermName[]]
const Term = z.enum(terms)

export const WatchTerms = z.strictObject({
  ...limits,
  /** Limits that staff set: they no longer follow the files. */
  fixed: z.array(Term),
})
export type WatchTerms = z.infer<typeof WatchTerms>

/** A figure outside of its term. */
export const BrokenTerm = z.object({
  term: Term,
  /** Figure of the file, and the limit it is outside of. A range of hours is in minutes. */
  value: z.union([z.number(), z.string()]),
  limit: z.union([z.number(), z.string(), Range]),
  /** Column of a date or a value. */
  column: z.string().optional(),
})
export type BrokenTerm = z.infer<typeof BrokenTerm>
