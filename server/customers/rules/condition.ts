import type { RawBuilder } from 'kysely'
import type { Tables } from '../../platform/core/tables.ts'

export type ProfileColumn = keyof Tables['profile']

/** Ids of profiles, each once: all of them, or at most `most`; the newest or the oldest first where an index tells. */
export type Ids = (most?: number, order?: 'asc' | 'desc') => RawBuilder<{ id: number }>

export type Among = (ids: RawBuilder<{ id: number }>) => RawBuilder<{ id: number }>

/** One of the things that people are asked for; a filter asks for all of its conditions. */
export interface Condition {
  /** Whether a row of `profile` fulfils it. Null is no. */
  is: RawBuilder<boolean>
  /** The ids that fulfil it, by an index or one reading of a table. */
  ids: Ids
  /**
   * Those of other ids who fulfil it: the index is walked once beside them, in a fifth of the time that looking each of them up takes.
   */
  among?: Among
  /** True of everybody but these, who are found sooner than the others. */
  but?: Ids
  /** How many live profiles fulfil it, where that is kept. */
  known?: RawBuilder<number>
  /** Whether these are live profiles alone: of others, deleted ones may be among them. */
  exact: boolean
  /** The columns of `profile` that `is` reads, besides the id. */
  reads: readonly ProfileColumn[]
  /** The time it is about. */
  instant?: 'created_at' | 'updated_at'
  /** Of the time only an end is asked: the oldest fulfil it. */
  upTo?: boolean
  /** No index tells who fulfils it: where many do, finding some of them takes as long as finding all. */
  scans?: true
  /** Its ids come together: to find some of them takes nearly as long as to find all. */
  whole?: boolean
}
