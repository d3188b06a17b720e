import { z } from 'zod'
import { byId, Exists, Text } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { ActivityType, activities } from './activities.ts'
import { ProfileField, profileFields } from './profile-fields.ts'

// The older settings of fields and activities: other addresses and rights over the very things of the newer calls, and no second truth.

const readFields = ['cdp-core.datasource.read', 'cdp-core.setting-activity.read'] as const
const ofName = z.strictObject({ value: Text(1000) })

/** Profile fields of a store (`mapping-data-fields`). */
export const generalInfo = feature({
  list: {
    ...profileFields.list,
    path: '/mapping-data-fields',
    summary: ['อ่านรายการฟิลด์โปรไฟล์', 'List profile fields'],
    permission: readFields,
  },
  create: {
    ...profileFields.create,
    path: '/mapping-data-fields',
    summary: ['สร้างฟิลด์โปรไฟล์', 'Create a profile field'],
  },
  get: {
    method: 'GET',
    path: '/mapping-data-fields/{id}',
    summary: ['อ่านฟิลด์โปรไฟล์', 'Read a profile field'],
    permission: readFields,
    params: byId,
    response: ProfileField,
  },
  update: {
    ...profileFields.update,
    method: 'PATCH',
    path: '/mapping-data-fields/{id}',
    summary: ['แก้ไขฟิลด์โปรไฟล์', 'Change a profile field'],
  },
  delete: {
    ...profileFields.delete,
    path: '/mapping-data-fields/{id}',
    summary: ['ลบฟิลด์โปรไฟล์', 'Delete a profile field'],
  },
  /** Tells whether a technical name is taken, by a profile field or an activity field. */
  fieldExists: {
    method: 'GET',
    path: '/mapping-data-fields/validate/field/{value}',
    summary: ['ตรวจว่ามีชื่อฟิลด์นี้แล้วหรือไม่', 'Check if a field name is taken'],
    permission: readFields,
    params: ofName,
    response: Exists,
  },
  displayNameExists: {
    method: 'GET',
    path: '/mapping-data-fields/validate/display-name/{value}',
    summary: ['ตรวจว่ามีชื่อที่แสดงนี้แล้วหรือไม่', 'Check if a display name is taken'],
    permission: readFields,
    params: ofName,
    response: Exists,
  },
})

/** The kinds of things that customers do (`activities`): activity types. */
export const activitySettings = feature({
  list: {
    ...activities.types,
    path: '/activities',
    summary: ['อ่านรายการประเภทกิจกรรม', 'List activity types'],
    permission: 'cdp-core.setting-activity.read',
  },
  create: {
    ...activities.createType,
    path: '/activities',
    summary: ['สร้างประเภทกิจกรรม', 'Create an activity type'],
    permission: 'cdp-core.setting-activity.create',
  },
  get: {
    method: 'GET',
    path: '/activities/{id}',
    summary: ['อ่านประเภทกิจกรรม', 'Read an activity type'],
    permission: 'cdp-core.setting-activity.read',
    params: byId,
    response: ActivityType,
  },
  update: {
    ...activities.updateType,
    method: 'PATCH',
    path: '/activities/{id}',
    summary: ['แก้ไขประเภทกิจกรรม', 'Change an activity type'],
    permission: 'cdp-core.setting-activity.edit',
  },
  /** Deletes a type without activities. */
  delete: {
    method: 'DELETE',
    path: '/activities/{id}',
    summary: ['ลบประเภทกิจกรรม', 'Delete an activity type'],
    permission: 'cdp-core.setting-activity.delete',
    audit: 'activity_type_deleted',
    params: byId,
    errors: ['activity_type_in_use', 'pipeline_busy'],
  },
})
