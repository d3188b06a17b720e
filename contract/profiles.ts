import { z } from 'zod'
import { Direction, Id, Keyword, Page, ProfileId, ProfileIdText, pageOf, sortBy, Time, TimeText } from './common.ts'
import { feature } from './endpoint.ts'
import { dataTypes } from './system-fields.ts'

export const FieldValue = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** A value of a profile. A sensitive one reads as its mask for people without profile-sensitive.read. */
const ProfileValue = z.object({
  id: Id,
  name: z.string(),
  display_name: z.string(),
  data_type: z.enum(dataTypes),
  type: z.enum(['system_profile', 'custom_profile', 'transform_profile']),
  value: FieldValue,
  masked: z.boolean().optional(),
})

const LabelChip = z.object({ id: Id, name: z.string(), color: z.string(), type: z.enum(['general', 'advanced']) })

export const Profile = z.object({
  id: ProfileId,
  fields: z.array(ProfileValue),
  labels: z.array(LabelChip),
  created_at: Time,
  updated_at: Time,
})
export type Profile = z.infer<typeof Profile>

const LabelIds = z
  .string()
  .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,99}$/)
  .transform((text) => text.split(',').map(Number))

export const profileSorts = ['updated_at', 'created_at', 'first_name', 'last_name'] as const

export const ProfileQuery = Page.extend({
  keyword: Keyword.optional(),
  created_from: TimeText.optional(),
  created_to: TimeText.optional(),
  updated_from: TimeText.optional(),
  updated_to: TimeText.optional(),
  /** Profiles that carry any of these labels. */
  labels: LabelIds.optional(),
  sort_by: sortBy(profileSorts, 'updated_at'),
  sort_dir: Direction.default('desc'),
})
export type ProfileQuery = z.output<typeof ProfileQuery>

export const profiles = feature({
  /** Rows carry the fields that have a value; `total_all` counts the whole store. */
  list: {
    method: 'GET',
    path: '/profile',
    permission: 'cdp-core.profile.read',
    query: ProfileQuery,
    response: pageOf(Profile).extend({ total_all: z.int() }),
  },
  /** Every field of the store, empty ones included. */
  get: {
    method: 'GET',
    path: '/profile/{id}',
    permission: 'cdp-core.profile.read',
    params: z.strictObject({ id: ProfileIdText }),
    response: Profile,
  },
})
