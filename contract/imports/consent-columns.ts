import { z } from 'zod'
import { consentOperations } from '../customers/consents.ts'
import { Day, Id, Text } from '../platform/common.ts'
import { ColumnId } from './columns.ts'

/** Columns of one mapping that hold consents. */
const MAX_CONSENT_COLUMNS = 20

/** Evidence of the grants of a column: who asked the customers, and when. */
const ConsentStatement = z.strictObject({
  collected_by: Text(200)
    .transform((text) => text.trim())
    .refine((text) => text !== ''),
  collected_on: Day,
})
export type ConsentStatement = z.output<typeof ConsentStatement>

/** A column whose cells are answers to a purpose. */
const ConsentColumn = z.strictObject({
  column: ColumnId,
  purpose_id: Id,
  /** Column with the day of each answer. */
  granted_at_column: ColumnId.nullable().default(null),
  /** Meaning of a yes; `withdrawn` for a column of unsubscriptions. */
  yes_means: z.enum(consentOperations).default('granted'),
  /** Null: only withdrawals are recorded. */
  statement: ConsentStatement.nullable().default(null),
})
export type ConsentColumn = z.output<typeof ConsentColumn>

/** Consent columns of a mapping. Mappings of older versions have none. */
export const ConsentColumns = z.array(ConsentColumn).max(MAX_CONSENT_COLUMNS).default([])

const Count = z.int().min(0)

/** Answers of one consent column in a run. A preview counts what the run would record. */
export const ConsentCounts = z.object({
  column: z.string(),
  purpose: z.object({ id: Id, name: z.string() }),
  /** Cells that were read as an answer, and filled cells that were not. */
  read: Count,
  unread: Count,
  /** A yes without a statement, which is not recorded. */
  unproved: Count,
  // These depend on what is stored: null for readers who may not see consents.
  granted: Count.nullable(),
  withdrawn: Count.nullable(),
  /** Withdrawals among them that end a consent of the store. */
  revoked: Count.nullable(),
  /** A yes of a customer who has withdrawn, which is not recorded. */
  opted_out: Count.nullable(),
  /** True if fewer than half of the filled cells are answers: nothing of the column is recorded. */
  wrong_column: z.boolean(),
})
export type ConsentCounts = z.infer<typeof ConsentCounts>
