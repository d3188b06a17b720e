import { z } from 'zod'
import { Direction, Id, Keyword, Name, Page, pageOf, sortBy, Text, Time } from './common.ts'
import { feature } from './endpoint.ts'
import { dataTypes } from './system-fields.ts'

export const profileFieldTypes = ['system_profile', 'custom_profile', 'transform_profile'] as const

export const ProfileField = z.object({
  id: Id,
  field_name: z.string(),
  display_name: z.string(),
  data_type: z.enum(dataTypes),
  field_type: z.enum(profileFieldTypes),
  sensitive: z.boolean(),
  created_at: Time.nullable(),
  updated_at: Time.nullable(),
})
export type ProfileField = z.infer<typeof ProfileField>

export const ProfileFieldQuery = Page.extend({
  keyword: Keyword.optional(),
  type: z.enum(profileFieldTypes).optional(),
  data_type: z.enum(dataTypes).optional(),
  sort_by: sortBy(['id', 'field_name', 'display_name', 'updated_at'], 'id'),
  sort_dir: Direction.default('asc'),
})
export type ProfileFieldQuery = z.output<typeof ProfileFieldQuery>

export const profileFields = feature({
  list: {
    method: 'GET',
    path: '/profile-field',
    permission: 'cdp-core.datasource.read',
    query: ProfileFieldQuery,
    response: pageOf(ProfileField),
  },
  create: {
    method: 'POST',
    path: '/profile-field',
    permission: 'cdp-core.field.create',
    body: z.strictObject({
      field_name: Text(1000),
      display_name: Name,
      data_type: z.enum(dataTypes),
      sensitive: z.boolean().default(false),
    }),
    response: ProfileField,
    errors: [
      'field_name_invalid',
      'field_name_in_profile',
      'field_display_name_in_profile',
      'field_name_in_activity',
      'field_display_name_in_activity',
    ],
  },
})
