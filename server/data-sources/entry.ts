import type { Values } from './plan.ts'

/** By a field's place in the plan: the row of an earlier run of the same file that wrote the value last. */
export type EarlierRows = ReadonlyMap<number, number>

/** A profile as it is stored now, in the plan's fields. */
export interface Known {
  id: number
  /** Never changed in place. */
  values: Values
  /** Null where no earlier run of the same file has changed it. */
  earlier: EarlierRows | null
}

/** A profile while a batch is decided. */
export interface Entry {
  /** Null until the batch is written: a new profile. */
  id: number | null
  /** As it will be after the batch. */
  values: Values
  /** The row that made it, when it is new. */
  row: number
  /** Places in the plan's fields that the batch changed on it, with the row that did; null when none. */
  changed: Map<number, number> | null
  earlier: EarlierRows | null
}
