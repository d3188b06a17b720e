import { z } from 'zod'
import { byId, Id, ProfileId, ProfileIdText, pageOf, Time, WidePage } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { JobStarted, jobsOf } from '../platform/job.ts'
import { Profile } from './profiles.ts'

/** Why two profiles look like one person. */
export const duplicateReasons = [
  'same_phone',
  'same_email',
  'same_citizen_id',
  'same_line',
  'similar_name',
  'same_birth_date',
  'same_address',
  /** Both are likely one person with a third. */
  'linked',
  'chosen',
  /** The customer sent a word on LINE that only the other profile was shown. */
  'proved_by_line',
  /** The customer typed the other profile's phone or e-mail in a chat. */
  'typed_in_chat',
] as const

export const DuplicatePair = z.object({
  id: Id,
  /** Probability from 0 to 1 that the pair is one person. Pairs below 0.5 are hidden unless staff added them. */
  score: z.number(),
  reasons: z.array(z.enum(duplicateReasons)),
  status: z.enum(['open', 'dismissed', 'merged']),
  /** Both, the older one first: a pair alone with every field of the store, in a list with those that have a value. */
  profiles: z.array(Profile),
  /** Activities of each profile. */
  activity_totals: z.array(z.int()),
  /** For merged pairs only. */
  merge: z.object({ id: Id, kept_id: ProfileId, at: Time, undoable: z.boolean() }).nullable(),
  found_at: Time,
})
export type DuplicatePair = z.infer<typeof DuplicatePair>

/** Comparison of two profiles. Has no id if the queue holds no open pair of them. */
const ComparedPair = DuplicatePair.extend({ id: Id.nullable() })

const permission = 'cdp-core.profile.merge'
/** A choice for each of 600 fields. */
const choicesBytes = 64 * 1024
const MergeChoices = z.strictObject({
  keep: ProfileId,
  /** For fields in which both have a value: whose is taken. Otherwise the kept one's, or the only one there is. */
  fields: z.array(z.strictObject({ field_id: Id, from: ProfileId })).max(600),
})

export const profileDuplicateJobs = jobsOf({
  duplicate_scan: {
    permissions: [permission],
    visibleTo: 'cdp-core.profile.read',
    title: {
      whole: { th: 'ค้นหารายชื่อที่อาจซ้ำในลูกค้าทั้งหมด', en: 'Look for duplicates among all customers' },
      changed: { th: 'ค้นหารายชื่อที่อาจซ้ำ', en: 'Look for duplicates' },
    },
    locksProfiles: false,
    cancellable: true,
    notice: null,
    // After each import.
    automatic: true,
  },
})

export const profileDuplicates = feature({
  /** First the pairs by which a store gains most: the sure ones, and of those the ones that bring most together. */
  list: {
    method: 'GET',
    path: '/profile-duplicate',
    summary: ['อ่านรายชื่อที่อาจซ้ำ', 'List possible duplicates'],
    permission,
    query: WidePage.extend({ status: z.enum(['open', 'dismissed', 'merged']).default('open') }),
    response: pageOf(DuplicatePair).extend({
      /** When the store was last looked through; null when never. */
      scanned_at: Time.nullable(),
      scanning: z.boolean(),
      /** Profiles whose phone, e-mail or the like is shared by too many to be compared by it. */
      shared_by_many: z.int(),
    }),
  },
  /** Looks the whole store through; imports do so by themselves when they end. */
  scan: {
    method: 'POST',
    path: '/profile-duplicate/scan',
    summary: ['ค้นหารายชื่อที่อาจซ้ำ', 'Search for possible duplicates'],
    permission,
    audit: 'duplicate_scan_started',
    response: JobStarted,
  },
  /** Adds a pair of profiles that staff know to be one person. */
  create: {
    method: 'POST',
    path: '/profile-duplicate',
    summary: ['เพิ่มคู่ที่ซ้ำกัน', 'Add a pair of duplicates'],
    permission,
    audit: 'duplicate_chosen',
    body: z.strictObject({ profile_ids: z.array(ProfileId).length(2) }),
    response: DuplicatePair,
  },
  /** Two chosen profiles, without adding a pair to the queue. */
  compare: {
    method: 'GET',
    path: '/profile-duplicate/compare',
    summary: ['เปรียบเทียบลูกค้าสองราย', 'Compare two customers'],
    permission,
    query: z.strictObject({ low: ProfileIdText, high: ProfileIdText }),
    response: ComparedPair,
    errors: ['pair_over'],
  },
  get: {
    method: 'GET',
    path: '/profile-duplicate/{id}',
    summary: ['อ่านคู่ที่อาจซ้ำ', 'Read a pair of possible duplicates'],
    permission,
    params: byId,
    response: DuplicatePair,
  },
  /** One profile stays, with the values chosen, both histories, all labels and all activities. */
  merge: {
    method: 'POST',
    path: '/profile-duplicate/{id}/merge',
    summary: ['รวมโปรไฟล์ของคู่ที่ซ้ำ', 'Merge a pair of duplicates'],
    permission,
    audit: 'profiles_merged',
    params: byId,
    bodyBytes: choicesBytes,
    body: MergeChoices,
    response: z.object({ merge_id: Id, profile: Profile }),
    errors: ['pair_over', 'profile_locked'],
  },
  /** Merges two chosen profiles; their pair is added to the merged ones in the same transaction. */
  mergeChosen: {
    method: 'POST',
    path: '/profile-merge',
    summary: ['รวมโปรไฟล์สองรายที่เลือก', 'Merge two chosen customers'],
    permission,
    audit: 'profiles_merged',
    bodyBytes: choicesBytes,
    body: MergeChoices.extend({ profile_ids: z.array(ProfileId).length(2) }),
    response: z.object({ merge_id: Id, profile: Profile }),
    errors: ['pair_over', 'profile_locked'],
  },
  /** Remembered: the pair is not found again. */
  dismiss: {
    method: 'POST',
    path: '/profile-duplicate/{id}/dismiss',
    summary: ['ระบุว่าเป็นลูกค้าคนละราย', 'Mark a pair as different customers'],
    permission,
    audit: 'duplicate_dismissed',
    params: byId,
    errors: ['pair_over'],
  },
  /** For 30 days; keeps what was changed since. */
  undoMerge: {
    method: 'POST',
    path: '/profile-merge/{id}/undo',
    summary: ['เลิกทำการรวมโปรไฟล์', 'Undo a merge'],
    permission,
    audit: 'merge_undone',
    params: byId,
    response: z.object({ profile_ids: z.array(ProfileId) }),
    errors: ['merge_not_undoable', 'profile_locked'],
  },
})
