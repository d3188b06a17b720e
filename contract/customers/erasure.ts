import { z } from 'zod'
import { byId, Id, Page, ProfileId, pageOf, Time } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { JobStarted, jobsOf } from '../platform/job.ts'
import { notice, ofJob } from '../platform/notice.ts'
import { byProfile } from './profiles.ts'

/** Maximum customers of one erasure job, which holds all their keys in memory. */
export const MAX_ERASED_AT_ONCE = 100

/** Places that an erasure lists at most. */
export const MAX_MENTIONS = 1000

/** Place where the name of an erased customer may remain in text about others. Contains the location, not the text. */
const Mention = z.object({
  id: Id,
  /** The number that the erased profile had. */
  erased_id: ProfileId,
  /** The kind of thing: activity, profile_view, label, ... */
  place: z.string(),
  /** Which one: its id, or what tells it apart. */
  key: z.string(),
  /** The part of it: name, description, fields, ... */
  field: z.string(),
  /** The customer it is about, when it is about one. */
  profile_id: ProfileId.nullable(),
  found_at: Time,
  /** Decision; null while pending. */
  outcome: z.enum(['kept', 'cleaned']).nullable(),
  settled_at: Time.nullable(),
})

const erasureNotice = notice({
  ...ofJob,
  kind: 'erasure_ended',
  topic: 'profile',
  readBy: 'cdp-core.privacy.manage',
  leadsTo: { screen: 'profile-erasure' },
})

export const profileErasureJobs = jobsOf({
  profile_erase: {
    permissions: ['cdp-core.privacy.manage'],
    visibleTo: 'cdp-core.profile.read',
    title: { th: 'ลบข้อมูลส่วนบุคคลถาวรตามคำขอ', en: 'Erase personal data on request' },
    // Searched files and tables.
    counts: 'records',
    locksProfiles: true,
    // Half-way a person is gone from one place and not from another.
    cancellable: false,
    notice: erasureNotice,
  },
})

export const profileErasure = feature({
  /**
   * Forgets a person for good (PDPA section 33): values, activities, history, records of imports and the rows of uploaded files.
   * A keyed hash of what tells the person apart stays, so that a later import notices and counts it. It can't be undone. Erasures of a store
   * wait for each other, and for bulk changes; a second request for the same person answers the job of the first.
   */
  erase: {
    method: 'POST',
    path: '/profile/{id}/erase',
    summary: ['ลบข้อมูลส่วนบุคคลของลูกค้าถาวร', 'Erase personal data of a customer'],
    permission: 'cdp-core.privacy.manage',
    audit: 'profile_erasure_started',
    params: byProfile,
    body: z.strictObject({
      /** The profile's id again, as typed or confirmed by the user. */
      confirm: z.literal(true),
    }),
    response: JobStarted,
    errors: ['profile_locked'],
  },
  /**
   * Erases several people in one job, which reads each file and table once. People with a job already keep theirs. Unknown ids, and those of
   * erased people, are named in the answer.
   */
  eraseSeveral: {
    method: 'POST',
    path: '/privacy/erasure',
    summary: ['ลบข้อมูลส่วนบุคคลของลูกค้าหลายรายถาวร', 'Erase personal data of several customers'],
    permission: 'cdp-core.privacy.manage',
    audit: 'profile_erasures_started',
    body: z.strictObject({ profile_ids: z.array(ProfileId).min(1).max(MAX_ERASED_AT_ONCE), confirm: z.literal(true) }),
    response: z.object({
      started: z.array(z.object({ profile_id: ProfileId, job_id: Id })),
      not_found: z.array(ProfileId),
    }),
    errors: ['profile_locked'],
  },
  /** Places with possible names of erased people: pending ones, the newest first, or settled ones. */
  mentions: {
    method: 'GET',
    path: '/privacy/erasure/mention',
    summary: ['อ่านรายการชื่อที่อาจยังเหลืออยู่', 'List names that may remain'],
    permission: 'cdp-core.privacy.manage',
    query: Page.extend({ status: z.enum(['open', 'settled']).default('open') }),
    response: pageOf(Mention),
  },
  /** Stores the review of a place: its text stays (kept) or was changed (cleaned). May be repeated. */
  settle: {
    method: 'POST',
    path: '/privacy/erasure/mention/{id}/settle',
    summary: ['ระบุว่าตรวจจุดที่มีชื่อแล้ว', 'Mark a place as checked'],
    permission: 'cdp-core.privacy.manage',
    audit: 'erasure_mention_settled',
    params: byId,
    body: z.strictObject({ outcome: z.enum(['kept', 'cleaned']) }),
    response: Mention,
  },
})
