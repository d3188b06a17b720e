import type { Field } from '../../customers/fields/fields.ts'
import type { SenderLists } from '../../imports/run/row-rights.ts'

/** Lists of a request's sender when it came, as its receipt keeps them: ids of profile fields. */
export interface StoredLists {
  reads: number[]
  /** Absent if the mapping of a connector is the list. */
  fills?: number[]
  overwrites?: number[]
  /** Fields with which it may add a missing person, whatever it may write. */
  adds?: number[]
  /** Set if it may record consents. */
  consents?: true
}

/** Lists of a sender from those of its receipt. Receipts of the former version have none: all is open, as they were taken. */
export function senderLists(stored: StoredLists | null, fields: readonly Field[]): SenderLists {
  if (!stored) return { reads: new Set(fields.map(({ id }) => id)), writes: null, adds: NONE, consents: false }
  const { reads, fills = [], overwrites, adds, consents = false } = stored
  return {
    reads: new Set(reads),
    writes: overwrites
      ? new Map([...fills.map((id) => [id, 'fill'] as const), ...overwrites.map((id) => [id, 'overwrite'] as const)])
      : null,
    adds: adds ? new Set(adds) : NONE,
    consents,
  }
}

const NONE: ReadonlySet<number> = new Set()
