import { z } from 'zod'
import { byId, Day, Id, IdText, NamedRow, Page, ProfileId, pageOf, Text, Time, TimeText } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { JobStarted, jobsOf } from '../platform/job.ts'
import { notice, ofJob } from '../platform/notice.ts'

/** Rights of customers over their data (PDPA sections 19 and 30 to 36). */
export const requestKinds = ['see', 'copy', 'correct', 'object', 'restrict', 'erase', 'withdraw'] as const
/** Ways in which a request arrived. Staff write down all but `my_data`. */
export const requestSources = ['branch', 'phone', 'email', 'line', 'my_data'] as const
const staffSources = ['branch', 'phone', 'email', 'line'] as const
/** Steps that are next. `approval`: a second person confirms an erasure. */
const requestSteps = ['identity', 'data', 'decision', 'approval', 'answer', 'done'] as const
/** Facts that the shop has and compares, never a copy of an identity card. */
export const identityChecks = [
  ...['called_back', 'line_chat', 'last_purchase', 'order_number', 'birth_date', 'member_card', 'known_to_staff'],
] as const
export const requestDecisions = ['all', 'without_others', 'refused'] as const
export const answerWays = ['line', 'mail', 'counter'] as const

const copyFormats = ['json', 'html'] as const

/** Law: 30 days, which a store may shorten. */
export const REQUEST_DAYS = 30
/** Days before the due day at which the store is reminded. */
export const REMINDED_DAYS = [7, 3] as const
/** Days for which a copy is kept. */
export const COPY_DAYS = 30
/** Profiles of one person. */
export const MAX_REQUEST_PROFILES = 10

const words = (max: number) => Text(max).transform((text) => text.trim())
const Reason = words(500).refine((text) => text !== '')

const Act = z.object({ at: Time, by: NamedRow.nullable() })

const PrivacyRequest = z.object({
  id: Id,
  kind: z.enum(requestKinds),
  source: z.enum(requestSources),
  /** Branch, or other place of the source, in the words of staff. */
  place: z.string(),
  /** The customer's words, or a note. Empty after an erasure. */
  words: z.string(),
  received_at: Time,
  recorded: Act,
  due_at: Time,
  /** Days from the receipt to the due day. */
  days: z.int(),
  /** Negative when it is late. */
  days_left: z.int(),
  extended: Act.extend({ days: z.int(), reason: z.string() }).nullable(),
  step: z.enum(requestSteps),
  /** Profiles that the person has now. Empty after an erasure. */
  profiles: z.array(z.object({ id: ProfileId, name: z.string(), restricted: z.boolean() })),
  assignee: NamedRow.nullable(),
  /** Purposes to withdraw from; empty for all. */
  purpose_ids: z.array(Id),
  identity: Act.extend({
    way: z.enum(['line_login', 'personal_link', 'checklist']),
    checks: z.array(z.string()),
  }).nullable(),
  decision: Act.extend({
    decision: z.enum(requestDecisions),
    reason: z.string(),
    /** Second person of an erasure. */
    approved: Act.nullable(),
  }).nullable(),
  copy: z
    .object({ job_id: Id, made_at: Time.nullable(), bytes: z.int().nullable(), expires_at: Time.nullable() })
    .nullable(),
  answer: Act.extend({
    way: z.enum(answerWays),
    text: z.string(),
    /** Null unless the way is LINE, and until its outcome is known. */
    delivered: z.boolean().nullable(),
  }).nullable(),
  /** Null while it is open. `erased`: the person was erased before it was answered. */
  outcome: z.enum(['done', 'refused', 'erased']).nullable(),
  closed_at: Time.nullable(),
  /** Days from the receipt to the end. */
  days_taken: z.int().nullable(),
  updated_at: Time,
})
export type PrivacyRequest = z.infer<typeof PrivacyRequest>

const counts = z.object(
  Object.fromEntries(requestKinds.map((kind) => [kind, z.int()])) as Record<(typeof requestKinds)[number], z.ZodInt>,
)

/** Found data of the request's profiles. */
const Found = z.object({
  at: Time,
  values: z.int(),
  purchases: z.int(),
  activities: z.int(),
  notes: z.int(),
  messages: z.int(),
  consents: z.int(),
  labels: z.int(),
  segments: z.int(),
  changes: z.int(),
  /** Files that brought rows about the person. */
  files: z.int(),
  exports: z.int(),
  /** Programs that sent the person. */
  programs: z.int(),
  /** Viewers of sensitive values, by role, way and day. */
  readings: z.int(),
  chats: z.int(),
  /** Texts with names or keys of other customers, which a copy hides. The first 20. */
  others: z.array(z.object({ kind: z.enum(['activity', 'request']), id: ProfileId, at: Time, hidden: z.int() })),
  others_total: z.int(),
})

const read = 'cdp-core.privacy.read'
const manage = 'cdp-core.privacy.manage'
const people = 'cdp-core.profile.read'

const Setting = z.object({
  days: z.int().min(1).max(REQUEST_DAYS),
  erase_needs_two: z.boolean(),
  updated_at: Time.nullable(),
})

const copyNotice = notice({
  ...ofJob,
  kind: 'privacy_copy_ended',
  topic: 'store',
  readBy: read,
  leadsTo: { screen: 'setting-privacy' },
})

export const privacyRequestJobs = jobsOf({
  privacy_copy: {
    permissions: [manage],
    visibleTo: read,
    title: { th: 'ทำสำเนาข้อมูลของลูกค้า', en: 'Copy the data of a customer' },
    counts: 'records',
    locksProfiles: false,
    cancellable: true,
    notice: copyNotice,
  },
})

export const privacyRequestDueNotice = notice({
  kind: 'privacy_request_due',
  topic: 'store',
  readBy: read,
  leadsTo: { screen: 'setting-privacy' },
  data: ['request_id', 'days'],
  names: {},
  says: {
    completed: {
      title: { th: 'คำขอเลขที่ {request_id} เหลือ {days} วัน', en: 'Request no. {request_id} is due in {days} days' },
      text: { th: 'ตอบลูกค้าก่อนครบกำหนด', en: 'Answer the customer before it is late.' },
    },
    failed: {
      title: { th: 'คำขอเลขที่ {request_id} เลยกำหนดแล้ว', en: 'Request no. {request_id} is late' },
      text: { th: 'ตอบลูกค้าและบันทึกเหตุผล', en: 'Answer the customer and note why.' },
    },
  },
})

/** Requests of customers about their data: on a clock, decided with a reason, kept after an erasure without the person's values. */
export const privacyRequests = feature({
  /** Open ones by due day, closed ones by their end. Counts are those of all open ones. */
  list: {
    method: 'GET',
    path: '/privacy/request',
    summary: ['อ่านรายการคำขอของเจ้าของข้อมูล', 'List privacy requests'],
    permission: read,
    alsoRequires: people,
    query: Page.extend({
      status: z.enum(['open', 'closed']).default('open'),
      kind: z.enum(requestKinds).optional(),
      assignee_id: IdText.optional(),
    }),
    response: pageOf(PrivacyRequest).extend({
      open: z.object({ total: z.int(), due_soon: z.int(), late: z.int(), kinds: counts }),
      /** Closed within twelve months. */
      closed: z.object({
        total: z.int(),
        average_days: z.number().nullable(),
        most_days: z.int().nullable(),
        late: z.int(),
      }),
      assignees: z.array(NamedRow),
    }),
  },
  create: {
    method: 'POST',
    path: '/privacy/request',
    summary: ['บันทึกคำขอของเจ้าของข้อมูล', 'Record a privacy request'],
    permission: manage,
    alsoRequires: people,
    audit: 'privacy_request_recorded',
    body: z.strictObject({
      kind: z.enum(requestKinds),
      source: z.enum(staffSources),
      place: words(100).default(''),
      words: words(2000).default(''),
      /** Day of the receipt in the store's zone; today when left out. Not in the future, and at most 30 days ago. */
      received_on: Day.optional(),
      profile_ids: z.array(ProfileId).min(1).max(MAX_REQUEST_PROFILES),
      purpose_ids: z.array(Id).max(100).default([]),
      assignee_id: Id.nullable().default(null),
    }),
    response: PrivacyRequest,
  },
  get: {
    method: 'GET',
    path: '/privacy/request/{id}',
    summary: ['อ่านคำขอของเจ้าของข้อมูล', 'Read a privacy request'],
    permission: read,
    alsoRequires: people,
    params: byId,
    response: PrivacyRequest,
  },
  /** Changes what was written down, or who looks after it. Profiles and kind of a decided one stay. */
  change: {
    method: 'PATCH',
    path: '/privacy/request/{id}',
    summary: ['แก้ไขหรือมอบหมายคำขอ', 'Change or assign a privacy request'],
    permission: manage,
    alsoRequires: people,
    audit: 'privacy_request_changed',
    params: byId,
    body: z.strictObject({
      origin_time: TimeText,
      assignee_id: Id.nullable().optional(),
      place: words(100).optional(),
      words: words(2000).optional(),
      profile_ids: z.array(ProfileId).min(1).max(MAX_REQUEST_PROFILES).optional(),
      purpose_ids: z.array(Id).max(100).optional(),
    }),
    response: PrivacyRequest,
    stale: PrivacyRequest,
    errors: ['request_step'],
  },
  identify: {
    method: 'POST',
    path: '/privacy/request/{id}/identity',
    summary: ['ยืนยันตัวตนของผู้ขอ', 'Confirm the identity of a requester'],
    permission: manage,
    alsoRequires: people,
    audit: 'privacy_request_identified',
    params: byId,
    body: z.strictObject({ checks: z.array(z.enum(identityChecks)).min(1).max(identityChecks.length) }),
    response: PrivacyRequest,
    errors: ['request_step'],
  },
  /** Counts what the store has of the person, and the places that name other customers. */
  data: {
    method: 'GET',
    path: '/privacy/request/{id}/data',
    summary: ['ค้นข้อมูลของผู้ขอ', 'Find the data of a requester'],
    permission: manage,
    alsoRequires: people,
    limit: 'search',
    params: byId,
    response: Found,
  },
  /** Makes the copy, or makes it once more. It holds sensitive values, for they are the customer's. */
  copy: {
    method: 'POST',
    path: '/privacy/request/{id}/copy',
    summary: ['ทำสำเนาข้อมูลของผู้ขอ', 'Make a copy of the data'],
    permission: manage,
    alsoRequires: 'cdp-core.profile-sensitive.read',
    audit: 'privacy_copy_started',
    params: byId,
    response: JobStarted,
    errors: ['request_step'],
  },
  download: {
    method: 'GET',
    path: '/privacy/request/{id}/copy/{format}',
    summary: ['ดาวน์โหลดสำเนาข้อมูล', 'Download a copy of the data'],
    permission: manage,
    alsoRequires: 'cdp-core.profile-sensitive.read',
    audit: 'privacy_copy_downloaded',
    params: byId.extend({ format: z.enum(copyFormats) }),
    download: true,
  },
  /** Decides once. Granted: restricts, objects, withdraws or erases at once. Of two people at once the later gets `request_decided`. */
  decide: {
    method: 'POST',
    path: '/privacy/request/{id}/decide',
    summary: ['ตัดสินคำขอ', 'Decide a privacy request'],
    permission: manage,
    alsoRequires: people,
    audit: 'privacy_request_decided',
    params: byId,
    body: z.strictObject({ decision: z.enum(requestDecisions), reason: Reason }),
    response: PrivacyRequest,
    errors: ['request_step', 'request_decided', 'profile_locked'],
  },
  /** Confirms an erasure as a second person, and starts it. */
  approve: {
    method: 'POST',
    path: '/privacy/request/{id}/approve',
    summary: ['ยืนยันการลบเป็นคนที่สอง', 'Confirm an erasure as a second person'],
    permission: manage,
    alsoRequires: people,
    audit: 'privacy_request_approved',
    params: byId,
    response: PrivacyRequest,
    errors: ['request_step', 'request_own_approval', 'profile_locked'],
  },
  /** Answers and closes it. LINE: sent to the linked account, once; the outcome follows. */
  answer: {
    method: 'POST',
    path: '/privacy/request/{id}/answer',
    summary: ['ตอบคำขอ', 'Answer a privacy request'],
    permission: manage,
    alsoRequires: people,
    audit: 'privacy_request_answered',
    transaction: false,
    params: byId,
    body: z.strictObject({ way: z.enum(answerWays), text: words(2000).default('') }),
    response: PrivacyRequest,
    errors: ['request_step', 'request_line_missing', 'broadcast_account', 'broadcast_refused', 'channel_unreachable'],
  },
  /** Extends the due day once, by up to 30 days, with a reason that the customer is entitled to. */
  extend: {
    method: 'POST',
    path: '/privacy/request/{id}/extend',
    summary: ['ขยายเวลาของคำขอ', 'Extend a privacy request'],
    permission: manage,
    alsoRequires: people,
    audit: 'privacy_request_extended',
    params: byId,
    body: z.strictObject({ days: z.int().min(1).max(REQUEST_DAYS), reason: Reason }),
    response: PrivacyRequest,
    errors: ['request_step'],
  },
  setting: {
    method: 'GET',
    path: '/privacy/request-setting',
    summary: ['อ่านการตั้งค่าของคำขอ', 'Read the settings of requests'],
    permission: read,
    response: Setting,
  },
  saveSetting: {
    method: 'PUT',
    path: '/privacy/request-setting',
    summary: ['แก้ไขการตั้งค่าของคำขอ', 'Change the settings of requests'],
    permission: manage,
    audit: 'privacy_request_setting_changed',
    body: Setting.omit({ updated_at: true }).strict(),
    response: Setting,
  },
})
