import { z } from 'zod'
import { byId, Id, NamedRow, ProfileId, Time } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'

/** Kinds of data with a period of their own. Messages: entries of chats with the store. */
export const retentionKinds = ['activity', 'note', 'message'] as const
export type RetentionKind = (typeof retentionKinds)[number]

/**
 * Months that a store may choose. Activities: rehearsals and figures look back a year. Chats: 90 days by the Computer Crime Act. At most:
 * the general prescription of ten years.
 */
export const retentionBounds: Readonly<Record<RetentionKind, readonly [least: number, most: number]>> = {
  activity: [13, 120],
  note: [3, 120],
  message: [3, 120],
}

/** Days for which hidden data can be put back. */
export const PUT_BACK_DAYS = 7

const Rule = z.object({
  kind: z.enum(retentionKinds),
  /** Null: kept without an end. */
  months: z.int().nullable(),
  least: z.int(),
  most: z.int(),
  updated_at: Time.nullable(),
  updated_by: NamedRow.nullable(),
})

/** Rows of one kind that were hidden on one day of the store's calendar. */
const Round = z.object({
  id: Id,
  kind: z.enum(retentionKinds),
  started_at: Time,
  /** Rows that happened before it were hidden. */
  before: Time,
  rows: z.int(),
  /** End of the days in which it can be put back. */
  gone_from: Time,
  state: z.enum(['hidden', 'returning', 'back', 'gone']),
  /** Rows that were put back; the others were sent once more, or their customer is no longer there. */
  put_back: z.int(),
  put_back_by: NamedRow.nullable(),
})
export type RetentionRound = z.infer<typeof Round>

const Retention = z.object({
  rules: z.array(Rule),
  /** The newest first. */
  rounds: z.array(Round),
  /** Periods that the product keeps to in every store. */
  fixed: z.array(z.object({ key: z.string(), days: z.int() })),
  /** Types of activities that customers have: the rule of customers without any names them all. */
  activity_types: z.array(Id),
})

const Months = z.int().min(1).max(120)
const kindAndMonths = { kind: z.enum(retentionKinds), months: Months }

const read = 'cdp-core.privacy.read'
const manage = 'cdp-core.privacy.manage'

/** Periods after which data is hidden for 7 days and then deleted. All are off until a store sets them. */
export const privacyRetention = feature({
  get: {
    method: 'GET',
    path: '/privacy/retention',
    summary: ['อ่านระยะเวลาเก็บข้อมูล', 'Read the retention periods'],
    permission: read,
    response: Retention,
  },
  /** Turned on or shortened, it acts within minutes, and then each day. Rows of imports, merges and corrections that can be undone wait. */
  save: {
    method: 'PUT',
    path: '/privacy/retention',
    summary: ['ตั้งระยะเวลาเก็บข้อมูล', 'Set a retention period'],
    permission: manage,
    audit: 'retention_changed',
    body: z.strictObject({ ...kindAndMonths, months: Months.nullable() }),
    response: Retention,
    errors: ['retention_bounds'],
  },
  /** Counts what a period would hide today, with the oldest examples. */
  preview: {
    method: 'GET',
    path: '/privacy/retention/preview',
    summary: ['ดูข้อมูลที่จะพ้นระยะเวลาเก็บ', 'Preview what a period would hide'],
    permission: read,
    alsoRequires: 'cdp-core.profile.read',
    limit: 'search',
    query: z.strictObject({ kind: z.enum(retentionKinds), months: z.coerce.number().pipe(Months) }),
    response: z.object({
      before: Time,
      rows: z.int(),
      /** As old, but they can still be undone, or are pinned or to be followed up. */
      waiting: z.int(),
      examples: z.array(z.object({ profile_id: ProfileId, name: z.string(), type: z.string(), at: Time })),
    }),
  },
  /** Puts the rows of a round back and turns the period of their kind off. */
  putBack: {
    method: 'POST',
    path: '/privacy/retention/round/{id}/put-back',
    summary: ['นำข้อมูลที่ซ่อนกลับมา', 'Put hidden data back'],
    permission: manage,
    audit: 'retention_put_back',
    params: byId,
    response: Retention,
    errors: ['retention_gone'],
  },
})
