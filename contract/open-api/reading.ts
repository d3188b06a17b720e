import { z } from 'zod'
import { broadcastStatuses } from '../broadcasts/broadcast.ts'
import { Id, IdText, ProfileId, ProfileIdText, Text, Time, TimeText } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { dataTypes } from '../platform/system-fields.ts'
import { FieldWrite } from './credentials.ts'
import { PageSize } from './page-size.ts'

/** A place in a list: base64url of the time and the id of the last row. It may be kept for as long as one likes. */
const Cursor = Text(200)
  .regex(/^[\w-]+$/)
  .optional()

const pages = z.strictObject({ cursor: Cursor, limit: PageSize })
const Value = z.union([z.string(), z.number(), z.boolean()])

/** A field of the values in an answer, described once. */
const ReadField = z.object({
  name: z.string(),
  display_name: z.string(),
  data_type: z.enum(dataTypes),
})

/** A customer as programs read it. Fields without a value are left out. */
export const ReadProfile = z.object({
  id: ProfileId,
  /** By name of the field. */
  values: z.record(z.string(), Value),
  /** Only with the scope label:read. */
  labels: z.array(z.object({ id: Id, name: z.string() })).optional(),
  created_at: Time,
  updated_at: Time,
})

/** A customer who was deleted, or went into another one by a merge. */
const GoneProfile = z.object({ id: ProfileId, deleted: z.literal(true) })
const MergedProfile = z.object({ id: ProfileId, merged_into: ProfileId })

/** `next_cursor` continues after the last row; null if the list ended. */
const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), next_cursor: z.string().nullable(), has_more: z.boolean() })

const profileKeys = ['id', 'phone', 'email', 'line', 'field'] as const

const call = { outside: true, permission: 'program' } as const

/** Calls of programs that read. */
export const openApiReading = feature({
  /**
   * Customers by their last change. With `updated_since`, and from there on with `next_cursor`, it is a feed of changes: deleted and merged
   * customers are listed, too, and a change that is still being committed is waited for.
   */
  profiles: {
    ...call,
    method: 'GET',
    path: '/open-api/v1/profiles',
    scope: 'profile:read',
    snapshot: false,
    query: pages.extend({ updated_since: TimeText.optional() }),
    response: z.object({
      data: z.array(z.union([ReadProfile, GoneProfile, MergedProfile])),
      fields: z.array(ReadField),
      next_cursor: z.string(),
      has_more: z.boolean(),
    }),
  },
  /** Customers by a key. In the body, because addresses end in the logs of proxies. */
  find: {
    ...call,
    method: 'POST',
    path: '/open-api/v1/profiles/find',
    whenFull: 'served',
    scope: 'profile:read',
    reads: true,
    audit: false,
    body: z.strictObject({
      kind: z.enum(profileKeys),
      value: Text(500),
      /** Name of the field, for the kind `field`. */
      field: Text(100).optional(),
    }),
    response: z.object({ data: z.array(ReadProfile), fields: z.array(ReadField) }),
    errors: ['field_closed', 'profile_merged'],
  },
  /** One customer by id, or by `{kind}:{value}`: `phone:0891234567`, `field.memberNo:M01`. */
  profile: {
    ...call,
    method: 'GET',
    path: '/open-api/v1/profiles/{id}',
    scope: 'profile:read',
    params: z.strictObject({ id: Text(700) }),
    response: z.object({ data: ReadProfile, fields: z.array(ReadField) }),
    errors: ['key_ambiguous', 'field_closed', 'profile_merged'],
  },
  activities: {
    ...call,
    method: 'GET',
    path: '/open-api/v1/profiles/{id}/activities',
    scope: 'activity:read',
    params: z.strictObject({ id: ProfileIdText }),
    query: pages,
    response: listOf(
      z.object({
        id: ProfileId,
        type: z.object({ id: Id, name: z.string() }),
        activity_at: Time,
        values: z.record(z.string(), Value),
        created_at: Time,
      }),
    ),
    errors: ['profile_merged'],
  },
  labels: {
    ...call,
    method: 'GET',
    path: '/open-api/v1/labels',
    scope: 'label:read',
    response: z.object({
      data: z.array(
        z.object({ id: Id, name: z.string(), color: z.string(), description: z.string(), updated_at: Time }),
      ),
    }),
  },
  segments: {
    ...call,
    method: 'GET',
    path: '/open-api/v1/segments',
    scope: 'segment:read',
    response: z.object({
      data: z.array(z.object({ id: Id, name: z.string(), description: z.string(), size: z.int(), updated_at: Time })),
    }),
  },
  /** Ids of the customers in a segment. */
  members: {
    ...call,
    method: 'GET',
    path: '/open-api/v1/segments/{id}/members',
    scope: 'segment:read',
    params: z.strictObject({ id: IdText }),
    query: pages,
    response: listOf(z.object({ id: ProfileId })),
  },
  fields: {
    ...call,
    method: 'GET',
    path: '/open-api/v1/fields',
    scope: 'field:read',
    response: z.object({
      /** Fields that the credential reads or writes. */
      profile: z.array(
        ReadField.extend({
          sensitive: z.boolean(),
          read: z.boolean(),
          /** fill: only where the customer has no value; null: not at all. */
          write: FieldWrite.nullable(),
        }),
      ),
      activity_types: z.array(z.object({ id: Id, name: z.string(), fields: z.array(ReadField) })),
    }),
  },
  broadcasts: {
    ...call,
    method: 'GET',
    path: '/open-api/v1/broadcasts',
    scope: 'broadcast:read',
    query: pages,
    response: listOf(
      z.object({
        id: Id,
        name: z.string(),
        status: z.enum(broadcastStatuses),
        queued: z.int(),
        accepted: z.int(),
        failed: z.int(),
        skipped: z.int(),
        started_at: Time.nullable(),
        finished_at: Time.nullable(),
        created_at: Time,
        updated_at: Time,
      }),
    ),
  },
})
