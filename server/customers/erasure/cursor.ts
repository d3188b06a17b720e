import type { ErasureEntry } from './erasure-list.ts'

export interface EraseRequest {
  profile_id: number
  /** An erasure of before that a restored backup does not know of. */
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
export interface Cursor {
  profile: number
  file: number
  /** Rows of the file after it that were counted as done before it was looked through to its end. */
  looked?: number
  remove: string[]
  text: { table: string; after: string[] | null } | null
  counts: Counts
}
