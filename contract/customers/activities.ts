import { z } from 'zod'
import {
  byId,
  Description,
  Direction,
  Exists,
  Id,
  IdText,
  Keyword,
  Name,
  Page,
  pageOf,
  sortBy,
  Text,
  Time,
  TimeText,
} from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { JobIfAny } from '../platform/job.ts'
import { dataTypes } from '../platform/system-fields.ts'
import { ActivityFormula } from './formulas.ts'
import {
  FieldChange,
  FieldDeletion,
  FieldNameQuery,
  fieldChangeErrors,
  fieldNameErrors,
  TypePreview,
} from './profile-fields.ts'

export const activityFieldTypes = ['system_activity', 'custom_activity', 'transform_activity'] as const

export const ActivityField = z.object({
  id: Id,
  field_name: z.string(),
  display_name: z.string(),
  field_type: z.enum(activityFieldTypes),
  data_type: z.enum(dataTypes),
  status: z.string(),
  /** `amount`: the money of a purchase, at most one field of a store. `note`: the text of notes. */
  purpose: z.enum(['note', 'amount']).nullable(),
  /** Definition of a computed field. */
  formula: ActivityFormula.nullable(),
  /** The type that its values are being converted to by a job; it gets that type at the end of it. */
  converting_to: z.enum(dataTypes).nullable(),
  created_at: Time.nullable(),
  updated_at: Time.nullable(),
})
export type ActivityField = z.infer<typeof ActivityField>

/** A field of a list: with the places that use it. */
const ListedActivityField = ActivityField.extend({
  /** Number of activity types, mapped columns and computed fields that use the field. */
  usage_count: z.int(),
})

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

const activityFieldSorts = ['id', 'field_name', 'display_name', 'data_type', 'usage_count', 'updated_at'] as const

const ActivityFieldQuery = Page.extend({
  keyword: Keyword.optional(),
  type: z.enum(activityFieldTypes).optional(),
  data_type: z.enum(dataTypes).optional(),
  sort_by: sortBy(activityFieldSorts, 'id'),
  sort_dir: Direction.default('asc'),
})

export const activityTypeSorts = ['name', 'field_count', 'updated_at'] as const

export const ActivityTypeQuery = Page.extend({
  keyword: Keyword.optional(),
  sort_by: sortBy(activityTypeSorts, 'name'),
  sort_dir: Direction.default('asc'),
})
export type ActivityTypeQuery = z.output<typeof ActivityTypeQuery>

const read = 'cdp-core.datasource.read'
const create = 'cdp-core.field.create'
const edit = 'cdp-core.field.edit'

/** Ids of activity fields, in their order. */
const FieldIds = z.array(Id).max(200)
/** The fields of a type as it is saved, under either name of the specification. */
const chosenFields = { fields: FieldIds.optional(), activity_field_ids: FieldIds.optional() }
export const fieldIdsOf = (body: { fields?: number[] | undefined; activity_field_ids?: number[] | undefined }) =>
  body.activity_field_ids ?? body.fields

const typeErrors = ['activity_type_name_taken', 'activity_type_name_invalid', 'activity_type_fields_invalid'] as const

export const activities = feature({
  fields: {
    method: 'GET',
    path: '/activity-field',
    summary: ['อ่านรายการฟิลด์กิจกรรม', 'List activity fields'],
    permission: read,
    query: ActivityFieldQuery,
    response: pageOf(ListedActivityField),
  },
  /** Tells whether a name or display name is taken, by an activity field or a profile field. */
  fieldNameAvailable: {
    method: 'GET',
    path: '/activity-field/name/available',
    summary: ['ตรวจว่าใช้ชื่อฟิลด์กิจกรรมนี้ได้หรือไม่', 'Check if an activity field name is free'],
    permission: read,
    query: FieldNameQuery,
    response: Exists,
  },
  /** With activity_type_id the new field is added to that type. */
  createField: {
    method: 'POST',
    path: '/activity-field',
    summary: ['สร้างฟิลด์กิจกรรม', 'Create an activity field'],
    permission: create,
    audit: 'activity_field_created',
    query: z.strictObject({ activity_type_id: IdText.optional() }),
    body: z.strictObject({
      /** The field's technical name, answered as `field_name`; one that is left out is made of the display name. */
      name: Text(1000).optional(),
      display_name: Name,
      data_type: z.enum(dataTypes),
      /** Makes a computed field; its type is that of what the formula gives. */
      formula: ActivityFormula.optional(),
    }),
    response: ActivityField,
    errors: [...fieldNameErrors, 'formula_invalid'],
  },
  getField: {
    method: 'GET',
    path: '/activity-field/{id}',
    summary: ['อ่านฟิลด์กิจกรรม', 'Read an activity field'],
    permission: read,
    params: byId,
    response: ActivityField,
  },
  updateField: {
    method: 'PUT',
    path: '/activity-field/{id}',
    summary: ['แก้ไขฟิลด์กิจกรรม', 'Change an activity field'],
    permission: edit,
    audit: 'activity_field_changed',
    params: byId,
    body: FieldChange.omit({ field_name: true }).extend({
      name: Text(1000).optional(),
      formula: ActivityFormula.optional(),
      /** Makes the field the amount of purchases, in place of any other, or takes that away. */
      amount: z.boolean().optional(),
    }),
    response: ActivityField.extend(JobIfAny.shape),
    stale: ActivityField,
    errors: [...fieldNameErrors, ...fieldChangeErrors, 'amount_not_number'],
  },
  fieldTypePreview: {
    method: 'POST',
    path: '/activity-field/{id}/type/preview',
    summary: ['ดูตัวอย่างการเปลี่ยนชนิดข้อมูลของฟิลด์กิจกรรม', 'Preview another type of an activity field'],
    permission: edit,
    // Reads alone.
    audit: false,
    params: byId,
    body: z.strictObject({ data_type: z.enum(dataTypes) }),
    limit: 'search',
    response: TypePreview,
    errors: ['field_system'],
  },
  deleteField: {
    method: 'DELETE',
    path: '/activity-field/{id}',
    summary: ['ลบฟิลด์กิจกรรม', 'Delete an activity field'],
    permission: 'cdp-core.field.delete',
    audit: 'activity_field_deleted',
    params: byId,
    query: FieldDeletion,
    response: JobIfAny,
    errors: ['field_system', 'field_in_use', 'pipeline_busy'],
  },
  types: {
    method: 'GET',
    path: '/activity-type',
    summary: ['อ่านรายการประเภทกิจกรรม', 'List activity types'],
    permission: read,
    query: ActivityTypeQuery,
    response: pageOf(ActivityType),
  },
  typeNameAvailable: {
    method: 'GET',
    path: '/activity-type/name/available',
    summary: ['ตรวจว่าใช้ชื่อประเภทกิจกรรมนี้ได้หรือไม่', 'Check if an activity type name is free'],
    permission: read,
    query: z.strictObject({ keyword: Text(1000) }),
    response: Exists,
  },
  createType: {
    method: 'POST',
    path: '/activity-type',
    summary: ['สร้างประเภทกิจกรรม', 'Create an activity type'],
    permission: create,
    audit: 'activity_type_created',
    body: z.strictObject({ name: Text(1000), description: Description.default(''), ...chosenFields }),
    response: ActivityType,
    errors: typeErrors,
  },
  /** Returns the type of purchases, whose amounts the dashboard sums. Makes it with its fields if no type serves as one. */
  makePurchaseType: {
    method: 'POST',
    path: '/activity-type/purchase',
    summary: ['สร้างประเภทกิจกรรมซื้อสินค้า', 'Create the activity type of purchases'],
    permission: create,
    audit: 'activity_type_created',
    response: ActivityType,
  },
  updateType: {
    method: 'PUT',
    path: '/activity-type/{id}',
    summary: ['แก้ไขประเภทกิจกรรม', 'Change an activity type'],
    permission: edit,
    audit: 'activity_type_changed',
    params: byId,
    body: z
      .strictObject({
        name: Text(1000),
        description: Description,
        ...chosenFields,
        /** updated_at as it was read. */
        origin_time: TimeText,
      })
      .refine((body) => fieldIdsOf(body) !== undefined, { path: ['fields'] }),
    response: ActivityType,
    stale: ActivityType,
    errors: typeErrors,
  },
  /** The fields of a type in their order, all of them. */
  typeFields: {
    method: 'GET',
    path: '/activity-type/{id}/field',
    summary: ['อ่านรายการฟิลด์ของประเภทกิจกรรม', 'List the fields of an activity type'],
    permission: read,
    params: byId,
    response: pageOf(ActivityField),
  },
  /** Adds a field at the end of a type; `type` is the field's kind. */
  addTypeField: {
    method: 'POST',
    path: '/activity-type/{id}/field',
    summary: ['เพิ่มฟิลด์ให้ประเภทกิจกรรม', 'Add a field to an activity type'],
    permission: create,
    audit: 'activity_type_changed',
    params: byId,
    body: z.strictObject({ id: Id, type: z.enum(activityFieldTypes).default('custom_activity') }),
    response: ActivityType,
    errors: ['activity_type_fields_invalid', 'already_exists'],
  },
})
