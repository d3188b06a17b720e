import { z } from 'zod'
import {
  byId,
  Day,
  Direction,
  From,
  Id,
  IdText,
  type InInstants,
  Moment,
  Page,
  ProfileId,
  pageOf,
  sortBy,
  Text,
  Time,
  To,
} from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { isPlainText, isVisible } from '../platform/names.ts'
import { dataTypes } from '../platform/system-fields.ts'
import { Source } from './history.ts'
import { byProfile, FIELD_EDITS_BYTES, FieldEdits, FieldValue, ProfileIds } from './profiles.ts'

/** The type of activity that notes are written as, by its name in the list of a profile; it belongs to every store. */
export const NOTE_MAX_LENGTH = 2000

export const ProfileActivity = z.object({
  id: z.int().positive(),
  type: z.object({ id: Id, name: z.string() }),
  activity_at: Time,
  fields: z.array(
    z.object({ id: Id, name: z.string(), display_name: z.string(), data_type: z.enum(dataTypes), value: FieldValue }),
  ),
  source: Source,
  created_at: Time,
})
export type ProfileActivity = z.infer<typeof ProfileActivity>

/** An activity in the list of its customer. */
export const ListedActivity = ProfileActivity.extend({
  /** State of a note; null of every other activity. */
  note: z
    .object({
      pinned: z.boolean(),
      /** Due date of the follow-up. */
      follow_on: Day.nullable(),
      followed_at: Time.nullable(),
    })
    .nullable(),
})
export type ListedActivity = z.infer<typeof ListedActivity>

/** Note with the due date of a follow-up. */
const FollowUp = z.object({
  activity_id: z.int().positive(),
  text: z.string(),
  follow_on: Day,
  by: z.string().nullable(),
})

/** Pinned notes that a summary shows. */
export const MAX_PINNED = 3

/** Summary of a customer's activities. */
export const ProfileSummary = z.object({
  /** Types with a sum first, then those with most; notes are none of them. `total`: what was paid, null of a type without money. */
  types: z.array(
    z.object({
      id: Id,
      name: z.string(),
      count: z.int(),
      last_at: Time,
      total: z.number().nullable(),
      /** The store's own type for visits. */
      visit: z.boolean(),
    }),
  ),
  last_note: z.object({ text: z.string(), at: Time, by: z.string().nullable() }).nullable(),
  /** The newest pinned notes. */
  pinned_notes: z.array(
    z.object({ activity_id: z.int().positive(), text: z.string(), at: Time, by: z.string().nullable() }),
  ),
  /** Follow-ups that are not done, the earliest first. */
  follow_ups: z.array(FollowUp),
  /** The types that the store's people write by hand most. `empty`: it has no field to fill in. */
  offered: z.array(z.object({ id: Id, name: z.string(), empty: z.boolean() })),
})
export type ProfileSummary = z.infer<typeof ProfileSummary>

export const ProfileActivityQuery = Page.extend({
  activity_date_from: From.optional(),
  activity_date_to: To.optional(),
  /** `activity_date` is the field that `activity_at` answers. */
  sort_by: sortBy(['activity_at', 'activity_date', 'created_at'], 'activity_at'),
  sort_dir: Direction.default('desc'),
})
export type ProfileActivityQuery = InInstants<z.output<typeof ProfileActivityQuery>>

/** For acts that wait on a device: when they happened, and a key by which a repetition records nothing. */
const fromDevice = {
  /** Now, when left out. A moment that has not come counts as now. */
  activity_at: Moment.optional(),
  idempotency_key: z.uuid().optional(),
}

/** Most that a sale may cost. */
const MAX_SALE = 999_999_999

const permission = 'cdp-core.profile.read'

export const profileActivities = feature({
  /** Last purchase and spend of twelve months, of up to 100 customers; null if the store has no amounts of purchases. */
  purchases: {
    method: 'GET',
    path: '/profile/purchases',
    summary: ['อ่านการซื้อล่าสุดและยอดซื้อของลูกค้า', 'Read last purchases and spend of customers'],
    permission,
    query: z.strictObject({ profiles: ProfileIds }),
    response: z.object({
      data: z.array(z.object({ profile_id: ProfileId, bought_at: Time, spent: z.number() })).nullable(),
    }),
  },
  /** Lists activities of one type, or of all if `activity_id` is 0. */
  list: {
    method: 'GET',
    path: '/profile/{id}/activity/{activity_id}',
    summary: ['อ่านรายการกิจกรรมของลูกค้า', 'List activities of a customer'],
    permission,
    params: byProfile.extend({ activity_id: z.union([z.literal('0').transform(() => 0), IdText]) }),
    query: ProfileActivityQuery,
    response: pageOf(ListedActivity),
  },
  /** Counts activities of the profile by type, the largest first. */
  types: {
    method: 'GET',
    path: '/profile/{id}/activity',
    summary: ['นับกิจกรรมของลูกค้าตามประเภท', 'Count activities of a customer by type'],
    permission,
    params: byProfile,
    response: z.object({ data: z.array(z.object({ id: Id, name: z.string(), count: z.int(), last_at: Time })) }),
  },
  /** Summary of the profile for staff who serve the customer. */
  summary: {
    method: 'GET',
    path: '/profile/{id}/summary',
    summary: ['อ่านสรุปของลูกค้า', 'Read the summary of a customer'],
    permission,
    params: byProfile,
    response: ProfileSummary,
  },
  /** Records a visit at once, as an activity of the store's own type for visits. */
  visit: {
    method: 'POST',
    path: '/profile/{id}/visit',
    summary: ['บันทึกว่ามาที่ร้าน', 'Record a visit'],
    permission: 'cdp-core.profile.edit',
    audit: 'visit_created',
    params: byProfile,
    body: z.strictObject(fromDevice).default({}),
    response: ProfileActivity,
    errors: ['already_exists'],
  },
  /** Records a purchase, as an activity of the store's own type of purchases. */
  sale: {
    method: 'POST',
    path: '/profile/{id}/sale',
    summary: ['บันทึกการซื้อ', 'Record a purchase'],
    permission: 'cdp-core.profile.edit',
    audit: 'sale_created',
    params: byProfile,
    body: z.strictObject({
      /** Baht, rounded to the satang. */
      amount: z.number().min(0).max(MAX_SALE),
      bill_number: Text(100)
        .transform((text) => text.trim())
        .refine(isPlainText)
        .optional(),
      ...fromDevice,
    }),
    response: ProfileActivity,
    errors: ['already_exists'],
  },
  /** One written by hand: a visit, a purchase, any type there is. */
  create: {
    method: 'POST',
    path: '/profile/{id}/activity',
    summary: ['เพิ่มกิจกรรม', 'Add an activity'],
    permission: 'cdp-core.profile.edit',
    audit: 'activity_created',
    params: byProfile,
    bodyBytes: FIELD_EDITS_BYTES,
    body: z.strictObject({
      activity_type_id: Id,
      /** Now, when left out. */
      activity_at: Moment.optional(),
      fields: FieldEdits.default([]),
      idempotency_key: fromDevice.idempotency_key,
    }),
    response: ProfileActivity,
    errors: ['values_invalid', 'already_exists'],
  },
  /** Takes away one that was written by hand. */
  delete: {
    method: 'DELETE',
    path: '/profile/{id}/activity/{activity_id}',
    summary: ['ลบกิจกรรม', 'Delete an activity'],
    permission: 'cdp-core.profile.edit',
    audit: 'activity_deleted',
    params: byProfile.extend({ activity_id: IdText }),
  },
  /** A few words about a customer; kept as an activity of the store's own type for notes. */
  note: {
    method: 'POST',
    path: '/profile/{id}/note',
    summary: ['เพิ่มโน้ต', 'Add a note'],
    permission: 'cdp-core.profile.edit',
    audit: 'note_created',
    params: byProfile,
    body: z.strictObject({
      text: Text(NOTE_MAX_LENGTH)
        .transform((text) => text.trim())
        .refine((text) => isVisible(text) && isPlainText(text)),
      pinned: z.boolean().default(false),
      /** Due date of the follow-up. */
      follow_on: Day.optional(),
      ...fromDevice,
    }),
    response: ProfileActivity,
    errors: ['already_exists'],
  },
  /** Pins a note, sets or removes the day of its follow-up, or says that this is done. What is left out stays. */
  markNote: {
    method: 'PATCH',
    path: '/profile/{id}/note/{activity_id}',
    summary: ['ปักหมุด ติดตาม หรือทำโน้ตให้เสร็จ', 'Pin, follow up or finish a note'],
    permission: 'cdp-core.profile.edit',
    audit: 'note_marked',
    params: byProfile.extend({ activity_id: IdText }),
    body: z.strictObject({
      pinned: z.boolean().optional(),
      follow_on: Day.nullable().optional(),
      done: z.boolean().optional(),
    }),
  },
  /** Follow-ups that are due and not done, of all customers, the earliest first. */
  followUps: {
    method: 'GET',
    path: '/follow-up',
    summary: ['อ่านรายการติดตามที่ถึงกำหนด', 'List follow-ups that are due'],
    permission,
    query: Page,
    response: pageOf(FollowUp.extend({ profile: z.object({ id: ProfileId, name: z.string() }) })),
  },
  /** Up to 20 distinct values of a field of this type of activity that begin with `value`; `field` is the field's name. */
  searchField: {
    method: 'GET',
    path: '/activity/type/{id}/search/{field}',
    summary: ['แนะนำค่าของฟิลด์กิจกรรม', 'Suggest values of an activity field'],
    permission,
    params: byId.extend({ field: Text(100) }),
    query: z.strictObject({ value: Text(1000).default('') }),
    limit: 'search',
    response: z.object({ data: z.array(FieldValue) }),
  },
})
