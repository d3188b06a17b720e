import { z } from 'zod'
import { FieldValue } from '../customers/profiles.ts'
import { ProfileId } from '../platform/common.ts'
import { recordStatuses } from './status.ts'

/** Items of one request. */
export const MAX_ITEMS = 1000

/** Kinds of requests that are stored before they are answered. */
export const receiptKinds = ['profiles', 'activities', 'records'] as const
export type ReceiptKind = (typeof receiptKinds)[number]

const Values = z.record(z.string(), FieldValue)

/**
 * Statuses of items. `accepted`: taken in, for a caller who may not read what the outcome depends on. It covers every outcome, also items
 * pending review.
 */
const itemStatuses = [...recordStatuses, 'accepted'] as const

/** Result of an item. An item with an error and another status than failed or conflict was taken without that value. */
export const ItemResult = z.object({
  /** Position in the request, from 0. */
  index: z.int(),
  status: z.enum(itemStatuses),
  /** Null also if the caller may not read the fields by which the profile was looked for. */
  profile_id: ProfileId.nullable(),
  /** Name of the field that found the profile. */
  matched_by: z.string().nullable(),
  error: z.string().nullable(),
  field: z.string().nullable(),
  message: z.string().nullable(),
  /** Only of a dry run: values by field name. */
  before: Values.optional(),
  after: Values.optional(),
})
export type ItemResult = z.output<typeof ItemResult>
