import type { RawBuilder } from 'kysely'
import type { Tables } from '../../platform/core/tables.ts'

export type ProfileColumn = keyof Tables['profile']

/** Ids of profiles, each once: all of them, or at most `most`; the newest or the oldest first where an index tells. */
export type Ids = (most?: number, order?: 'asc' | 'desc') => RawBuilder<{ id: number }>

export type Among = (ids: RawBuilder<{ id: number }>) => RawBuilder<{ id: number }>

/** One of the things that people are asked for; a filter asks for all of its conditions. */
export interface Condition {
  /** Predicate on a row of `profile`. Null means false. */
  is: RawBuilder<boolean>
  /** The ids that fulfil it, by an index or one reading of a table. */
  ids: Ids
  /** Filters other ids by one scan of the index, five times as fast as looking each one up. */
  among?: Among
  /** True of everybody but these, who are found sooner than the others. */
  but?: Ids
  /** Stored number of live matches, if there is one. */
  known?: RawBuilder<number>
  /** True if all ids are live; otherwise deleted profiles may be included. */
  exact: boolean
  /** The columns of `profile` that `is` reads, besides the id. */
  reads: readonly ProfileColumn[]
  /** The time it is about. */
  instant?: 'created_at' | 'updated_at'
  /** True if only an upper bound of a time is tested, which the oldest profiles match. */
  upTo?: boolean
  /** No index tells who fulfils it: where many do, finding some of them takes as long as finding all. */
  scans?: true
  /** Its ids come together: to find some of them takes nearly as long as to find all. */
  whole?: boolean
}
