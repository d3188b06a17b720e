import { z } from 'zod'
import { Description, Exists, Id, IdText, Keyword, Name, Page, pageOf, Text, Time } from './common.ts'
import { feature } from './endpoint.ts'
import { dataTypes } from './system-fields.ts'

export const activityFieldTypes = ['system_activity', 'custom_activity', 'transform_activity'] as const

export const ActivityField = z.object({
  id: Id,
  field_name: z.string(),
  display_name: z.string(),
  field_type: z.enum(activityFieldTypes),
  data_type: z.enum(dataTypes),
  status: z.string(),
  created_at: Time.nullable(),
  updated_at: Time.nullable(),
})
export type ActivityField = z.infer<typeof ActivityField>

export const ActivityType = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  field_count: z.int(),
  /** In the order they were chosen; the day of the activity comes first. */
  fields: z.array(ActivityField),
  created_at: Time,
  updated_at: Time,
})
export type ActivityType = z.infer<typeof ActivityType>

export const ActivityFieldQuery = Page.extend({
  keyword: Keyword.optional(),
  type: z.enum(activityFieldTypes).optional(),
})
export type ActivityFieldQuery = z.output<typeof ActivityFieldQuery>

const read = 'cdp-core.datasource.read'
const create = 'cdp-core.field.create'

export const activities = feature({
  fields: {
    method: 'GET',
    path: '/activity-field',
    permission: read,
    query: ActivityFieldQuery,
    response: pageOf(ActivityField),
  },
  /** Whether a name or a display name is taken, by an activity field or a profile field. */
  fieldNameAvailable: {
    method: 'GET',
    path: '/activity-field/name/available',
    permission: read,
    query: z.strictObject({ keyword: Text(1000) }),
    response: Exists,
  },
  /** With activity_type_id the new field is added to that type. */
  createField: {
    method: 'POST',
    path: '/activity-field',
    permission: create,
    query: z.strictObject({ activity_type_id: IdText.optional() }),
    body: z.strictObject({ field_name: Text(1000), display_name: Name, data_type: z.enum(dataTypes) }),
    response: ActivityField,
    errors: [
      'field_name_invalid',
      'field_name_in_profile',
      'field_display_name_in_profile',
      'field_name_in_activity',
      'field_display_name_in_activity',
    ],
  },
  types: { method: 'GET', path: '/activity-type', permission: read, query: Page, response: pageOf(ActivityType) },
  typeNameAvailable: {
    method: 'GET',
    path: '/activity-type/name/available',
    permission: read,
    query: z.strictObject({ keyword: Text(1000) }),
    response: Exists,
  },
  createType: {
    method: 'POST',
    path: '/activity-type',
    permission: create,
    body: z.strictObject({
      name: Text(1000),
      description: Description.default(''),
      /** Ids of activity fields. */
      fields: z.array(Id).max(200).default([]),
    }),
    response: ActivityType,
    errors: ['activity_type_name_taken', 'activity_type_name_invalid', 'activity_type_fields_invalid'],
  },
})
