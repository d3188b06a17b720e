import { z } from 'zod'
import { Direction, Id, Keyword, NamedRow, Page, sortBy, Time } from '../platform/common.ts'

const MAX_OVERLAP_HOURS = 30 * 24

/** Common fields of API keys and API tokens. Their secrets are stored nowhere. */
export const credentialParts = {
  id: Id,
  name: z.string(),
  /** Last four characters of the secret. */
  secret_end: z.string(),
  created_by: NamedRow.nullable(),
  /** Person who made the present secret; null if it is the first one. */
  rotated_by: NamedRow.nullable(),
  created_at: Time,
  updated_at: Time,
  expired_at: Time,
  /** Accurate to some seconds. */
  last_used_at: Time.nullable(),
  last_address: z.string().nullable(),
  /** End of the overlap after a rotation. */
  previous_until: Time.nullable(),
}

/** Order and filter of a list of credentials. */
export const credentialQuery = <const S extends readonly [string, ...string[]]>(statuses: S) =>
  Page.extend({
    keyword: Keyword.optional(),
    status: z.enum(statuses).optional(),
    sort_by: sortBy(['created_at', 'name', 'expired_at', 'last_used_at'], 'created_at'),
    sort_dir: Direction.default('desc'),
  })

/** Hours for which the former secret stays valid after a rotation. */
export const overlapHours = (usual: number) => z.int().min(0).max(MAX_OVERLAP_HOURS).default(usual)

/** How a program may write a field: only where the customer has no value, or over another one. */
export const FieldWrite = z.enum(['fill', 'overwrite'])
export type FieldWrite = z.infer<typeof FieldWrite>

/** A profile field in the list of an API key or an open API. A field without read and write is closed, like one that is not listed. */
export const ListedField = z.strictObject({ field_id: Id, read: z.boolean(), write: FieldWrite.nullable() })
export type ListedField = z.infer<typeof ListedField>

/** Most profile fields in a list. */
export const MAX_LISTED_FIELDS = 2000
export const ListedFields = z
  .array(ListedField)
  .max(MAX_LISTED_FIELDS)
  .refine((fields) => new Set(fields.map(({ field_id }) => field_id)).size === fields.length)
