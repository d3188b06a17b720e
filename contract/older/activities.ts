import { z } from 'zod'
import { ActivityType, activities } from '../customers/activities.ts'
import { activitySettings } from '../customers/older-settings.ts'
import { Description, Exists, Text, TimeText } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { olderPage } from './words.ts'

const { fields, createField, getField, updateField, deleteField, types, createType, updateType } = activities

const exists = {
  method: 'GET',
  permission: 'cdp-core.datasource.read',
  params: z.strictObject({ field: z.enum(['name', 'display_name']), value: Text(1000) }),
  response: Exists,
} as const

/** Activity fields and types (`/api/v1/activity`). */
export const olderActivities = feature({
  fields: {
    ...fields,
    path: '/v1/activity/field',
    query: olderPage(['id', 'field_name', 'display_name', 'data_type', 'usage_count', 'updated_at'], 'id', 'asc'),
    older: { successor: '/activity-field', differs: ['กรองด้วย keyword เท่านั้น', 'Narrowed by keyword alone.'] },
  },
  createField: {
    ...createField,
    path: '/v1/activity/field',
    query: undefined,
    older: { successor: '/activity-field', differs: null },
  },
  getField: {
    ...getField,
    path: '/v1/activity/field/{id}',
    older: { successor: '/activity-field/{id}', differs: null },
  },
  updateField: {
    ...updateField,
    method: 'PATCH',
    path: '/v1/activity/field/{id}',
    body: updateField.body.extend({ origin_time: TimeText.optional() }),
    older: {
      successor: '/activity-field/{id}',
      method: 'PUT',
      differs: ['ไม่ต้องส่ง origin_time ก็ได้', 'origin_time may be left out.'],
    },
  },
  deleteField: {
    ...deleteField,
    path: '/v1/activity/field/{id}',
    older: { successor: '/activity-field/{id}', differs: null },
  },
  fieldExists: {
    ...exists,
    path: '/v1/activity/field/validate/{field}/{value}',
    summary: ['ตรวจว่ามีชื่อฟิลด์กิจกรรมนี้แล้วหรือไม่', 'Check if an activity field name is taken'],
    older: {
      successor: '/activity-field/name/available',
      differs: ['{field} (name, display_name) คือ kind', '{field} (name, display_name) is kind.'],
    },
  },
  types: {
    ...types,
    path: '/v1/activity/type',
    older: { successor: '/activity-type', differs: null },
  },
  createType: { ...createType, path: '/v1/activity/type', older: { successor: '/activity-type', differs: null } },
  getType: {
    method: 'GET',
    path: '/v1/activity/type/{id}',
    summary: ['อ่านประเภทกิจกรรม', 'Read an activity type'],
    permission: 'cdp-core.datasource.read',
    params: activitySettings.get.params,
    response: ActivityType,
    older: { successor: '/activities/{id}', differs: null },
  },
  updateType: {
    ...updateType,
    method: 'PATCH',
    path: '/v1/activity/type/{id}',
    body: z.strictObject({
      name: Text(1000).optional(),
      description: Description.optional(),
      fields: createType.body.shape.fields,
      activity_field_ids: createType.body.shape.activity_field_ids,
      origin_time: TimeText.optional(),
    }),
    older: {
      successor: '/activity-type/{id}',
      method: 'PUT',
      differs: ['แก้เฉพาะสิ่งที่ส่ง และไม่ต้องส่ง origin_time ก็ได้', 'Changes what is sent alone; origin_time may be left out.'],
    },
  },
  /** Deletes a type without activities. */
  deleteType: {
    ...activitySettings.delete,
    path: '/v1/activity/type/{id}',
    permission: 'cdp-core.field.delete',
    older: { successor: '/activities/{id}', differs: null },
  },
  typeExists: {
    ...exists,
    path: '/v1/activity/type/validate/{field}/{value}',
    summary: ['ตรวจว่ามีชื่อประเภทกิจกรรมนี้แล้วหรือไม่', 'Check if an activity type name is taken'],
    older: {
      successor: '/activity-type/name/available',
      differs: ['{field} ทั้งสองแบบคือชื่อประเภทกิจกรรม', 'Either {field} is the name of the type.'],
    },
  },
})
