import { z } from 'zod'
import { byId, Id, Page, pageOf, Time } from './common.ts'
import { feature } from './endpoint.ts'
import type { Permission } from './permissions.ts'
import { runStatuses } from './status.ts'

/** What is done in the background, besides the runs of data sources. */
export const jobKinds = [
  'profile_bulk',
  'bulk_undo',
  'run_undo',
  'duplicate_scan',
  'profile_erase',
  'field_convert',
  'field_delete',
] as const
export type JobKind = (typeof jobKinds)[number]

/** Who may begin a job of a kind: any one of these. They may stop one that somebody else began. */
export const jobPermissions: Record<JobKind, readonly Permission[]> = {
  profile_bulk: ['cdp-core.profile.edit', 'cdp-core.profile.delete'],
  bulk_undo: ['cdp-core.profile.edit', 'cdp-core.profile.delete'],
  run_undo: ['cdp-core.datasource.undo'],
  duplicate_scan: ['cdp-core.profile.merge'],
  profile_erase: ['cdp-core.privacy.manage'],
  field_convert: ['cdp-core.field.edit'],
  field_delete: ['cdp-core.field.delete'],
}

/**
 * What goes on to its end: half-way there are values of two types, or of a field that is no more, or a person is gone from one place
 * and not from another. Nobody stops one, and one that meets an unexpected error is tried again until it succeeds.
 */
export const unstoppableJobs: readonly JobKind[] = ['field_convert', 'field_delete', 'profile_erase']

/** Job states are those of a run (spec section 4). */
export const jobStatuses = runStatuses

export const Job = z.object({
  id: Id,
  kind: z.enum(jobKinds),
  /** What it does and to what, in the reader's language. */
  title: z.string(),
  status: z.enum(jobStatuses),
  /** 0 to 1. */
  progress: z.number(),
  /** Null until it is known. */
  total: z.int().nullable(),
  done: z.int(),
  changed: z.int(),
  /** Those that needed nothing, or could not be done. */
  skipped: z.int(),
  /** Seconds that are left; null before there is a pace. */
  eta: z.number().nullable(),
  /** What ended it, or, while it works, what holds it up: it is tried again. */
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

export const JobStarted = z.object({ job_id: Id })

/** Of a call that begins a job only where there is much to do: null where all of it is done with the call. */
export const JobIfAny = z.object({ job_id: Id.nullable() })

/** Readers of profiles or data sources see what is being done to them: figures alone. */
const read = ['cdp-core.profile.read', 'cdp-core.datasource.read'] as const

export const jobs = feature({
  /** The newest first. `active`: only those that wait or work. */
  list: {
    method: 'GET',
    path: '/job',
    permission: read,
    query: Page.extend({ active: z.enum(['true', 'false']).optional(), mine: z.enum(['true', 'false']).optional() }),
    response: pageOf(Job),
  },
  get: { method: 'GET', path: '/job/{id}', permission: read, params: byId, response: Job },
  /** For the author, and those who may begin such a job. What is done until then stays, and can be undone. */
  cancel: {
    method: 'POST',
    path: '/job/{id}/cancel',
    permission: read,
    audit: 'job_cancelled',
    params: byId,
    errors: ['job_over', 'job_unstoppable'],
  },
  /** By who may make such a change. Takes back what a bulk change did, for 30 days, where nobody has changed it since. */
  undo: {
    method: 'POST',
    path: '/job/{id}/undo',
    permission: jobPermissions.bulk_undo,
    audit: 'job_undone',
    params: byId,
    response: JobStarted,
    errors: ['job_not_undoable', 'profile_locked'],
  },
})
