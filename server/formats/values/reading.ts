import type { ValueFailure, ValueNote } from '@ruam/contract/formats/value-failures.ts'

/** What came of reading a cell: a value (null: the cell is empty), perhaps with a note for a person to check, or a named failure. */
export type Reading<T extends string | number | boolean = string | number | boolean> =
  | { value: T | null; note?: ValueNote }
  | { failure: ValueFailure }

/** Shared, because a file has millions of empty cells. */
export const EMPTY: { readonly value: null } = Object.freeze({ value: null })

export function failed(failure: ValueFailure): { failure: ValueFailure } {
  return { failure }
}
