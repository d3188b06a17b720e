import { z } from 'zod'
import { Id } from '../platform/common.ts'
import { matchAgreements, matchDoubts } from './match-doubts.ts'

/** Reasons that group waiting rows: a doubt, one value under many names, or nothing that confirms the match. */
const heldReasons = [...matchDoubts, 'value', 'unsure'] as const

/** Names a group of waiting rows within its run: the strongest doubt, the field, and the first row of the group if it has a pattern. */
export const ReviewGroupId = z
  .string()
  .max(60)
  .regex(/^[a-z_]+:\d+(:\d+)?$/)

/** Waiting rows of a run that one answer can settle, or that have to be answered one by one. */
export const ReviewGroup = z.object({
  group: ReviewGroupId,
  doubt: z.enum(heldReasons),
  /** All that differs between each row and the customer it points to. */
  differs: z.array(z.enum(matchDoubts)),
  /** All that agrees, apart from the field. */
  agrees: z.array(z.enum(matchAgreements)),
  /** The rows contradict each other, or their values fit both answers: an answer for all leaves them out. */
  one_by_one: z.boolean(),
  /** The field whose value matches a stored profile. */
  field_id: Id,
  /** The shared value, if the group is about one value. */
  value: z.string().nullable(),
  rows: z.int(),
  /** Rows that point to several people. */
  several: z.int(),
  /** Rows that were answered since the run. */
  answered: z.int(),
})
export type ReviewGroup = z.infer<typeof ReviewGroup>
