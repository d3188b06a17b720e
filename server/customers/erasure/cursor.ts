import type { ErasureEntry } from './erasure-list.ts'

export interface EraseRequest {
  profile_id: number
  /** An earlier erasure that is missing in a restored backup. */
  again?: ErasureEntry
}

/** The result of the job. */
export interface Counts {
  rows: number
  files: number
  unreadable: number
  /** Rows of tables that held a key of the person among words about others. */
  texts: number
}

/** Position of the job: last file and row searched, and rewritten files still to be removed. */
export interface ErasureCursor {
  profile: number
  file: number
  /** Rows of the next file that were counted as done before its search ended. */
  looked?: number
  remove: string[]
  text: { table: string; after: string[] | null } | null
  counts: Counts
}
