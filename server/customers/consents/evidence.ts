import type { ConsentWay } from '@ruam/contract/customers/consents.ts'
import { sql } from 'kysely'

/** How an answer was given, in ids and words of ours: an erasure leaves it. Words about the customer are in the note. */
export interface ConsentEvidence {
  way: Exclude<ConsentWay, 'before_versions'>
  /** Run of a file or of a program's items, and its row. */
  run?: number
  row?: number
  /** Number of the column in the file. */
  column?: number
  /** Request of a program. */
  request?: string
  /** Event of a chat in the online log. */
  event?: number
}

/** Evidence as a value of a statement. */
export const evidenceValue = (evidence: ConsentEvidence) => sql`${JSON.stringify(evidence)}::jsonb`
