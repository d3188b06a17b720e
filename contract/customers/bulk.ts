import { z } from 'zod'
import { Id, ProfileId } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { JobStarted, jobsOf } from '../platform/job.ts'
import { notice, ofJob } from '../platform/notice.ts'
import { FieldEdits, Profile, ProfileFilter } from './profiles.ts'
import { RULE_BYTES } from './rules.ts'

/** Some profiles, or all that a list's filters match. */
const Target = z.union([
  z.strictObject({ ids: z.array(ProfileId).min(1).max(10_000) }),
  z.strictObject({ filter: ProfileFilter }),
])

export const BulkAction = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('add_labels'), label_ids: z.array(Id).min(1).max(50) }),
  z.strictObject({ type: z.literal('remove_labels'), label_ids: z.array(Id).min(1).max(50) }),
  z.strictObject({ type: z.literal('set_field'), field_id: Id, value: FieldEdits.element.shape.value }),
  z.strictObject({ type: z.literal('delete') }),
])
export type BulkAction = z.output<typeof BulkAction>

export const Bulk = z.strictObject({ target: Target, action: BulkAction })
export type Bulk = z.output<typeof Bulk>
export type BulkTarget = Bulk['target']

/** Deleting asks for profile.delete, everything else for profile.edit. */
const permission = ['cdp-core.profile.edit', 'cdp-core.profile.delete'] as const

/** 10,000 ids of 15 digits, or a rule, and a long text for each of them. */
const bodyBytes = RULE_BYTES + 128 * 1024

const bulkNotice = notice({
  ...ofJob,
  kind: 'bulk_ended',
  topic: 'profile',
  readBy: 'cdp-core.profile.read',
  leadsTo: { screen: 'profile-list' },
})

const ofProfiles = {
  permissions: permission,
  visibleTo: 'cdp-core.profile.read',
  locksProfiles: true,
  cancellable: true,
  notice: bulkNotice,
} as const

export const profileBulkJobs = jobsOf({
  profile_bulk: {
    ...ofProfiles,
    title: {
      add_labels: { th: 'เพิ่มป้ายกำกับ {names} ให้{people}', en: 'Add the label {names} to {people}' },
      remove_labels: { th: 'นำป้ายกำกับ {names} ออกจาก{people}', en: 'Remove the label {names} from {people}' },
      set_field: { th: 'แก้ไข {names} ของ{people}', en: 'Change {names} of {people}' },
      delete: { th: 'ลบ{people}', en: 'Delete {people}' },
    },
    undoneBy: 'bulk_undo',
  },
  bulk_undo: { ...ofProfiles, title: { th: 'เลิกทำ: {title}', en: 'Undo: {title}' } },
})

export const profileBulk = feature({
  /** Counts affected and changed profiles, and returns the first ten. */
  preview: {
    method: 'POST',
    path: '/profile/bulk/preview',
    summary: ['ดูตัวอย่างการแก้ไขลูกค้าหลายราย', 'Preview a change of many customers'],
    permission,
    // Reads, and shows no more than a list does.
    audit: false,
    bodyBytes,
    body: Bulk,
    limit: 'search',
    response: z.object({ total: z.int(), changes: z.int(), sample: z.array(Profile) }),
    errors: ['values_invalid', 'label_type_invalid'],
  },
  /** Begins a job; the profiles are those that match when it begins. */
  start: {
    method: 'POST',
    path: '/profile/bulk',
    summary: ['แก้ไขลูกค้าหลายราย', 'Change many customers'],
    permission,
    audit: 'bulk_started',
    bodyBytes,
    body: Bulk,
    response: JobStarted,
    errors: ['values_invalid', 'profile_locked', 'label_type_invalid'],
  },
})
