import type { ErasureEntry } from './erasure-list.ts'

export interface EraseRequest {
  profile_ids: number[]
  /** Earlier erasures that are missing in a restored backup. */
  again: ErasureEntry[]
}

/** Request of a job that an earlier version has queued. */
interface EarlierRequest {
  profile_id: number
  again?: ErasureEntry
}

/** Returns a request in the form of now. An earlier version fails on it, for it expects no list, and leaves the job to a later one. */
export const eraseRequest = (request: EraseRequest | EarlierRequest): EraseRequest =>
  'profile_ids' in request
    ? request
    : { profile_ids: [request.profile_id], again: request.again ? [request.again] : [] }

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
  file: number
  /** Rows of the next file that were counted as done before its search ended. */
  looked?: number
  remove: string[]
  text: { table: string; after: string[] | null } | null
  counts: Counts
}
