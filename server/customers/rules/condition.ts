import type { RawBuilder } from 'kysely'
import type { Tables } from '../../database/tables.ts'

export type ProfileColumn = keyof Tables['profile']

/** Ids of profiles, each once: all of them, or at most `most`; the newest or the oldest first where an index tells. */
export type Ids = (most?: number, order?: 'asc' | 'desc') => RawBuilder<{ id: number }>

export type IdSubset = (ids: RawBuilder<{ id: number }>) => RawBuilder<{ id: number }>

/** A condition on profiles; a filter requires all of its conditions. */
export interface Condition {
  /** Predicate on a row of `profile`. Null means false. */
  is: RawBuilder<boolean>
  /** Matching ids, by an index or one scan of a table. */
  ids: Ids
  /** Matching live profiles with their times, at most `most`, where they are found without reading them again. */
  timed?: (most: number) => RawBuilder<unknown>
  /** Filters other ids by one scan of the index, five times as fast as looking each one up. */
  among?: IdSubset
  /** Set if it matches all profiles except these, which are found faster. */
  but?: Ids
  /** Stored number of live matches, if there is one. */
  known?: RawBuilder<number>
  /** True if all ids are live; otherwise deleted profiles may be included. */
  exact: boolean
  /** The columns of `profile` that `is` reads, except the id. */
  reads: readonly ProfileColumn[]
  /** The time it is about. */
  instant?: 'created_at' | 'updated_at'
  /** True if only an upper bound of a time is tested, which the oldest profiles match. */
  upTo?: boolean
  /** No index finds its matches: if many match, finding some takes as long as finding all. */
  scans?: true
  /** Its ids are computed together: finding some takes nearly as long as finding all. */
  whole?: boolean
}
