import { z } from 'zod'
import {
  Direction,
  From,
  Id,
  IdText,
  Keyword,
  ProfileId,
  ProfileIdText,
  pageOf,
  Text,
  Time,
  TimeText,
  To,
  WidePage,
} from '../platform/common.ts'
import { DEFAULT_PAGE_SIZE, MAX_WIDE_PAGE_SIZE } from '../platform/constants.ts'
import { feature } from '../platform/endpoint.ts'
import { dataTypes, systemFields } from '../platform/system-fields.ts'
import { FurtherName } from './further-names.ts'
import { RULE_BYTES, RuleFilter } from './rules.ts'

export const FieldValue = z.union([z.string(), z.number(), z.boolean(), z.null()])

/**
 * A value of a profile. A sensitive one reads as its mask: in a list for people without profile-sensitive.read, of a profile alone
 * for everybody, where `unmask` shows it.
 */
const ProfileValue = z.object({
  id: Id,
  name: z.string(),
  display_name: z.string(),
  data_type: z.enum(dataTypes),
  type: z.enum(['system_profile', 'custom_profile', 'transform_profile']),
  value: FieldValue,
  masked: z.boolean().optional(),
  /** More values of a phone or an e-mail, which merges have kept: a profile alone has them. */
  further: z.array(z.string()).optional(),
  /** The only values of a choice-list field: a profile alone has them. */
  choices: z.array(z.string()).optional(),
})

const LabelChip = z.object({
  id: Id,
  name: z.string(),
  color: z.string(),
  type: z.enum(['general', 'advanced']),
  /** False of one that lists leave out: a profile alone has it. */
  display_enabled: z.boolean().optional(),
})

export const Profile = z.object({
  id: ProfileId,
  fields: z.array(ProfileValue),
  labels: z.array(LabelChip),
  /** Further names, and notes that stood in the cells of names: a profile alone has them. */
  further_names: z.array(FurtherName).optional(),
  created_at: Time,
  updated_at: Time,
  /** For deleted profiles, which can be restored for 30 days. */
  deleted_at: Time.optional(),
  /** For profiles whose data may not be used. */
  restricted_at: Time.optional(),
})
export type Profile = z.infer<typeof Profile>

const LabelIds = z
  .string()
  .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,99}$/)
  .transform((text) => text.split(',').map(Number))

/** Ids of profiles in an address, as `7,12`. */
export const ProfileIds = z
  .string()
  .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,99}$/)
  .transform((text) => text.split(',').map(Number))

/** Filters of a profile list in its address. All but the keyword and `deleted` are short forms of rules. */
const filters = {
  keyword: Keyword.optional(),
  created_from: From.optional(),
  created_to: To.optional(),
  updated_from: From.optional(),
  updated_to: To.optional(),
  /** Profiles that carry any of these labels or segments. */
  labels: LabelIds.optional(),
  /** The data source whose runs made or changed them. */
  source: IdText.optional(),
  /** Lists profiles deleted in the last 30 days instead; needs profile.delete. */
  deleted: z.enum(['true', 'false']).optional(),
}

/** Orders by what customers bought: the time of the last purchase, and the spend of twelve months. */
const purchaseSorts = ['bought_at', 'spent'] as const
const sortColumns = new Set<string>([
  ...['updated_at', 'created_at', ...purchaseSorts],
  ...systemFields.map((field) => field.column),
])

/**
 * `updated_at`, `created_at`, `bought_at`, `spent`, a system field's column, or `field_{id}` of the store's own; camelCase reads the same. A
 * store without amounts of purchases has no order by them.
 */
const ProfileSort = z
  .string()
  .max(60)
  .transform((text) => text.replace(/EN$/, '_en').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  .refine((text) => sortColumns.has(text) || /^field_[1-9]\d{0,8}$/.test(text))
  .default('updated_at')

/** Order of a list. */
export const ProfileOrder = z.strictObject({ sort_by: ProfileSort, sort_dir: Direction.default('desc') })
export type ProfileOrder = z.output<typeof ProfileOrder>

const sorting = { sort_by: ProfileSort, sort_dir: Direction.default('desc') }

const ProfileAddress = WidePage.extend({ ...filters, ...sorting })
export type ProfileAddress = z.output<typeof ProfileAddress>

/** Filter of a list, bulk change or saved view. */
export const ProfileFilter = z.strictObject({
  keyword: Keyword.optional(),
  /** Selects profiles deleted in the last 30 days instead; needs profile.delete. */
  deleted: z.boolean().optional(),
  rule: RuleFilter.optional(),
})
export type ProfileFilter = z.output<typeof ProfileFilter>

/** The list's whole query in a body: a rule fits no address. */
const ProfileQuery = z.strictObject({
  offset: z.int().min(0).max(999_999_999).default(0),
  /** 0 or -1: all rows, up to 1,000. */
  limit: z.int().min(-1).max(MAX_WIDE_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
  ...sorting,
  filter: ProfileFilter.default({}),
  /** `once`: names of fields and labels are sent once, not in each row. */
  names: z.enum(['each', 'once']).default('each'),
  /** False reads only the page: `total` is then the number of rows up to its end. */
  count: z.boolean().default(true),
})
export type ProfileQuery = z.output<typeof ProfileQuery>

export const byProfile = z.strictObject({ id: ProfileIdText })

/** New values of a profile. A text stays as it was typed; phones, dates of either era and numbers with Thai digits are read. */
export const FieldEdits = z
  .array(z.strictObject({ id: Id, value: z.union([Text(40_000), z.number(), z.boolean(), z.null()]) }))
  .max(600)

const LabelIdsBody = z.strictObject({ label_ids: z.array(Id).max(200) })

/** Values of up to 600 fields. */
export const FIELD_EDITS_BYTES = 1024 * 1024

const instants = new Set<unknown>([undefined, 'updated_at', 'updatedAt', 'created_at', 'createdAt'])

/** A page in the order of its times comes from an index; what narrows the list or sorts it otherwise may look at everybody. */
const listLimit = (query: Readonly<Record<string, unknown>>) =>
  instants.has(query.sort_by) && Object.keys(filters).every((key) => query[key] === undefined) ? 'read' : 'search'

const ProfilePage = pageOf(Profile).extend({ total_all: z.int() })
export type ProfilePage = z.infer<typeof ProfilePage>

const PlainProfile = Profile.extend({
  fields: z.array(ProfileValue.pick({ id: true, value: true, masked: true })),
  labels: z.array(Id),
})

/** The same with each name once: rows refer to fields and labels by id. */
const PlainPage = z.object({
  // First, so that the other shape ends at its first key.
  fields: z.array(ProfileValue.pick({ id: true, name: true, display_name: true, data_type: true, type: true })),
  labels: z.array(LabelChip),
  ...pageOf(PlainProfile).extend({ total_all: z.int() }).shape,
})
export type PlainPage = z.infer<typeof PlainPage>

const read = 'cdp-core.profile.read'
const edit = 'cdp-core.profile.edit'
const remove = 'cdp-core.profile.delete'

export const profiles = feature({
  /** Rows carry the fields that have a value; `total_all` counts the whole store. */
  list: {
    method: 'GET',
    path: '/profile',
    summary: ['อ่านรายชื่อลูกค้า', 'List customers'],
    permission: read,
    // Columns in memory may be newer than a snapshot.
    snapshot: false,
    query: ProfileAddress,
    limit: listLimit,
    response: ProfilePage,
    errors: ['sort_too_many'],
  },
  /** The same by a rule. An id in it that the store does not have is not_found, a sensitive field asks for profile-sensitive.read. */
  query: {
    method: 'POST',
    path: '/profile/query',
    summary: ['อ่านรายชื่อลูกค้าตามเงื่อนไข', 'List customers that match a condition'],
    permission: read,
    reads: true,
    audit: false,
    bodyBytes: RULE_BYTES,
    body: ProfileQuery,
    limit: 'search',
    response: z.union([PlainPage, ProfilePage]),
    errors: ['sort_too_many'],
  },
  /** `values_invalid` names each field that can't be saved, with a sentence. */
  create: {
    method: 'POST',
    path: '/profile',
    summary: ['เพิ่มลูกค้า', 'Add a customer'],
    permission: 'cdp-core.profile.create',
    audit: 'profile_created',
    bodyBytes: FIELD_EDITS_BYTES,
    body: z.strictObject({ fields: FieldEdits, label_ids: z.array(Id).max(200).default([]) }),
    response: Profile,
    errors: ['values_invalid', 'profile_locked', 'label_type_invalid'],
  },
  /** Tells whether values may be written now, and what blocks them. */
  editable: {
    method: 'GET',
    path: '/profile/editable',
    summary: ['ตรวจว่าแก้ไขข้อมูลลูกค้าได้หรือไม่', 'Check if customers can be changed now'],
    permission: read,
    response: z.object({
      editable: z.boolean(),
      run: z
        .object({
          datasource_id: Id,
          name: z.string(),
          kind: z.enum(['run', 'undo']),
          /** 0 to 1. */
          progress: z.number(),
          /** Seconds that are left; null before there is a pace. */
          eta: z.number().nullable(),
          started_at: Time.nullable(),
        })
        .nullable(),
    }),
  },
  /** Up to 20 distinct values of a field that begin with `value`, for offering while typing; `field` is a field's name. */
  searchField: {
    method: 'GET',
    path: '/profile/search/{field}',
    summary: ['แนะนำค่าของฟิลด์โปรไฟล์', 'Suggest values of a profile field'],
    permission: read,
    params: z.strictObject({ field: Text(100) }),
    query: z.strictObject({ value: Text(1000).default('') }),
    limit: 'search',
    response: z.object({ data: z.array(FieldValue) }),
  },
  /** Live profiles that have this phone or e-mail already, as a hint while one is typed. */
  same: {
    method: 'GET',
    path: '/profile/same',
    summary: ['หาลูกค้าที่ใช้เบอร์โทรหรืออีเมลนี้', 'Find customers with this phone or email'],
    permission: read,
    query: z.strictObject({ phone: Text(100).optional(), email: Text(320).optional() }),
    limit: 'search',
    response: z.object({
      data: z.array(z.object({ id: ProfileId, name: z.string(), by: z.enum(['phone', 'email']) })),
    }),
  },
  /** Every field of the store, empty ones included. */
  get: {
    method: 'GET',
    path: '/profile/{id}',
    summary: ['อ่านข้อมูลลูกค้า', 'Read a customer'],
    permission: read,
    params: byProfile,
    response: Profile,
    errors: ['profile_merged'],
  },
  /** Saves the fields that are given. */
  update: {
    method: 'PUT',
    path: '/profile/{id}',
    summary: ['แก้ไขข้อมูลลูกค้า', 'Change a customer'],
    permission: edit,
    audit: 'profile_changed',
    params: byProfile,
    bodyBytes: FIELD_EDITS_BYTES,
    body: z.strictObject({
      fields: FieldEdits,
      /** updated_at as it was read. */
      origin_time: TimeText,
    }),
    response: Profile,
    stale: Profile,
    errors: ['values_invalid', 'profile_locked'],
  },
  /** It can be brought back for 30 days. */
  delete: {
    method: 'DELETE',
    path: '/profile/{id}',
    summary: ['ลบลูกค้า', 'Delete a customer'],
    permission: remove,
    audit: 'profile_deleted',
    params: byProfile,
    errors: ['profile_locked'],
  },
  restore: {
    method: 'POST',
    path: '/profile/{id}/restore',
    summary: ['กู้คืนลูกค้าที่ลบ', 'Restore a deleted customer'],
    permission: remove,
    audit: 'profile_restored',
    params: byProfile,
    response: Profile,
    errors: ['profile_locked'],
  },
  /** One sensitive value in full. It is written into the audit log who asked for it. */
  unmask: {
    method: 'POST',
    path: '/profile/{id}/unmask',
    summary: ['แสดงค่าที่ปิดบัง', 'Show a masked value'],
    permission: 'cdp-core.profile-sensitive.read',
    audit: 'value_unmasked',
    params: byProfile,
    body: z.strictObject({ field_id: Id }),
    response: z.object({ value: FieldValue }),
  },
  /** The general labels become exactly these; segments follow their own rule and stay. */
  setLabels: {
    method: 'PUT',
    path: '/profile/{id}/label',
    summary: ['กำหนดป้ายกำกับของลูกค้า', 'Set the labels of a customer'],
    permission: edit,
    audit: 'profile_labelled',
    params: byProfile,
    body: LabelIdsBody,
    response: Profile,
    errors: ['label_type_invalid'],
  },
  addLabels: {
    method: 'POST',
    path: '/profile/{id}/label',
    summary: ['ติดป้ายกำกับให้ลูกค้า', 'Add labels to a customer'],
    permission: edit,
    audit: 'profile_labelled',
    params: byProfile,
    body: LabelIdsBody,
    response: Profile,
    errors: ['label_type_invalid'],
  },
  removeLabel: {
    method: 'DELETE',
    path: '/profile/{id}/label/{label}',
    summary: ['นำป้ายกำกับออกจากลูกค้า', 'Remove a label from a customer'],
    permission: edit,
    audit: 'profile_labelled',
    params: byProfile.extend({ label: IdText }),
    response: Profile,
    errors: ['label_type_invalid'],
  },
})
