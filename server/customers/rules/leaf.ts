import { type RawBuilder, sql } from 'kysely'
import type { Among, Ids, ProfileColumn } from './condition.ts'

/** One rule: of whom it is true, asked of a row of `profile` and as a set. */
export interface Leaf {
  /** Null is no. */
  is: RawBuilder<boolean>
  /** True of all others instead, those without a value among them. */
  not?: boolean
  /** The columns of `profile` that `is` reads, besides the id. */
  reads: readonly ProfileColumn[]
  /** Who they are; without it `is` asks nothing but the row. Of those who were deleted some may be among them. */
  set?: PeopleSet
  /** What `is` asks is an interval of this time. */
  instant?: 'created_at' | 'updated_at'
  /** It has an end, and no beginning. */
  upTo?: boolean
}

/** People by their ids, or all but these. */
export interface PeopleSet {
  ids: Ids
  /** Those of other ids who are among them, by one walk through an index. */
  among?: Among
  /** How many of them are live, where that is kept. */
  known?: RawBuilder<number>
  /** The same, some of them several times, which is found without a look at the others. */
  repeated?: RawBuilder<{ id: number }>
  allBut?: boolean
  /** Some of them come at once, by an index. */
  some?: true
}

/**
 * Whether a person has such rows, looked up by their key. With `offset`, or PostgreSQL may hash the rows of all people instead, for what are
 * a handful of questions.
 */
export const existsFor = (own: RawBuilder<unknown>) => sql<boolean>`exists (select ${own} offset 0)`
