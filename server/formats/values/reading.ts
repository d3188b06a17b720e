import type { ValueFailure, ValueNote } from '@ruam/contract/formats/value-failures.ts'

/** Result of reading a cell: a value (null if empty), possibly with a note to review, or a named failure. */
export type ReadValue<T extends string | number | boolean = string | number | boolean> =
  | { value: T | null; note?: ValueNote }
  | { failure: ValueFailure }

/** Shared, because a file has millions of empty cells. */
export const EMPTY: { readonly value: null } = Object.freeze({ value: null })

export function failed(failure: ValueFailure): { failure: ValueFailure } {
  return { failure }
}
