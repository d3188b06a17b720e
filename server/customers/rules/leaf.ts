import { type RawBuilder, sql } from 'kysely'
import type { IdSubset, Ids, ProfileColumn } from './condition.ts'

/** One rule: of whom it is true, asked of a row of `profile` and as a set. */
export interface Leaf {
  /** Null means false. */
  is: RawBuilder<boolean>
  /** True of all others instead, those without a value among them. */
  not?: boolean
  /** The columns of `profile` that `is` reads, except the id. */
  reads: readonly ProfileColumn[]
  /** Matching ids; without them the row decides. May include deleted profiles. */
  set?: PeopleSet
  /** True if `is` tests an interval of this time. */
  instant?: 'created_at' | 'updated_at'
  /** It has an end, and no beginning. */
  upTo?: boolean
}

/** People by their ids, or all but these. */
export interface PeopleSet {
  ids: Ids
  /** Filters other ids by one index scan. */
  among?: IdSubset
  /** Stored number of live matches. */
  known?: RawBuilder<number>
  /** The same, some of them several times, which is found without a look at the others. */
  repeated?: RawBuilder<{ id: number }>
  allBut?: boolean
  /** Some of them come at once, by an index. */
  some?: true
}

/** Tests if a profile has such rows, by key. OFFSET keeps PostgreSQL from hashing the rows of all profiles for a handful of probes. */
export const existsFor = (own: RawBuilder<unknown>) => sql<boolean>`exists (select ${own} offset 0)`
