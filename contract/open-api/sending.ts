import { z } from 'zod'
import { ItemResult, MAX_ITEMS, receiptKinds } from '../imports/items.ts'
import { byId, Id, Time } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'

/** Bytes of a request, also after it was inflated. */
export const ITEM_BYTES = 5 * 1024 * 1024

/** Parts of items are checked when they are processed: a wrong item of many fails alone. */
const Part = z.unknown().optional()
const Profile = z.strictObject({ id: Part, values: Part, consents: Part })
const Activity = z.strictObject({ type: Part, at: Part, reference: Part, replace: Part, values: Part, profile: Part })
const Items = z.strictObject({ items: z.array(z.unknown()).min(1).max(MAX_ITEMS) })

/** Answer to a request with items. */
export const SentItem = z.object({
  /** Null for a dry run, which keeps nothing. */
  receipt_id: Id.nullable(),
  /** waiting: stored, and its results follow at the receipt (status 202). */
  status: z.enum(['done', 'waiting']),
  results: z.array(ItemResult).nullable(),
})

/** Paths that an answer names at most: an item may have thousands. */
export const MAX_UNMAPPED = 100
/** The first paths of a request whose values no field takes: at most MAX_UNMAPPED. */
export const Unmapped = z.array(z.string())

export const sendingErrors = ['idempotency_conflict', 'media_type', 'profile_locked'] as const

/** Calls by which programs send customers and activities. */
export const openApiSending = feature({
  /**
   * Adds or updates a customer: `{id?, values: {field: value}, consents?: [{purpose_id, operation, evidence}]}`. Null takes a value away;
   * fields that are not named stay. Consents need `consent:write`. A grant needs evidence and never beats a withdrawal.
   */
  sendProfile: {
    method: 'POST',
    path: '/open-api/v1/profiles',
    outside: true,
    permission: 'program',
    scope: 'profile:write',
    audit: false,
    transaction: false,
    body: Profile,
    bodyBytes: ITEM_BYTES,
    response: SentItem,
    later: true,
    errors: sendingErrors,
  },
  sendProfiles: {
    method: 'POST',
    path: '/open-api/v1/profiles/batch',
    outside: true,
    permission: 'program',
    scope: 'profile:write',
    audit: false,
    transaction: false,
    body: Items,
    bodyBytes: ITEM_BYTES,
    response: SentItem,
    later: true,
    errors: sendingErrors,
  },
  /**
   * Adds an activity: `{type, at, reference?, replace?, values?, profile: {id?, values?, consents?}}`. A reference belongs to the key that sends it,
   * with its rotations and successors, and is written once for each type. `replace: true` corrects what was sent under it before.
   */
  sendActivity: {
    method: 'POST',
    path: '/open-api/v1/activities',
    outside: true,
    permission: 'program',
    scope: 'activity:write',
    audit: false,
    transaction: false,
    body: Activity,
    bodyBytes: ITEM_BYTES,
    response: SentItem,
    later: true,
    errors: sendingErrors,
  },
  sendActivities: {
    method: 'POST',
    path: '/open-api/v1/activities/batch',
    outside: true,
    permission: 'program',
    scope: 'activity:write',
    audit: false,
    transaction: false,
    body: Items,
    bodyBytes: ITEM_BYTES,
    response: SentItem,
    later: true,
    errors: sendingErrors,
  },
  /** Results of a request, kept for 30 days. A token sees only its own requests. */
  receipt: {
    method: 'GET',
    path: '/open-api/v1/receipts/{id}',
    outside: true,
    permission: 'program',
    scope: ['profile:write', 'activity:write', 'event:write'],
    params: byId,
    response: z.object({
      receipt_id: Id,
      kind: z.enum(receiptKinds),
      status: z.enum(['done', 'waiting']),
      items: z.int(),
      received_at: Time,
      done_at: Time.nullable(),
      results: z.array(ItemResult).nullable(),
      /** Version of the mapping by which a connector mapped its items. */
      mapping_version: z.int().nullable(),
      unmapped: Unmapped,
    }),
  },
})
