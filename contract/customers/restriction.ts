import { z } from 'zod'
import { Id, Text, Time } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { byProfile } from './profiles.ts'

/** Restriction of use, and objection to it (PDPA sections 34 and 32). Both leave the customer out of everything that goes out. */
export const restrictionKinds = ['restricted', 'objected'] as const

const RESTRICTION_REASON_MAX_LENGTH = 500
/** Maximum restrictions of a customer in the answer, the newest first. */
export const MAX_RESTRICTIONS = 20

const Reason = Text(RESTRICTION_REASON_MAX_LENGTH)
  .transform((text) => text.trim())
  .refine((text) => text !== '')

const Author = z.object({ id: Id, name: z.string() }).nullable()

const Restriction = z.object({
  id: Id,
  kind: z.enum(restrictionKinds),
  /** Null if only the restriction itself survived a restore, or a former version made it. */
  reason: z.string().nullable(),
  at: Time,
  by: Author,
  /** True if it came from a profile that was merged into this one. */
  merged: z.boolean(),
  /** Null while it lasts. The reason is null if another kind took its place. */
  lifted: z.object({ at: Time, by: Author, reason: z.string().nullable() }).nullable(),
})

const Restrictions = z.object({
  /** The one that lasts; null if the customer's data may be used. */
  current: Restriction.nullable(),
  entries: z.array(Restriction),
})
export type Restrictions = z.infer<typeof Restrictions>

const manage = 'cdp-core.privacy.manage'

/** A restricted customer is in no segment, export, broadcast, automation or SQL view. Staff still find and see them. */
export const profileRestriction = feature({
  get: {
    method: 'GET',
    path: '/profile/{id}/restriction',
    summary: ['อ่านการระงับการใช้ข้อมูลของลูกค้า', 'Read the restrictions of a customer'],
    permission: 'cdp-core.profile.read',
    params: byProfile,
    response: Restrictions,
  },
  /** Restricts, or changes the kind of the restriction. The same kind again changes nothing. */
  restrict: {
    method: 'POST',
    path: '/profile/{id}/restriction',
    summary: ['ระงับการใช้ข้อมูลของลูกค้า', 'Restrict the use of a customer'],
    permission: manage,
    audit: 'profile_restricted',
    params: byProfile,
    body: z.strictObject({ kind: z.enum(restrictionKinds), reason: Reason }),
    response: Restrictions,
  },
  /** Rejected with not_found for a customer without a restriction. */
  lift: {
    method: 'POST',
    path: '/profile/{id}/restriction/lift',
    summary: ['เลิกระงับการใช้ข้อมูลของลูกค้า', 'Lift the restriction of a customer'],
    permission: manage,
    audit: 'profile_unrestricted',
    params: byProfile,
    body: z.strictObject({ reason: Reason }),
    response: Restrictions,
  },
})
