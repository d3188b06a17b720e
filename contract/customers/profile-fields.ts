import { z } from 'zod'
import {
  byId,
  Direction,
  Exists,
  Id,
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
import { JobIfAny, jobsOf } from '../platform/job.ts'
import { notice, ofJob } from '../platform/notice.ts'
import { dataTypes } from '../platform/system-fields.ts'
import { ProfileFormula } from './formulas.ts'
import { FieldValue } from './profiles.ts'

export const profileFieldTypes = ['system_profile', 'custom_profile', 'transform_profile'] as const

export const ProfileField = z.object({
  id: Id,
  field_name: z.string(),
  display_name: z.string(),
  data_type: z.enum(dataTypes),
  field_type: z.enum(profileFieldTypes),
  sensitive: z.boolean(),
  /** Definition of a computed field. */
  formula: ProfileFormula.nullable(),
  /** The type that its values are being converted to by a job; it gets that type at the end of it. */
  converting_to: z.enum(dataTypes).nullable(),
  /** The only values of a text field, in their order; null: any text. */
  choices: z.array(z.string()).nullable(),
  created_at: Time.nullable(),
  updated_at: Time.nullable(),
})
export type ProfileField = z.infer<typeof ProfileField>

/** A field of a list: with the places that use it. */
const ListedProfileField = ProfileField.extend({
  /** Number of mapped columns and computed fields that use the field. */
  usage_count: z.int(),
})

/** Most choices of a field, each with up to 200 letters. */
const MAX_FIELD_CHOICES = 300
/** Choices in Thai take three bytes a letter. */
const CHOICES_BYTES = 512 * 1024
const FieldChoices = z.array(Text(200).trim().min(1)).min(1).max(MAX_FIELD_CHOICES)

const profileFieldSorts = ['id', 'field_name', 'display_name', 'data_type', 'usage_count', 'updated_at'] as const

const ProfileFieldQuery = Page.extend({
  keyword: Keyword.optional(),
  type: z.enum(profileFieldTypes).optional(),
  data_type: z.enum(dataTypes).optional(),
  sort_by: sortBy(profileFieldSorts, 'id'),
  sort_dir: Direction.default('asc'),
})

/** `kind` asks about one of the two names of a field; without it about both. */
export const FieldNameQuery = z.strictObject({
  keyword: Text(1000),
  kind: z.enum(['name', 'display_name']).optional(),
})
export type FieldNameQuery = z.output<typeof FieldNameQuery>

/** Why a field can't have the names that were asked for. */
export const fieldNameErrors = [
  'field_name_invalid',
  'field_name_in_profile',
  'field_display_name_in_profile',
  'field_name_in_activity',
  'field_display_name_in_activity',
] as const

/** Why a field can't be changed. A field that a computed one is worked out of keeps its type (field_in_use). */
export const fieldChangeErrors = [
  'field_system',
  'field_values_not_convertible',
  'field_in_use',
  'field_type_in_use',
  'formula_invalid',
  'pipeline_busy',
] as const

/** Omitted keys keep their value. */
export const FieldChange = z.strictObject({
  field_name: Text(1000).optional(),
  display_name: Name.optional(),
  data_type: z.enum(dataTypes).optional(),
  /** Lets the values go that the new type can't hold. */
  drop: z.boolean().default(false),
  /** Changes the type of a field that rules ask for; without it field_type_in_use names their segments and views. */
  confirm: z.boolean().default(false),
  /** updated_at as it was read. */
  origin_time: TimeText,
})

/** Without confirm a field that is in use is kept, and the refusal says where it is used. */
export const FieldDeletion = z.strictObject({
  confirm: z.enum(['true', 'false']).optional(),
  /** Deletes nothing: the refusal names what uses the field, also if nothing does. */
  ask: z.literal('true').optional(),
})
export type FieldDeletion = z.infer<typeof FieldDeletion>

/** Things that use a field: how many, and the names of a few. */
const FieldUsers = z.object({ count: z.int(), names: z.array(z.string()) })

/** Effect of a type change on existing values. */
export const TypePreview = z.object({
  convertible: z.int(),
  not_convertible: z.int(),
  /**
   * A few values and what would become of them: null of what can't be converted, and those come first; '' of what is no value in
   * the new type. Empty for people who may not see values.
   */
  samples: z.array(z.object({ before: z.string(), after: z.string().nullable() })),
  /** Users of the field in rules. A rule that compares with values of the old type then matches no customer. */
  segments: FieldUsers,
  views: FieldUsers,
})
export type TypePreview = z.infer<typeof TypePreview>

const fieldNotice = notice({
  ...ofJob,
  kind: 'field_changed',
  topic: 'profile',
  readBy: 'cdp-core.datasource.read',
  leadsTo: { screen: 'data-source-v2-profile-field' },
})

// Half-way there are values of two types, or of a field that is no more. Who may read data sources may read the fields.
const ofValues = {
  visibleTo: 'cdp-core.datasource.read',
  counts: 'values',
  locksProfiles: true,
  cancellable: false,
  notice: fieldNotice,
} as const

/** Jobs that change the values of a profile or activity field. */
export const fieldJobs = jobsOf({
  field_convert: {
    ...ofValues,
    permissions: ['cdp-core.field.edit'],
    title: { th: 'เปลี่ยนชนิดข้อมูลของฟิลด์ {names}', en: 'Change the type of the field {names}' },
  },
  field_delete: {
    ...ofValues,
    permissions: ['cdp-core.field.delete'],
    title: { th: 'ลบค่าของฟิลด์ {names}', en: 'Delete the values of the field {names}' },
  },
})

export const profileFields = feature({
  list: {
    method: 'GET',
    path: '/profile-field',
    summary: ['อ่านรายการฟิลด์โปรไฟล์', 'List profile fields'],
    permission: 'cdp-core.datasource.read',
    query: ProfileFieldQuery,
    response: pageOf(ListedProfileField),
  },
  create: {
    method: 'POST',
    path: '/profile-field',
    summary: ['สร้างฟิลด์โปรไฟล์', 'Create a profile field'],
    permission: 'cdp-core.field.create',
    audit: 'profile_field_created',
    body: z.strictObject({
      /** Derived from the display name if omitted. */
      field_name: Text(1000).optional(),
      display_name: Name,
      data_type: z.enum(dataTypes),
      sensitive: z.boolean().default(false),
      /** Makes a computed field; its type is that of what the formula gives. */
      formula: ProfileFormula.optional(),
      choices: FieldChoices.optional(),
    }),
    bodyBytes: CHOICES_BYTES,
    response: ProfileField,
    errors: [...fieldNameErrors, 'formula_invalid', 'field_choices_invalid'],
  },
  /** Tells whether a name is taken, by a profile field or an activity field. */
  nameAvailable: {
    method: 'GET',
    path: '/profile-field/name/available',
    summary: ['ตรวจว่าใช้ชื่อฟิลด์นี้ได้หรือไม่', 'Check if a field name is free'],
    permission: 'cdp-core.datasource.read',
    query: FieldNameQuery,
    response: Exists,
  },
  /**
   * A field is made readable to everybody only by those who may read it themselves. More than a few thousand values are given
   * another type by a job (converting_to, job_id); values that can't be converted, and may not be dropped, end it without a change.
   */
  update: {
    method: 'PUT',
    path: '/profile-field/{id}',
    summary: ['แก้ไขฟิลด์โปรไฟล์', 'Change a profile field'],
    permission: 'cdp-core.field.edit',
    audit: 'profile_field_changed',
    params: byId,
    bodyBytes: CHOICES_BYTES,
    body: FieldChange.extend({
      sensitive: z.boolean().optional(),
      formula: ProfileFormula.optional(),
      /** Null: any text again. Values that profiles have already stay. */
      choices: FieldChoices.nullable().optional(),
    }),
    response: ProfileField.extend(JobIfAny.shape),
    stale: ProfileField,
    errors: [...fieldNameErrors, ...fieldChangeErrors, 'field_choices_invalid'],
  },
  /** Results of a formula for recently changed profiles. Empty without the right to see values. */
  formulaPreview: {
    method: 'POST',
    path: '/profile-field/formula/preview',
    summary: ['ดูตัวอย่างผลของสูตร', 'Preview the results of a formula'],
    permission: ['cdp-core.field.create', 'cdp-core.field.edit'],
    // Reads alone.
    audit: false,
    body: z.strictObject({ formula: ProfileFormula }),
    limit: 'search',
    response: z.object({ data_type: z.enum(dataTypes), samples: z.array(FieldValue) }),
    errors: ['formula_invalid'],
  },
  typePreview: {
    method: 'POST',
    path: '/profile-field/{id}/type/preview',
    summary: ['ดูตัวอย่างการเปลี่ยนชนิดข้อมูลของฟิลด์', 'Preview another type of a field'],
    permission: 'cdp-core.field.edit',
    // Reads alone.
    audit: false,
    params: byId,
    body: z.strictObject({ data_type: z.enum(dataTypes) }),
    limit: 'search',
    response: TypePreview,
    errors: ['field_system'],
  },
  /** It is gone at once; a job clears away more values than a few thousand. */
  delete: {
    method: 'DELETE',
    path: '/profile-field/{id}',
    summary: ['ลบฟิลด์โปรไฟล์', 'Delete a profile field'],
    permission: 'cdp-core.field.delete',
    audit: 'profile_field_deleted',
    params: byId,
    query: FieldDeletion,
    response: JobIfAny,
    errors: ['field_system', 'field_in_use', 'pipeline_busy'],
  },
})
