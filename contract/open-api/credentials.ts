import { z } from 'zod'
import { Direction, Id, Keyword, Named, Page, sortBy, Time } from '../platform/common.ts'

const MAX_OVERLAP_HOURS = 30 * 24

/** Common fields of API keys and API tokens. Their secrets are stored nowhere. */
export const credentialParts = {
  id: Id,
  name: z.string(),
  /** Last four characters of the secret. */
  secret_end: z.string(),
  created_by: Named.nullable(),
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
