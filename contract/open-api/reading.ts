import { z } from 'zod'
import { ProfileId, Text, Time } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { dataTypes } from '../platform/system-fields.ts'

/** A field of the values in an answer, described once. */
const ReadField = z.object({
  name: z.string(),
  display_name: z.string(),
  data_type: z.enum(dataTypes),
  /** Its values are masked: the credential may not see them. */
  masked: z.boolean().optional(),
})

/** A customer as programs read it. Fields without a value are left out. */
const ReadProfile = z.object({
  id: ProfileId,
  /** By name of the field. */
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** Only with the scope label:read. */
  labels: z.array(z.object({ id: z.int(), name: z.string() })).optional(),
  created_at: Time,
  updated_at: Time,
})

/** Calls of programs that read. */
export const openApiReading = feature({
  profile: {
    method: 'GET',
    path: '/open-api/v1/profiles/{id}',
    outside: true,
    permission: 'program',
    scope: 'profile:read',
    params: z.strictObject({ id: Text(600) }),
    response: z.object({ data: ReadProfile, fields: z.array(ReadField) }),
  },
})
