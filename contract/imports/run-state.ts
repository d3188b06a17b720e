import { z } from 'zod'
import { byId, Id, Time } from '../platform/common.ts'
import { runKinds, runStatuses } from './status.ts'

/** added + updated + duplicated + failed = total once the run is over; conflicts and rows held back are among the failed. */
export const RunStats = z.object({
  added: z.int(),
  updated: z.int(),
  duplicated: z.int(),
  failed: z.int(),
  /** Rows whose values point to more than one customer. */
  conflict: z.int(),
  /** Rows that matched a customer who may be a different person, and wait for an answer. */
  held: z.int(),
  /** Activities that were written; a row that repeats one adds none. */
  activities: z.int(),
  /** Rows about people who asked to be forgotten; they are among the failed. */
  erased: z.int(),
  /** Imported rows with cells that could not be read and were left empty. */
  unread_rows: z.int(),
  /** Number of those cells. */
  unread_cells: z.int(),
  /** Added rows without any value that tells people apart: the same rows again are recognised by their content. */
  keyless: z.int(),
  total: z.int(),
})

/** People of a file without names, ids and birth dates, where a contact counts as a person. */
export const ContactsAlone = z.object({
  field_id: Id,
  /** Different contacts. */
  people: z.int(),
  /** Rows of the contacts that have most, at most three. */
  largest: z.array(z.int()),
})
export type ContactsAlone = z.infer<typeof ContactsAlone>

export const Run = z.object({
  run_id: z.string(),
  kind: z.enum(runKinds),
  status: z.enum(runStatuses),
  /** 0 to 1. */
  progress: z.number(),
  stats: RunStats,
  /** Seconds that are left; null before there is a pace. */
  eta: z.number().nullable(),
  error: z.object({ error_code: z.int(), error: z.string(), message: z.string() }).nullable(),
  /** A dry run answers for the mapping it was made with. */
  outdated: z.boolean(),
  /** Person who started it. */
  author: z.object({ id: Id, name: z.string() }).nullable(),
  created_at: Time,
  started_at: Time.nullable(),
  finished_at: Time.nullable(),
  /** Until when it can be taken back; null when it can't. */
  undoable_until: Time.nullable(),
  undone_at: Time.nullable(),
  /** Name of the person who took it back; null if unknown. */
  undone_by: z.string().nullable(),
  /** The job that is taking it back. */
  undo_job_id: Id.nullable(),
})
export type Run = z.infer<typeof Run>

export const RunId = z.string().regex(/^run_\d{1,10}_\d{1,15}_\d{1,15}_[0-9a-z]{8}$/)
export const byRun = byId.extend({ run_id: RunId })
