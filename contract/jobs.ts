import { z } from 'zod'
import { rehearsalJobs } from './automations/rehearsal.ts'
import { automationUndoJobs } from './automations/undo.ts'
import { followerJobs } from './channels/followers.ts'
import { lineFriendJobs } from './channels/line-friends.ts'
import { profileBulkJobs } from './customers/bulk.ts'
import { profileDuplicateJobs } from './customers/duplicates.ts'
import { profileErasureJobs } from './customers/erasure.ts'
import { fieldJobs } from './customers/profile-fields.ts'
import { segmentJobs } from './customers/segment-state.ts'
import { runStatuses } from './imports/status.ts'
import { importUndoJobs } from './imports/undo.ts'
import { byId, Id, Page, pageOf, Time } from './platform/common.ts'
import { feature } from './platform/endpoint.ts'
import { event } from './platform/event.ts'
import { type JobDefinition, type JobDefinitions, JobStarted } from './platform/job.ts'
import { privacyRequestJobs } from './privacy/requests.ts'
import { exportJobs } from './reports/exports.ts'

/** Every kind of job there is, feature by feature. */
export const jobDefinitions = {
  ...profileBulkJobs,
  ...importUndoJobs,
  ...profileDuplicateJobs,
  ...profileErasureJobs,
  ...privacyRequestJobs,
  ...fieldJobs,
  ...segmentJobs,
  ...lineFriendJobs,
  ...followerJobs,
  ...exportJobs,
  ...automationUndoJobs,
  ...rehearsalJobs,
} satisfies JobDefinitions

export type JobKind = keyof typeof jobDefinitions

/** The definition of a kind. */
export const jobOf = (kind: JobKind): JobDefinition => jobDefinitions[kind]

/** Kinds whose definition has the flag. */
export const jobKindsWith = (isSuch: (definition: JobDefinition) => boolean): JobKind[] =>
  (Object.keys(jobDefinitions) as JobKind[]).filter((kind) => isSuch(jobOf(kind)))

const mayUndo = jobKindsWith(({ undoneBy }) => undoneBy !== undefined).flatMap((kind) => jobOf(kind).permissions)

/** Job states are those of a run (spec section 4). */
const jobStatuses = runStatuses

export const Job = z.object({
  id: Id,
  kind: z.enum(Object.keys(jobDefinitions) as JobKind[]),
  /** Title in the reader's language. */
  title: z.string(),
  status: z.enum(jobStatuses),
  /** 0 to 1. */
  progress: z.number(),
  /** Null until it is known. */
  total: z.int().nullable(),
  done: z.int(),
  changed: z.int(),
  /** Items that needed no change, or failed. */
  skipped: z.int(),
  /** Seconds that are left; null before there is a pace. */
  eta: z.number().nullable(),
  /** Error that ended the job, or that delays it until the next attempt. */
  error: z.object({ error_code: z.int(), error: z.string(), message: z.string() }).nullable(),
  /** Until when the caller can undo it; null when they can't. */
  undoable_until: Time.nullable(),
  undone_at: Time.nullable(),
  author: z.object({ id: Id, name: z.string() }).nullable(),
  created_at: Time,
  started_at: Time.nullable(),
  finished_at: Time.nullable(),
})
export type Job = z.infer<typeof Job>

/** Progress of a job. Its definition decides who receives it. */
export const jobEvent = event({
  event_type: 'job',
  topics: [],
  visibleTo: null,
  leadsTo: null,
  data: Job.pick({
    kind: true,
    status: true,
    progress: true,
    total: true,
    done: true,
    changed: true,
    skipped: true,
    eta: true,
  }).extend({ job_id: Id }),
})

/** Readers of profiles, data sources or labels see what is being done to them: figures alone. */
const read = ['cdp-core.profile.read', 'cdp-core.datasource.read', 'cdp-core.label.read'] as const

export const jobs = feature({
  /** The newest first. `active`: only those that wait or work. */
  list: {
    method: 'GET',
    path: '/job',
    summary: ['อ่านรายการงานเบื้องหลัง', 'List background work'],
    permission: read,
    query: Page.extend({ active: z.enum(['true', 'false']).optional(), mine: z.enum(['true', 'false']).optional() }),
    response: pageOf(Job),
  },
  get: {
    method: 'GET',
    path: '/job/{id}',
    summary: ['อ่านสถานะของงาน', 'Read the state of work'],
    permission: read,
    params: byId,
    response: Job,
  },
  /** For the author, and those who may begin such a job. What is done until then stays, and can be undone. */
  cancel: {
    method: 'POST',
    path: '/job/{id}/cancel',
    summary: ['หยุดงาน', 'Stop work'],
    permission: read,
    audit: 'job_cancelled',
    params: byId,
    errors: ['job_over', 'job_unstoppable'],
  },
  /** Undoes a job within 30 days, except data changed since. Requires the permission for the change itself. */
  undo: {
    method: 'POST',
    path: '/job/{id}/undo',
    summary: ['เลิกทำงานที่เสร็จแล้ว', 'Undo work'],
    permission: [...new Set(mayUndo)],
    audit: 'job_undone',
    params: byId,
    response: JobStarted,
    errors: ['job_not_undoable', 'profile_locked'],
  },
})
