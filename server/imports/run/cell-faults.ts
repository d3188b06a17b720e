import type { RowFailure } from '@ruam/contract/imports/row-failures.ts'
import type { ColumnFacts } from '../../formats/files/column-facts.ts'
import type { ReadingOptions } from './field-readers.ts'
import type { Plan } from './plan.ts'
import { rowReader } from './read-rows.ts'

/** Returns the unreadable cells of a row: the failure of each, by column from 1. */
export type FaultsOf = (no: number, cells: readonly string[]) => Map<number, RowFailure>

/**
 * Returns a reader of all faults in the cells of a row. A run stops at the first fault of a row that fails, so each kind of fault is
 * read by itself. Without keys no fault fails the row.
 */
export function faultReader(plan: Plan, facts: readonly ColumnFacts[], options: ReadingOptions): FaultsOf {
  const lenient: Plan = { ...plan, keys: [], strict: false, number: null, activity: null }
  const plans = [lenient]
  if (plan.activity) plans.push({ ...lenient, activity: plan.activity })
  if (plan.number !== null) plans.push({ ...lenient, number: plan.number })
  const readers = plans.map((one) => rowReader(one, facts, options))
  return (no, cells) => {
    const faults = new Map<number, RowFailure>()
    for (const read of readers) {
      const row = read(no, cells)
      const found = 'error' in row ? [row.error] : (row.unread ?? [])
      for (const { column, failure } of found) if (column > 0 && !faults.has(column)) faults.set(column, failure)
    }
    return faults
  }
}
