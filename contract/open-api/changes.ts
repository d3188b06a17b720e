import { z } from 'zod'
import { Id, ProfileId, Text, Time } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import type { Scope } from '../platform/scopes.ts'
import { PageSize } from './page-size.ts'

/** Types of events, with the scope that reads the thing which each is about. */
export const changeTypes = {
  'profile.created': 'profile:read',
  'profile.updated': 'profile:read',
  'profile.deleted': 'profile:read',
  'profile.merged': 'profile:read',
  /** Until it is lifted, no other event of the customer is delivered, except that it is deleted or merged. */
  'profile.restricted': 'profile:read',
  'profile.unrestricted': 'profile:read',
  'label.added': 'label:read',
  'label.removed': 'label:read',
  'segment.entered': 'segment:read',
  'segment.left': 'segment:read',
  'activity.created': 'activity:read',
  'consent.changed': 'profile:read',
  'import.ended': 'profile:read',
  'broadcast.ended': 'broadcast:read',
  /** A step of an automation, for the webhook that it names. */
  'automation.step': 'profile:read',
} as const satisfies Record<string, Scope>

export type ChangeType = keyof typeof changeTypes
export const changeTypeNames = Object.keys(changeTypes) as [ChangeType, ...ChangeType[]]

/** A change as programs read it: ids and names of fields, never a value. */
export const ChangeEvent = z.object({
  /** The same in every answer and delivery. */
  id: z.string(),
  type: z.enum(changeTypeNames),
  at: Time,
  profile_id: ProfileId.optional(),
  /** Changed fields that the program reads. */
  fields: z.array(z.string()).optional(),
  merged_into: ProfileId.optional(),
  label_id: Id.optional(),
  segment_id: Id.optional(),
  activity_id: ProfileId.optional(),
  activity_type_id: Id.optional(),
  purpose_id: Id.optional(),
  status: z.enum(['granted', 'withdrawn']).optional(),
  import_id: ProfileId.optional(),
  broadcast_id: Id.optional(),
  automation_id: Id.optional(),
  version: Id.optional(),
  step_id: Id.optional(),
})

/** The stream of changes, for programs that follow a store. */
export const openApiChanges = feature({
  /** Changes after a cursor, in the order in which they were committed. Without a cursor: one that begins now. */
  changes: {
    outside: true,
    permission: 'program',
    method: 'GET',
    path: '/open-api/v1/changes',
    scope: ['profile:read', 'label:read', 'segment:read', 'activity:read', 'broadcast:read'],
    // Positions are given in a transaction of their own.
    transaction: false,
    query: z.strictObject({
      /** `next_cursor` of the previous answer. */
      after: Text(300)
        .regex(/^[\w-]+$/)
        .optional(),
      limit: PageSize,
    }),
    response: z.object({ data: z.array(ChangeEvent), next_cursor: z.string(), has_more: z.boolean() }),
    errors: ['changes_gone', 'changes_starting'],
  },
})
